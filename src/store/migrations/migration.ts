import type { QueryInterface } from 'sequelize';
import type { RunnableMigration } from 'umzug';

/** One step of the schema, forward and back. */
export type Migration = RunnableMigration<QueryInterface>;
