/** When disposition and owner of a person were set by hand, which no import changes then. Frozen. */
import { addColumn, dropColumn, rows, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('people', 'disposition_set_at BIGINT'),
    addColumn('people', 'owner_set_at BIGINT'),
    rows(`UPDATE service_state SET value = '4' WHERE name = 'writer_version' AND value = '3'`),
  ],
  down: [
    rows(`UPDATE service_state SET value = '3' WHERE name = 'writer_version' AND value = '4'`),
    dropColumn('people', 'owner_set_at'),
    dropColumn('people', 'disposition_set_at'),
  ],
};

export const setByHand: Migration = { name: '0071-set-by-hand', sqlite: steps, mysql: steps };
