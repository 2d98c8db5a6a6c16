/** Decisions of one owner or admin about apps in one workspace. */
import type { Database } from '../database/database';
import { answerAccessRequest, findAccessRequest } from '../store/oauth/access-requests';
import { writeWorkspace } from '../store/log/workspace-lock';
import { actorColumns, recordAudit } from '../store/log/audit';
import type { AppWrites, Caller } from './workspace';
import { appKey, forbidApp, permitApp } from '../auth/admin-consent';
import { scopes as allScopes } from '../auth/rights';
import { formatScope, storedScopes } from '../auth/scope';
import { OperationError } from '../shared/errors';
import {
  clientsRegisteredFor,
  deleteClientRegisteredFor,
  plainClient,
  saveClient,
  type StoredClient,
} from '../store/oauth/clients';
import { v4 as randomUuid } from 'uuid';

/** Most clients of one workspace that were registered by hand. */
const mostRegistered = 50;

export function appWrites(db: Database, organizationId: string, by: Caller, clock = Date.now): AppWrites {
  return {
    permit: (app, scopes) => permitApp(db, { organizationId, app: appKey(app), scopes, by, now: clock() }),
    forbid: (app) => forbidApp(db, { organizationId, app: appKey(app), by, now: clock() }),
    register: (name, redirectUris) =>
      writeWorkspace(db, organizationId, async () => {
        const there = await clientsRegisteredFor(db, organizationId);
        if (there.length >= mostRegistered) {
          throw new OperationError(
            'conflict',
            `A workspace has at most ${mostRegistered} applications that were registered by hand: remove one first.`,
          );
        }
        const now = clock();
        const client: StoredClient = {
          ...plainClient,
          id: randomUuid(),
          kind: 'registered',
          name,
          uri: null,
          redirectUris,
          grantTypes: ['authorization_code', 'refresh_token'],
          scopes: formatScope(allScopes),
          createdAt: now,
          lastUsedAt: now,
          freshUntil: null,
          logoUri: null,
          tosUri: null,
          policyUri: null,
          registeredFor: organizationId,
          registeredBy: by.kind === 'session' ? by.userId : null,
        };
        await saveClient(db, client);
        return client;
      }),
    unregister: (clientId) => deleteClientRegisteredFor(db, organizationId, clientId),
    async answer(requestId, permitted, chosen) {
      const request = await findAccessRequest(db, requestId);
      if (request?.organization_id !== organizationId) return false;
      const now = clock();
      const userId = by.kind === 'session' ? by.userId : null;
      // The workspace's turn first, as for those who ask: both ways round they could block each other.
      return writeWorkspace(db, organizationId, async () => {
        const answer = permitted ? 'permitted' : 'refused';
        if (!(await answerAccessRequest(db, requestId, answer, userId, now))) return false;
        const { client_id: app, client_name } = request;
        const scopes = chosen ?? storedScopes(request.scopes);
        if (permitted) await permitApp(db, { organizationId, app, scopes, by, now });
        else {
          const object = { object_kind: 'app', object_id: app.slice(0, 120), client_id: app, client_name };
          const who = { organization_id: organizationId, ...actorColumns(by) };
          await recordAudit(db, { at: now, action: 'access_refused', ...who, ...object });
        }
        return true;
      });
    },
  };
}
