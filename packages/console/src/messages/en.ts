/** English texts, which all other languages translate: one file for each part of the console. */
import { shell } from './en/shell';
import { intake } from './en/intake';
import { connecting } from './en/connecting';
import { integrations } from './en/integrations';
import { leads } from './en/leads';
import { work } from './en/work';
import { workspace } from './en/workspace';

export const en = { ...shell, ...leads, ...work, ...workspace, ...intake, ...integrations, ...connecting };

/** `{names}` are replaced by values. A text with a number has two forms, and `{count}` selects one. */
export type Message = string | { readonly one: string; readonly other: string };
export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, Message>>;
/** The texts of one part, in another language. */
export type Translation<Part> = { readonly [Key in keyof Part]: Message };
