/** What an answer gave: how many items, and about which leads. Pure: it looks at the form of answers alone. */
import { fieldOf, isRecord } from '../shared/records';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields with which an answer names a person. Beside none of them, a `leadId` is a bare reference. */
const naming = ['profile', 'name', 'displayName', 'headline'] as const;

/** How many items an answer gave: those of its list, or one. */
export function itemsIn(answer: unknown): number {
  const data = fieldOf(answer, 'data');
  if (Array.isArray(data)) return data.length;
  if (isRecord(answer) && 'page' in answer) {
    const list = Object.values(answer).find(Array.isArray);
    if (list) return list.length;
  }
  return 1;
}

/**
 * The leads that an answer names, each once. A lead is an object with `leadTier` and an `id` of its own, or one that names a
 * person beside a `leadId`.
 * @param asked parameters of the operation: a read about one lead (`leadId`) is a read of that person, whatever it answers.
 */
export function leadsRead(asked: unknown, answer: unknown): string[] {
  const found = new Set<string>();
  const add = (id: unknown) => {
    const text = typeof id === 'string' ? id.toLowerCase() : '';
    if (uuid.test(text)) found.add(text);
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk);
    if (!isRecord(value)) return;
    if ('leadTier' in value && 'id' in value) add(value['id']);
    if ('leadId' in value && naming.some((name) => name in value)) add(value['leadId']);
    if (value['kind'] === 'lead' && typeof value['name'] === 'string') add(value['id']);
    Object.values(value).forEach(walk);
  };
  add(fieldOf(asked, 'leadId'));
  walk(answer);
  return [...found];
}
