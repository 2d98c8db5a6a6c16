/** Tables that are read and written through Sequelize models: administration and the authorization server. */
import { rowsOf } from '../../database/rows';
import {
  accessRequests,
  appPermits,
  oauthAudit,
  documentFaults,
  oauthClients,
  oauthCodes,
  oauthGrants,
  oauthKeys,
  oauthRequests,
  provisioningKeys,
} from './oauth';
import { apiKeys, memberships, organizations, serviceState, users } from './access';
import { oneTimeLinks } from './links';
import { sessions } from './sessions';

export const organizationRows = rowsOf(organizations);
export const userRows = rowsOf(users);
export const membershipRows = rowsOf(memberships);
export const apiKeyRows = rowsOf(apiKeys);
export const linkRows = rowsOf(oneTimeLinks);
export const sessionRows = rowsOf(sessions);
export const serviceStateRows = rowsOf(serviceState);

export const clientRows = rowsOf(oauthClients);
export const documentFaultRows = rowsOf(documentFaults);
export const requestRows = rowsOf(oauthRequests);
export const codeRows = rowsOf(oauthCodes);
export const grantRows = rowsOf(oauthGrants);
export const keyRows = rowsOf(oauthKeys);
export const permitRows = rowsOf(appPermits);
export const accessRequestRows = rowsOf(accessRequests);
export const auditRows = rowsOf(oauthAudit);
export const provisioningKeyRows = rowsOf(provisioningKeys);
