/** The language in which a digest is written; null is English. Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = { up: [addColumn('digests', 'language VARCHAR(24)')], down: [dropColumn('digests', 'language')] };

export const digestLanguage: Migration = { name: '0111-digest-language', sqlite: steps, mysql: steps };
