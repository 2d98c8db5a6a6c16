/** What the judgement of leads needs: grade and order, what a comment says, how sure a time is, trends. Frozen. */
import { addColumn, addIndex, dropColumn, dropIndex, rows, type Migration } from '../../database/migrations/migration';

const steps = (orIgnore: 'OR IGNORE' | 'IGNORE') => ({
  up: [
    addColumn('people', 'standing VARCHAR(500)'),
    addColumn('engagements', 'earliest_at BIGINT'),
    addColumn('engagements', 'dated TINYINT'),
    addColumn('engagements', 'comment_class VARCHAR(24)'),
    addColumn('leads', "fit_grade VARCHAR(24) NOT NULL DEFAULT 'D'"),
    addColumn('leads', 'priority BIGINT NOT NULL DEFAULT 0'),
    addColumn('leads', 'priority_revision BIGINT NOT NULL DEFAULT 0'),
    addIndex('leads', 'leads_priority', 'organization_id, disposition, priority DESC, id'),
    addColumn('account_summaries', 'signals_14d INTEGER NOT NULL DEFAULT 0'),
    addColumn('account_summaries', 'previous_signals_14d INTEGER NOT NULL DEFAULT 0'),
    addColumn('account_summaries', 'new_people_14d INTEGER NOT NULL DEFAULT 0'),
    addColumn('account_summaries', 'trend INTEGER NOT NULL DEFAULT 0'),
    addColumn('account_summaries', 'trend_revision BIGINT NOT NULL DEFAULT 0'),
    addIndex('account_summaries', 'account_summaries_trend', 'organization_id, trend, account_id'),
    // Grades are worked out by the program: everybody is scored anew.
    rows(`INSERT ${orIgnore} INTO scoring_queue (organization_id, person_id) SELECT organization_id, id FROM leads`),
  ],
  down: [
    dropIndex('account_summaries', 'account_summaries_trend'),
    dropColumn('account_summaries', 'trend_revision'),
    dropColumn('account_summaries', 'trend'),
    dropColumn('account_summaries', 'new_people_14d'),
    dropColumn('account_summaries', 'previous_signals_14d'),
    dropColumn('account_summaries', 'signals_14d'),
    dropIndex('leads', 'leads_priority'),
    dropColumn('leads', 'priority_revision'),
    dropColumn('leads', 'priority'),
    dropColumn('leads', 'fit_grade'),
    dropColumn('engagements', 'comment_class'),
    dropColumn('engagements', 'dated'),
    dropColumn('engagements', 'earliest_at'),
    dropColumn('people', 'standing'),
  ],
});

export const judgement: Migration = { name: '0006-judgement', sqlite: steps('OR IGNORE'), mysql: steps('IGNORE') };
