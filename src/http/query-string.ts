/**
 * Reads a query string as the input of an operation: strictly, and naming every wrong parameter. The operation's own schema says
 * what a parameter may be, so nothing is declared twice.
 */
import {
  emptyItem,
  openQuote,
  Problem,
  readValue,
  splitList,
  type ParameterForms,
  type ParameterKind,
} from '../../tools/forms';
import { unknownAmong } from '../../tools/issues';
import { invalid, type ErrorDetail } from '../shared/errors';

/**
 * Reads a raw query string (without the `?`).
 * @returns values by parameter: strings, numbers, booleans, or arrays of them. The operation's schema still has to check their
 * limits.
 * @throws OperationError `validation_failed` naming each parameter that is unknown, repeated, empty or malformed.
 */
export function readQueryString(raw: string, forms: ParameterForms): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (raw === '') return values;
  const problems: ErrorDetail[] = [];
  const texts = new Map<string, string[]>();
  /** Lists of which an item was named by itself, also if it is the only one. */
  const repeated = new Set<string>();
  let unknown = false;
  for (const pair of raw.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const given = decoded(rawName);
    const { name, itemOfList } = nameOf(given, forms);
    if (name === undefined) {
      const known = unknown ? [] : [...forms.keys()];
      problems.push({ path: printable(typeof given === 'string' ? given : rawName), message: unknownAmong(known) });
      unknown = true;
      continue;
    }
    const form = forms.get(name);
    const raw = equals < 0 ? '' : pair.slice(equals + 1).replaceAll('+', ' ');
    const text = form?.list === true && !itemOfList ? decodedList(raw) : decoded(raw);
    if (typeof text !== 'string') problems.push({ path: name, message: text.problem });
    else if (text === '') problems.push({ path: name, message: 'must not be empty; omit the parameter instead' });
    else texts.set(name, [...(texts.get(name) ?? []), text]);
    if (itemOfList) repeated.add(name);
  }
  for (const [name, given] of texts) {
    const form = forms.get(name);
    if (form === undefined) continue;
    const value = form.list ? readList(given, form.kind, repeated.has(name)) : readSingle(given, form.kind);
    if (value instanceof Problem) problems.push({ path: name, message: value.problem });
    else values[name] = value;
  }
  if (problems.length > 0) throw invalid(...distinct(problems).slice(0, maxProblems));
  return values;
}

/**
 * Decodes a segment of the path.
 * @throws OperationError `validation_failed` naming the parameter.
 */
export function readPathSegment(name: string, raw: string): string {
  const text = decoded(raw);
  if (typeof text !== 'string') throw invalid({ path: name, message: text.problem });
  return text;
}

/** `name[]` and `name[0]`, as axios, PHP, Rails and qs write the items of a list. An item is one value, like a repeated name. */
const listItem = /^([^[\]]+)\[\d{0,4}\]$/;

/**
 * The parameter that a name of the query string means.
 * @returns `name` undefined if there is no such parameter.
 */
function nameOf(
  given: string | Problem,
  forms: ParameterForms,
): { readonly name: string | undefined; readonly itemOfList: boolean } {
  if (given instanceof Problem) return { name: undefined, itemOfList: false };
  if (forms.has(given)) return { name: given, itemOfList: false };
  const list = listItem.exec(given)?.[1];
  return list !== undefined && forms.get(list)?.list === true
    ? { name: list, itemOfList: true }
    : { name: undefined, itemOfList: false };
}

/** Most wrong parameters that an answer names. */
const maxProblems = 20;

// eslint-disable-next-line no-control-regex -- control characters are what is refused
const control = /[\u0000-\u001f\u007f-\u009f]/;
const notAscii = /[^\x20-\x7e]/;

/** Percent-decodes. Node passes raw bytes above 127 as Latin-1, which no client intends, so they are refused. */
function decoded(raw: string): string | Problem {
  if (notAscii.test(raw)) return new Problem('must be percent-encoded UTF-8');
  let text: string;
  try {
    text = decodeURIComponent(raw);
  } catch {
    return new Problem('must be percent-encoded UTF-8');
  }
  return control.test(text) ? new Problem('must not hold control characters') : text;
}

/** Replaces a comma inside a value while the list is split. Clients cannot send it: control characters are refused. */
const literalComma = '\u0001';

/**
 * Decodes a comma list. If it has plain commas, these separate values, and percent-encoded commas belong to values, as generated
 * clients write lists (`form` without `explode`, RFC 6570): `Acme%2C%20Inc.,Bluefern`. If all its commas are encoded, the whole
 * list was encoded, and the commas separate values: `QUALIFIED%2CPRIORITY`.
 */
function decodedList(raw: string): string | Problem {
  const text = decoded(raw);
  if (typeof text !== 'string' || !raw.includes(',')) return text;
  return decodeURIComponent(raw.replaceAll(/%2c/gi, '%01'));
}

function readSingle(given: readonly string[], kind: ParameterKind): unknown {
  const [text, ...others] = given;
  if (text === undefined || others.length > 0) return new Problem('must be given only once');
  return readValue(text, kind);
}

/**
 * One text is a comma list. If there are several, each is one value. In both cases double quotes keep a comma inside a value.
 * @param repeated each text is one value, even if there is one alone.
 */
function readList(given: readonly string[], kind: ParameterKind, repeated: boolean): unknown[] | Problem {
  const values = new Set<unknown>();
  for (const text of given) {
    const items = given.length === 1 && !repeated ? splitList(text) : singleItem(text);
    if (items instanceof Problem) return items;
    for (const item of items) {
      const value = readValue(item.replaceAll(literalComma, ','), kind);
      if (value instanceof Problem) return value;
      values.add(value);
    }
  }
  return [...values];
}

/** A value of a repeated parameter, without its quotes if it has them. */
function singleItem(text: string): string[] | Problem {
  if (!text.startsWith('"')) return text.trim() === '' ? emptyItem : [text.trim()];
  const items = splitList(text);
  return items instanceof Problem || items.length === 1 ? items : openQuote;
}

/** A name from the client, made safe to show in an error. */
function printable(name: string): string {
  return name.replace(/[^\x21-\x7e]/g, '?').slice(0, 64);
}

/** Drops repeated complaints about the same parameter. */
function distinct(problems: readonly ErrorDetail[]): ErrorDetail[] {
  const seen = new Map(problems.map((problem) => [`${problem.path}\0${problem.message}`, problem]));
  return [...seen.values()];
}
