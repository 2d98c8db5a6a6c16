/** German. */
import type { Messages } from './en';
import { shell } from './de/shell';
import { intake } from './de/intake';
import { connecting } from './de/connecting';
import { integrations } from './de/integrations';
import { leads } from './de/leads';
import { work } from './de/work';
import { workspace } from './de/workspace';

export const de: Messages = { ...shell, ...leads, ...work, ...workspace, ...intake, ...integrations, ...connecting };
