/**
 * Arguments as clients send them. Models and their programs send null for what they leave out, lists as JSON text, and numbers as
 * text. Each is read where the tool's schema leaves no doubt; everything else stays as it is, and the operation names it. Over MCP
 * alone: REST is strict.
 */
import { parseJson } from '../../http/json';
import { isRecord } from '../../shared/records';
import type { Json, ObjectSchema } from './schema';

/** The largest list has 100 items. */
const listBounds = { members: 1_000, depth: 4 };

/**
 * @param data the arguments of a call as they arrived.
 * @param schema of the tool's arguments, as `tools/list` shows it.
 * @returns an object, empty if the call has none. Unknown arguments stay, so that the operation refuses them by name.
 */
export function argumentsAsSent(data: unknown, { properties }: ObjectSchema): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null) return {};
  const entries = Object.entries<unknown>({ ...data }).flatMap(([name, value]) => {
    if (!Object.hasOwn(properties, name)) return [[name, value] as const];
    return value === null ? [] : [[name, valueAsSent(value, properties[name])] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * A message without what its client wrote null for: `params`, members of them such as `cursor`, `_meta` and `arguments`, and
 * arguments of a prompt, which are texts. Those of a tool are read by its schema (above). Every other message stays as it is.
 */
export function withoutNulls(message: unknown): unknown {
  if (!isRecord(message) || typeof message['method'] !== 'string') return message;
  const { params, ...rest } = message;
  if (params === null) return rest;
  if (!isRecord(params)) return message;
  const present = withoutNullMembers(params);
  const given = message['method'] === 'prompts/get' ? present['arguments'] : undefined;
  const values = isRecord(given) ? withoutNullMembers(given) : given;
  if (present === params && values === given) return message;
  return { ...rest, params: values === given ? present : { ...present, arguments: values } };
}

/** @returns the same object if no member is null. */
function withoutNullMembers(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.entries(record);
  const present = entries.filter(([, value]) => value !== null);
  return present.length === entries.length ? record : Object.fromEntries(present);
}

function valueAsSent(value: unknown, schema: Json | undefined): unknown {
  const type = memberOf(schema, 'type');
  if (type === 'array') return listAsSent(value).map((item) => valueAsSent(item, memberOf(schema, 'items')));
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(value))
    return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** A list, a JSON text of one, or a lone value for one. */
function listAsSent(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && /^\s*\[/.test(value)) {
    const read = parseJson(Buffer.from(value), listBounds);
    if ('value' in read && Array.isArray(read.value)) return read.value;
  }
  return [value];
}

const memberOf = (schema: Json | undefined, name: string): Json | undefined =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? schema[name] : undefined;
