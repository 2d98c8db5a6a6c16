/**
 * JSON Schema that every client can read: an object at the root, everything inline, no references, nothing superfluous. Model
 * providers refuse a whole tool list for one schema that they cannot read.
 */
import { z } from 'zod';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** An object schema. */
export type ObjectSchema = JsonObject & { type: 'object'; properties: JsonObject };

/** Schema of a tool's arguments. Unknown arguments are refused, and every argument has a description. */
export function argumentSchema(input: z.ZodObject): ObjectSchema {
  return { ...objectAt(plain(published(input))), additionalProperties: false };
}

/**
 * Schema of every tool's answer: any object. A model reads the whole tool list before its first call, and the list has a budget.
 * The first answer shows its fields, and the OpenAPI document describes each of them.
 */
export const answerSchema: JsonObject & { type: 'object' } = { type: 'object', additionalProperties: true };

function published(schema: z.ZodObject): JsonObject {
  const copy = jsonOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));
  return isObject(copy) ? copy : {};
}

/** zod's schema without the parts that clients cannot handle or do not need. */
function plain(schema: JsonObject): JsonObject {
  const known: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNoise(keyword, value)) continue;
    if (keyword === 'properties' && isObject(value)) known[keyword] = mapObjects(value, plain);
    else if (keyword === 'items' && isObject(value)) known[keyword] = plain(withoutDescription(value));
    else if (keyword === 'description' && typeof value === 'string') known[keyword] = withoutCommonplaces(value);
    else known[keyword] = value;
  }
  return nullable(known);
}

/** Texts that apply to every parameter of a kind. The server's instructions say them once, the OpenAPI document each time. */
const commonplaces: readonly RegExp[] = [
  / At most \d+, any of them matches\./g,
  /,? ignoring case and accents/g,
  /,? compared without case and accents/g,
  /, inclusive/g,
  / \(that whole UTC day\)/g,
  / or RFC 3339/g,
  /, unchanged/g,
  / \(beginnings from four letters on\)/g,
  /, with the same filters/g,
  /; `start` for the first page/g,
  / A page may have few items or none and still have a nextCursor: continue with it\./g,
];

const withoutCommonplaces = (description: string) =>
  commonplaces.reduce((text, phrase) => text.replace(phrase, ''), description);

/**
 * True for the dialect (the protocol defines it), patterns, lengths of texts and lists, and the bounds of all integers. All of
 * these are still checked.
 */
function isNoise(keyword: string, value: Json): boolean {
  if (['$schema', 'pattern', 'minLength', 'maxLength', 'maxItems'].includes(keyword)) return true;
  if (keyword === 'minItems') return value === 1;
  return (keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

/** `anyOf` of a type and null, which is how zod writes a nullable field, becomes `type: [T, 'null']`. */
function nullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf.filter(isObject).map(plain);
  const [only, ...others] = branches.filter((branch) => branch['type'] !== 'null');
  const type = only?.['type'];
  if (only === undefined || others.length > 0 || typeof type !== 'string') return { ...rest, anyOf: branches };
  return { ...only, ...rest, type: branches.length > 1 ? [type, 'null'] : type };
}

/** Drops the description of a list's items, because the list has one. */
function withoutDescription({ description: _said, ...schema }: JsonObject): JsonObject {
  return schema;
}

function objectAt(schema: JsonObject): ObjectSchema {
  const { type, properties } = schema;
  if (type !== 'object') throw new Error('the root of a tool schema must be an object');
  return { ...schema, type, properties: isObject(properties) ? properties : {} };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapObjects(record: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isObject(value) ? change(value) : value]),
  );
}

/** The JSON in a value. Values that JSON cannot express are left out. */
function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object') return null;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && typeof inner !== 'function');
  return Object.fromEntries(entries.map(([name, inner]) => [name, jsonOf(inner)]));
}
