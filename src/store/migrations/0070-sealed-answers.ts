/** First answers of changes lie encrypted from here on: those that do not, of one day at most, go. Frozen. */
import { rows, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    rows('DELETE FROM idempotency_keys'),
    rows(`UPDATE service_state SET value = '3' WHERE name = 'writer_version' AND value = '2'`),
  ],
  down: [
    rows('DELETE FROM idempotency_keys'),
    rows(`UPDATE service_state SET value = '2' WHERE name = 'writer_version' AND value = '3'`),
  ],
};

export const sealedAnswers: Migration = { name: '0070-sealed-answers', sqlite: steps, mysql: steps };
