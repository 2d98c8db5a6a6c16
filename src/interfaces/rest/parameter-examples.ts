/** Examples of parameters, for tools that send a request as the OpenAPI document shows it. All of one list fit together. */
import type { Json } from '../../http/openapi';
import { firstPage } from '../../workspace/cursor';
import { objectOf } from './openapi-schemas';

/** Examples of parameters by name. */
export type Examples = Readonly<Record<string, string>>;

/** Of parameters whose schema gives no example by itself. A demo puts ids of its workspace in place of those here. */
const texts: Examples = {
  cursor: firstPage,
  after: firstPage,
  organizationId: '0190a8c2-3a55-7c1e-9d52-000000000002',
  engagementId: '0190a8c2-3a55-7c1e-9d52-3e0f6a41bb44',
  externalId: 'user-1042',
  id: '0190a8c2-3a55-7c1e-9d52-5d2b6a31ff66',
  leadId: '0190a8c2-3a55-7c1e-9d52-0f2f4f0f7a11',
  monitoredProfileId: '0190a8c2-3a55-7c1e-9d52-1b6a0c5d2e22',
  monitoredProfileIds: '0190a8c2-3a55-7c1e-9d52-1b6a0c5d2e22',
  authorProfileIds: '0190a8c2-3a55-7c1e-9d52-1b6a0c5d2e22',
  postId: '0190a8c2-3a55-7c1e-9d52-2d9e7b31aa33',
  discoveryId: '0190a8c2-3a55-7c1e-9d52-4c1a5f20ee55',
  accountId: 'nordwind.example',
  postUrn: 'urn:li:activity:7402746946853253120',
  ownerIds: 'none',
  country: 'DE',
  industry: 'Software Development',
  companyNames: 'Nordwind Robotics',
  search: 'marketing',
  text: 'price',
  topic: 'pricing',
  label: 'partners',
  profileLabel: 'partners',
};

/** @returns an example of a parameter of this schema, as the member of its description; nothing when it can have none. */
export function parameterExample(name: string, schema: Json, examples: Examples): Json {
  const isList = schema['type'] === 'array';
  const value =
    valueOf(name, isList ? objectOf(schema['items']) : schema, schema['default']) ?? examples[name] ?? texts[name];
  if (value === undefined) return {};
  return { example: isList && !Array.isArray(value) ? [value] : value };
}

function valueOf(name: string, schema: Json, preset: unknown): unknown {
  if (preset !== undefined) return preset;
  const { type, enum: values, minimum, maximum, anyOf } = schema;
  if (Array.isArray(values)) return values[0];
  if (type === 'boolean') return true;
  if (type === 'integer') return name.startsWith('max') ? maximum : minimum;
  // A part of one: saidBelow.
  if (type === 'number') return maximum;
  // Dates, with or without a time.
  if (Array.isArray(anyOf)) return name.endsWith('To') ? '2026-10-31' : '2026-10-01T00:00:00Z';
  return undefined;
}
