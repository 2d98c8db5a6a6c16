/** The history of one object, such as a lead. Frozen. */
import { addIndex, dropIndex, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [addIndex('oauth_audit', 'oauth_audit_object', 'organization_id, object_id, at')],
  down: [dropIndex('oauth_audit', 'oauth_audit_object')],
};

export const auditOfObject: Migration = { name: '0096-audit-of-object', sqlite: steps, mysql: steps };
