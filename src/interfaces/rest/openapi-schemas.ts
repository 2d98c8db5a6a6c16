/** The schemas of the OpenAPI document: resources, pages around them, and short forms beside them. */
import { jsonSchema, reference, type Json } from '../../http/openapi';
import { isFeed, shapeOf } from './openapi-example';
import type { Route } from './routes';

/** Schemas of the resources and of the pages around them. A part that is the same as a named schema is a reference to it. */
export function schemasOf(routes: readonly Route[], errorSchema: Json): Json {
  const schemas: Json = { Page: undefined, Error: errorSchema };
  for (const route of routes) {
    if (route.address.status === 204) continue;
    const { resource } = route.address;
    const answer = jsonSchema(route.operation.output);
    const properties = objectOf(answer['properties']);
    const data = objectOf(properties['data']);
    if (shapeOf(route) === 'list') {
      const { items, named, compact } = itemsOf(route, objectOf(data['items']));
      Object.assign(schemas, named);
      properties['data'] = { ...data, items };
      if (!isFeed(route)) {
        schemas['Page'] ??= properties['page'];
        properties['page'] = reference('schemas', 'Page');
      }
      schemas[answerName(route)] = answer;
      if (compact) {
        const inShort = { ...properties, data: { ...data, items: compact } };
        schemas[compactName(route)] = { ...answer, properties: inShort };
      }
    } else if (shapeOf(route) === 'single') {
      schemas[resource] ??= data;
      properties['data'] = reference('schemas', resource);
      schemas[answerName(route)] = answer;
    } else schemas[resource] = answer;
  }
  return byReference(schemas);
}

interface Items {
  readonly items: Json;
  /** Schemas by their names. */
  readonly named: Json;
  /** Of a list with a short form. */
  readonly compact?: Json;
}

/**
 * The items of a list by reference. The answer of a list with a short form is described with whole items, which it has unless a
 * client asks for `view=compact`: a union would let clients use no field without a check. A union of other forms keeps them all,
 * each with the name in its `title`.
 */
function itemsOf(route: Route, items: Json): Items {
  const { resource } = route.address;
  const forms: readonly unknown[] | undefined = Array.isArray(items['anyOf']) ? items['anyOf'] : undefined;
  if (!forms) return { items: reference('schemas', resource), named: { [resource]: items } };
  if (hasCompact(route)) {
    const [full, compact] = forms.map(objectOf);
    const short = `${resource}Compact`;
    return {
      items: reference('schemas', resource),
      named: { [resource]: full, [short]: compact },
      compact: reference('schemas', short),
    };
  }
  const named = Object.fromEntries(forms.map(objectOf).map(({ title, ...form }) => [String(title), form]));
  const union = { oneOf: Object.keys(named).map((name) => reference('schemas', name)) };
  return { items: reference('schemas', resource), named: { [resource]: union, ...named } };
}

/** Whether a list has a short form of its items. */
export const hasCompact = ({ operation }: Route): boolean => Object.hasOwn(operation.input.shape, 'view');

/** Name of the schema of the whole answer. */
export function answerName(route: Route): string {
  const suffixes = { list: 'Page', single: 'Answer', object: '' };
  return route.address.resource + suffixes[shapeOf(route)];
}

/** Name of the schema of the whole answer with `view=compact`. */
export const compactName = ({ address }: Route): string => `${address.resource}CompactPage`;

/** The schemas with references in place of parts that equal one of them, so that clients get one type for one thing. */
function byReference(schemas: Json): Json {
  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]));
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaced(member)]));
  };
  const replaced = (value: unknown): unknown => {
    const name = typeof value === 'object' ? names.get(JSON.stringify(value)) : undefined;
    return name === undefined ? within(value) : reference('schemas', name);
  };
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(schema)]));
}

/** A value as an object; an empty one when it is none. */
export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
