/** The Sequelize models of this part: defined once for each connection. */
import type { Model, ModelStatic } from 'sequelize';
import type { Database } from '../database';
import { modelOf, type RowOf, type Table } from '../tables/define';
import { oauthAudit, oauthClients, oauthCodes, oauthGrants, oauthKeys, oauthRequests } from './tables';

type ModelOf<T extends Table> = ModelStatic<Model<RowOf<T>, Partial<RowOf<T>>>>;

export interface OauthModels {
  readonly clients: ModelOf<typeof oauthClients>;
  readonly requests: ModelOf<typeof oauthRequests>;
  readonly codes: ModelOf<typeof oauthCodes>;
  readonly grants: ModelOf<typeof oauthGrants>;
  readonly keys: ModelOf<typeof oauthKeys>;
  readonly audit: ModelOf<typeof oauthAudit>;
}

const known = new WeakMap<Database, OauthModels>();

export function oauthModels(db: Database): OauthModels {
  let models = known.get(db);
  if (!models) {
    models = {
      clients: modelOf(db, oauthClients),
      requests: modelOf(db, oauthRequests),
      codes: modelOf(db, oauthCodes),
      grants: modelOf(db, oauthGrants),
      keys: modelOf(db, oauthKeys),
      audit: modelOf(db, oauthAudit),
    };
    known.set(db, models);
  }
  return models;
}

/** The row behind a model instance. */
export function rowOf<Row extends object>(instance: Model<Row, Partial<Row>>): Row {
  return instance.get({ plain: true });
}
