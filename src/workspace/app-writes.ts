/** Decisions of one owner or admin about apps in one workspace. */
import type { Database } from '../database/database';
import { answerAccessRequest, findAccessRequest } from '../store/oauth/access-requests';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { actorColumns, recordAudit } from '../store/oauth/audit';
import type { AppWrites, Caller } from './workspace';
import { appKey, forbidApp, permitApp } from '../auth/admin-consent';
import { storedScopes } from '../auth/scope';

export function appWrites(db: Database, organizationId: string, by: Caller, clock = Date.now): AppWrites {
  return {
    permit: (app, scopes) => permitApp(db, { organizationId, app: appKey(app), scopes, by, now: clock() }),
    forbid: (app) => forbidApp(db, { organizationId, app: appKey(app), by, now: clock() }),
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
