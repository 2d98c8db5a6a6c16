/**
 * Search: on SQLite the two tables of the index are kept in the order of their keys alone, at half their size. A lead whose words are so
 * many and so long that they would cost the index more than a headline does is marked with the term `*`, as not indexed. Frozen.
 */
import { rows, storeByKey, storeByRowid, type Migration } from '../../database/migrations/migration';

const id = 'VARCHAR(36) NOT NULL';
const tables = [
  ['lead_terms', `organization_id ${id}, term VARCHAR(40) NOT NULL, lead_id ${id}`, 'organization_id, term, lead_id'],
  [
    'term_suffixes',
    `organization_id ${id}, suffix VARCHAR(40) NOT NULL, term VARCHAR(40) NOT NULL`,
    'organization_id, suffix, term',
  ],
] as const;

/** As many letters of endings as the search allowed when this was written. */
const mark = (insert: string, length: string) =>
  rows(`${insert} INTO lead_terms (organization_id, term, lead_id)
    SELECT organization_id, '*', lead_id FROM lead_terms WHERE term <> '*'
    GROUP BY organization_id, lead_id HAVING SUM(${length}(term) * ${length}(term)) > 4096`);

export const compactSearchIndex: Migration = {
  name: '0012-compact-search-index',
  sqlite: {
    up: [...tables.map(([table, columns, key]) => storeByKey(table, columns, key)), mark('INSERT OR IGNORE', 'LENGTH')],
    down: tables.map(([table, columns, key]) => storeByRowid(table, columns, key)),
  },
  mysql: { up: [mark('INSERT IGNORE', 'CHAR_LENGTH')], down: [] },
};
