/** Why a lead has its tier, what keeps it from PRIORITY and why it is left out: noted when it is scored (0030 queues everybody). Frozen. */
import { addColumn, dropColumn, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addColumn('leads', 'tier_row VARCHAR(60)'),
    addColumn('leads', "tier_gaps VARCHAR(100) NOT NULL DEFAULT ''"),
    addColumn('leads', 'excluded_because VARCHAR(200)'),
  ],
  down: [dropColumn('leads', 'excluded_because'), dropColumn('leads', 'tier_gaps'), dropColumn('leads', 'tier_row')],
};

export const tierReasons: Migration = { name: '0031-tier-reasons', sqlite: steps, mysql: steps };
