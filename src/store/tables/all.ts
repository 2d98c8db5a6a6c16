/** All declared tables. Erasing a person, deleting a workspace and the schema tests go through them. */
import { oauthTables } from './oauth';
import { accessTables } from './access';
import { agentTables } from './agent';
import { batchTables } from './batches';
import { changeTables } from './changes';
import { creditTables } from './credits';
import type { Table } from '../../database/define';
import { discoveryTables } from './discovery';
import { engagementTables } from './engagement';
import { jobTables } from './jobs';
import { leadTables } from './leads';
import { opinionTables } from './opinions';
import { savedViewTables } from './saved-views';
import { outreachTables } from './outreach';
import { linkTables } from './links';
import { peopleTables } from './sessions';
import { digestTables } from './digests';
import { privacyTables } from './privacy';
import { uploadTables } from './uploads';
import { usageTables } from './usage';
import { webhookTables } from './webhooks';

export const allTables: readonly Table[] = [
  ...accessTables,
  ...engagementTables,
  ...leadTables,
  ...oauthTables,
  ...jobTables,
  ...creditTables,
  ...discoveryTables,
  ...peopleTables,
  ...linkTables,
  ...batchTables,
  ...agentTables,
  ...privacyTables,
  ...uploadTables,
  ...changeTables,
  ...outreachTables,
  ...webhookTables,
  ...digestTables,
  ...usageTables,
  ...opinionTables,
  ...savedViewTables,
];

/** The tables whose rows belong to a workspace. */
export const workspaceTables = allTables.filter(({ columns }) => 'organization_id' in columns);
