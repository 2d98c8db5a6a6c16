/** Parameters as text, for interfaces that have nothing else: query strings and command flags. */
import { z } from 'zod';

/** How the text of a parameter becomes a value. */
export type ParameterKind = 'text' | 'integer' | 'number' | 'boolean';

export interface ParameterForm {
  readonly kind: ParameterKind;
  /** A comma-separated list of items of this kind. */
  readonly list: boolean;
  /** The only texts allowed; absent when every text of the kind is. */
  readonly values?: readonly string[];
  /** What the parameter is for. */
  readonly description?: string;
}

export type ParameterForms = ReadonlyMap<string, ParameterForm>;

/**
 * The parameters that an operation takes as text.
 * @param without names of parameters that come in another way.
 */
export function parameterForms(input: z.ZodObject, without: readonly string[]): ParameterForms {
  return new Map(
    Object.entries<unknown>(input.shape)
      .filter(([name]) => !without.includes(name))
      .map(([name, schema]) => [name, formOf(schema)]),
  );
}

function formOf(schema: unknown): ParameterForm {
  const form = bareFormOf(schema);
  const described = schema instanceof z.ZodType ? schema.description : undefined;
  return described === undefined ? form : { ...form, description: described };
}

function bareFormOf(schema: unknown): ParameterForm {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return formOf(schema.unwrap());
  }
  if (schema instanceof z.ZodPipe) return formOf(schema.in);
  if (schema instanceof z.ZodArray) return { ...formOf(schema.element), list: true };
  if (schema instanceof z.ZodNumberFormat) return { kind: 'integer', list: false };
  if (schema instanceof z.ZodNumber) return { kind: 'number', list: false };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean', list: false };
  if (schema instanceof z.ZodEnum) return { kind: 'text', list: false, values: schema.options.map(String) };
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return { kind: 'text', list: false };
  throw new TypeError('a parameter of an operation has a type that no text can carry');
}

/** What is wrong with a text. */
export class Problem {
  constructor(readonly problem: string) {}
}

export const emptyItem = new Problem('must not hold an empty value');
export const openQuote = new Problem('has a double quote that is not closed, or text after a closing one');

/** `a, "b, c", d` -> `a`, `b, c`, `d`. White space around items is dropped. Inside quotes, `""` is one double quote. */
export function splitList(text: string): string[] | Problem {
  const items: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = /^ *"((?:[^"]|"")*)" *(?:,|$)/.exec(rest);
    if (quoted === null && /^ *"/.test(rest)) return openQuote;
    const match = quoted ?? /^([^,]*)(?:,|$)/.exec(rest);
    if (match === null) return openQuote;
    const item = quoted ? (match[1] ?? '').replaceAll('""', '"') : (match[1] ?? '').trim();
    if (item.trim() === '') return emptyItem;
    items.push(item);
    rest = rest.slice(match[0].length);
    if (!match[0].endsWith(',')) return items;
  }
}

/** Reads a text as a value of its kind. The schema checks its limits. */
export function readValue(text: string, kind: ParameterKind): unknown {
  switch (kind) {
    case 'text':
      return text;
    case 'integer':
      return /^-?(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : new Problem('must be an integer');
    case 'number':
      return /^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/.test(text)
        ? Number(text)
        : new Problem('must be a number, such as 0.5');
    case 'boolean':
      return text === 'true' || text === 'false' ? text === 'true' : new Problem('must be true or false');
  }
}
