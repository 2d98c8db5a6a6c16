/** Second opinions on comments: who read them, cached answers, what was asked each day, and comparisons. Frozen. */
import { addColumn, createTable, dropColumn, dropTable, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('engagements', 'said_by VARCHAR(100)'),
    addColumn('engagements', 'said_built_in VARCHAR(24)'),
    createTable(
      'opinions',
      `
      organization_id VARCHAR(36) NOT NULL, digest VARCHAR(43) NOT NULL, said VARCHAR(24), asked_at BIGINT NOT NULL
      `,
      'organization_id, digest',
    ),
    createTable(
      'opinion_passes',
      `
      organization_id VARCHAR(36) NOT NULL, reader VARCHAR(120) NOT NULL, host VARCHAR(300) NOT NULL,
      first_at BIGINT NOT NULL, revision BIGINT NOT NULL
      `,
      'organization_id, reader',
    ),
    createTable(
      'opinion_comparisons',
      `
      organization_id VARCHAR(36) NOT NULL, reader VARCHAR(120) NOT NULL, compared_at BIGINT NOT NULL,
      comments INTEGER NOT NULL, asked INTEGER NOT NULL, built_in_right INTEGER NOT NULL, second_right INTEGER NOT NULL,
      beats TINYINT NOT NULL
      `,
      'organization_id, reader',
    ),
    createTable(
      'opinion_days',
      `
      day VARCHAR(10) NOT NULL, requests INTEGER NOT NULL, answers INTEGER NOT NULL, unusable INTEGER NOT NULL,
      failures INTEGER NOT NULL, tokens BIGINT NOT NULL, last_failure VARCHAR(200)
      `,
      'day',
    ),
  ],
  down: [
    dropTable('opinion_days'),
    dropTable('opinion_comparisons'),
    dropTable('opinion_passes'),
    dropTable('opinions'),
    dropColumn('engagements', 'said_built_in'),
    dropColumn('engagements', 'said_by'),
  ],
};

export const secondOpinion: Migration = { name: '0109-second-opinion', sqlite: steps, mysql: steps };
