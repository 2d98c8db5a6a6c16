/** The change log: at which revision a lead or an account changed last, what was deleted and why, and how tiers moved. Frozen. */
import {
  addColumn,
  addIndex,
  createTable,
  dropColumn,
  dropIndex,
  dropTable,
  rows,
  type Migration,
} from '../../database/migrations/migration';

const steps = {
  up: [
    // Whoever is there already has revision 0: the feed begins with them.
    addColumn('leads', 'change_revision BIGINT NOT NULL DEFAULT 0'),
    addIndex('leads', 'leads_changed', 'organization_id, change_revision, id'),
    addIndex('leads', 'leads_updated', 'organization_id, updated_at DESC, id'),
    addIndex('leads', 'leads_created', 'organization_id, created_at DESC, id'),
    addColumn('account_summaries', 'change_revision BIGINT NOT NULL DEFAULT 0'),
    addColumn('account_summaries', 'changed_at BIGINT NOT NULL DEFAULT 0'),
    addIndex('account_summaries', 'account_summaries_changed', 'organization_id, change_revision, account_id'),
    rows(
      `UPDATE account_summaries SET changed_at = CASE WHEN latest_signal_at > 0 THEN latest_signal_at ELSE 1 END
       WHERE changed_at = 0`,
    ),
    createTable(
      'change_tombstones',
      `
      organization_id VARCHAR(36) NOT NULL, kind VARCHAR(24) NOT NULL, object_id VARCHAR(120) NOT NULL,
      revision BIGINT NOT NULL, reason VARCHAR(24) NOT NULL, merged_into VARCHAR(120), changed_at BIGINT NOT NULL
      `,
      'organization_id, kind, object_id',
    ),
    addIndex('change_tombstones', 'change_tombstones_order', 'organization_id, kind, revision, object_id'),
    addIndex('change_tombstones', 'change_tombstones_time', 'organization_id, changed_at'),
    createTable(
      'tier_changes',
      `
      organization_id VARCHAR(36) NOT NULL, revision BIGINT NOT NULL, lead_id VARCHAR(36) NOT NULL,
      from_tier VARCHAR(24), to_tier VARCHAR(24) NOT NULL, reason VARCHAR(24) NOT NULL, changed_at BIGINT NOT NULL
      `,
      'organization_id, revision, lead_id',
    ),
    addIndex('tier_changes', 'tier_changes_time', 'organization_id, changed_at DESC, revision DESC, lead_id'),
    addIndex('tier_changes', 'tier_changes_lead', 'organization_id, lead_id'),
    addColumn('scoring_queue', 'cause VARCHAR(24)'),
    rows(`UPDATE service_state SET value = '2' WHERE name = 'writer_version' AND value = '1'`),
  ],
  down: [
    rows(`UPDATE service_state SET value = '1' WHERE name = 'writer_version' AND value = '2'`),
    dropColumn('scoring_queue', 'cause'),
    dropTable('tier_changes'),
    dropTable('change_tombstones'),
    dropIndex('account_summaries', 'account_summaries_changed'),
    dropColumn('account_summaries', 'changed_at'),
    dropColumn('account_summaries', 'change_revision'),
    dropIndex('leads', 'leads_created'),
    dropIndex('leads', 'leads_updated'),
    dropIndex('leads', 'leads_changed'),
    dropColumn('leads', 'change_revision'),
  ],
};

export const changes: Migration = { name: '0040-changes', sqlite: steps, mysql: steps };
