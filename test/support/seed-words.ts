/** Names and words of the seeded people, posts and companies. */
import type { EngagementType } from '../../src/store/tables/engagement';

export const firstNames = ['Mara', 'Jonas', 'Zoë', 'Ana', 'Łukasz', 'Priya', 'Omar', 'Ingrid', 'Wei', 'Chloé'];
export const lastNames = [
  'Lindqvist',
  'Aaltonen',
  'Müller',
  'Ferreira',
  'Nowak',
  'Raman',
  'Haddad',
  'Berg',
  'Zhang',
  'Moreau',
];
export const titles = ['VP Marketing', 'Head of Sales', 'CTO', 'Product Manager', 'Growth Lead'];
export const companies = ['Nordwind Robotics', 'Acme, Inc.', 'Søren & Søn', '100% Pure_Foods', 'Globex'];
export const types: readonly EngagementType[] = ['LIKE', 'COMMENT', 'REPOST'];

/** Remainder as an index: always an element, because the lists are not empty. */
export function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('picked from an empty list');
  return item;
}
