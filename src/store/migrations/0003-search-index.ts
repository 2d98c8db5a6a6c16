/**
 * Search: words of scripts without spaces stand in the index letter by letter, and the parts of long words are gone. Leads whose text has
 * such letters or parts are marked with the term `*`, as not indexed: every search looks through them until their text changes. Frozen.
 */
import { rows, type Migration } from '../../database/migrations/migration';

const mark = (insert: string, hasLetters: string) => [
  rows(`${insert} INTO lead_terms (organization_id, term, lead_id)
    SELECT organization_id, '*', id FROM leads WHERE ${hasLetters}`),
  rows(`${insert} INTO lead_terms (organization_id, term, lead_id)
    SELECT organization_id, '*', lead_id FROM lead_terms WHERE CHAR_LENGTH(term) = 40`),
];

/** Ranges of the scripts, escaped once for the text of a statement, as `unspaced` of the search had them when this was written. */
const letters =
  '\\\\x{0E00}-\\\\x{0FFF}\\\\x{1000}-\\\\x{109F}\\\\x{1780}-\\\\x{17FF}\\\\x{3040}-\\\\x{30FF}\\\\x{3400}-\\\\x{9FFF}\\\\x{F900}-\\\\x{FAFF}';

export const searchIndex: Migration = {
  name: '0003-search-index',
  sqlite: {
    up: mark(
      'INSERT OR IGNORE',
      `search_text GLOB '*[\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF\u{20000}-\u{3FFFF}]*'`,
    ).map((step) => (step.kind === 'rows' ? rows(step.sql.replace('CHAR_LENGTH', 'LENGTH')) : step)),
    down: [rows(`DELETE FROM lead_terms WHERE term = '*'`)],
  },
  mysql: {
    up: mark('INSERT IGNORE', `search_text REGEXP '[${letters}\\\\x{20000}-\\\\x{3FFFF}]'`),
    down: [rows(`DELETE FROM lead_terms WHERE term = '*'`)],
  },
};
