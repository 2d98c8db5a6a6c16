/**
 * JSON Schema as every client can read it: an object at the root, everything written in place, no references, no noise. Model
 * providers refuse a whole tool list for one schema they cannot read.
 */
import { z } from 'zod';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** An object schema. */
export type ObjectSchema = JsonObject & { type: 'object'; properties: JsonObject };

/** Schema of a tool's arguments: unknown ones are refused, every one is described. */
export function argumentSchema(input: z.ZodObject): ObjectSchema {
  return { ...objectAt(plain(published(input, 'input'))), additionalProperties: false };
}

/**
 * Schema of a tool's answer, as an outline: names and types down to the fields of an item, without descriptions. The whole
 * tool list is read by a model before its first call, so what an answer shows by itself is not said twice.
 */
export function answerSchema(output: z.ZodObject): ObjectSchema {
  return { ...objectAt(outline(plain(published(output, 'output')), 0)), additionalProperties: true };
}

function published(schema: z.ZodObject, io: 'input' | 'output'): JsonObject {
  const copy = jsonOf(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }));
  return isObject(copy) ? copy : {};
}

/** Levels of objects whose fields an outline names: the answer, and its items or its data. */
const outlineLevels = 2;

function outline(schema: JsonObject, level: number): JsonObject {
  const { type, properties, items, required } = schema;
  const short: JsonObject = {};
  if (type !== undefined) short['type'] = type;
  if (isObject(properties) && level < outlineLevels) {
    short['properties'] = mapObjects(properties, (inner) => outline(inner, level + 1));
    if (level === 0 && required !== undefined) short['required'] = required;
  }
  if (isObject(items)) short['items'] = outline(items, level);
  return short;
}

/** What zod writes, without what clients stumble over or need not know. */
function plain(schema: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNoise(keyword, value, schema)) continue;
    if (keyword === 'properties' && isObject(value)) kept[keyword] = mapObjects(value, plain);
    else if (keyword === 'items' && isObject(value)) kept[keyword] = plain(value);
    else kept[keyword] = value;
  }
  return nullable(kept);
}

/** The dialect (the protocol states it), the pattern of a named format, and the bounds of all integers. */
function isNoise(keyword: string, value: Json, schema: JsonObject): boolean {
  if (keyword === '$schema') return true;
  if (keyword === 'pattern') return schema['format'] !== undefined;
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

/** The JSON in a value; what JSON does not know is left out. */
function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value !== 'object') return null;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && typeof inner !== 'function');
  return Object.fromEntries(entries.map(([name, inner]) => [name, jsonOf(inner)]));
}
