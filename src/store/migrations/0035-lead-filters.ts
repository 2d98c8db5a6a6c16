/** Leads by country and industry, and the latest leads of an account. Frozen. */
import { addIndex, dropIndex, type Migration } from '../../database/migrations/migration';

const steps = {
  up: [
    addIndex('people', 'people_country', 'organization_id, country, id'),
    addIndex('people', 'people_industry', 'organization_id, industry, id'),
    addIndex('accounts', 'accounts_industry', 'organization_id, industry, id'),
    dropIndex('leads', 'leads_account'),
    addIndex('leads', 'leads_account', 'organization_id, account_id, disposition, last_signal_at DESC, id'),
  ],
  down: [
    dropIndex('leads', 'leads_account'),
    addIndex('leads', 'leads_account', 'organization_id, account_id, disposition'),
    dropIndex('accounts', 'accounts_industry'),
    dropIndex('people', 'people_industry'),
    dropIndex('people', 'people_country'),
  ],
};

export const leadFilters: Migration = { name: '0035-lead-filters', sqlite: steps, mysql: steps };
