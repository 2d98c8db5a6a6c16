/** Sets up the first owner and workspace of an empty installation, through the one-time address that `serve` prints. */
import { z } from 'zod';
import { givenName } from '../../../../tools/fields';
import { openLink } from '../../../auth/one-time-links';
import { sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import { OperationError } from '../../../shared/errors';
import { useLink } from '../../../store/access/links';
import { claimSetUp } from '../../../store/access/first-workspace';
import { addMember } from '../../../store/access/members';
import { createOrganization, hasOrganizations } from '../../../store/access/organizations';
import { actorColumns, recordAudit } from '../../../store/log/audit';
import { addExampleWorkspace } from '../../../workspace/added-workspaces';
import type { ConsoleContext } from './context';
import { requireOwnPage } from './guard';
import { goneLink } from './link-api';
import { afterEnding, enter, hashedFor, readShape, requirePassword } from './session-api';

const shape = z.strictObject({
  token: z.string().max(200),
  workspace: givenName.min(1, 'is required').max(200),
  displayName: givenName.min(1, 'is required').max(200),
  email: z.email('must be an e-mail address').max(254),
  password: z.string().max(1_000),
  /** Whether a second workspace holds the examples with fictional people, which one click removes. */
  data: z.enum(['demo', 'none']).default('none'),
});

export function setupRoutes(context: ConsoleContext): readonly Route[] {
  return [
    { path: '/app/api/setup', answer: { POST: setUp(context) } },
    { path: '/app/api/service', answer: { GET: tell(context) } },
  ];
}

/** What the sign-in page shows to an unknown visitor: whether an owner exists to sign in as, and whether mail is sent. */
function tell({ db, mailLink }: ConsoleContext): Handler {
  return async (_req, res) => sendJson(res, 200, { setUp: await hasOrganizations(db), mails: mailLink !== undefined });
}

function setUp(context: ConsoleContext): Handler {
  return async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const given = await readShape(req, res, shape);
    const { db, clock } = context;
    const link = await openLink(db, given.token, clock());
    if (link?.kind !== 'SETUP' || (await hasOrganizations(db))) throw goneLink();
    const passwordHash = await hashedFor(context, req, given.email, requirePassword(given.password));
    const userId = await db.transaction(async () => {
      if (!(await useLink(db, link, clock())) || (await hasOrganizations(db))) throw goneLink();
      const organization = await createOrganization(db, given.workspace, clock());
      if (!organization) throw goneLink();
      const { id: organizationId } = organization;
      if (!(await claimSetUp(db, organizationId, clock()))) throw goneLink();
      const { email, displayName } = given;
      const owner = { organizationId, email, displayName, role: 'OWNER' as const, active: true, passwordHash };
      const added = await addMember(db, owner, clock());
      if (!added?.userCreated) throw new OperationError('conflict', 'This address has an account already.');
      await recordAudit(db, {
        at: clock(),
        action: 'set_up',
        organization_id: organizationId,
        ...actorColumns({ kind: 'session', userId: added.userId }),
        object_kind: 'workspace',
        object_id: organizationId,
        detail: given.workspace.slice(0, 255),
      });
      if (given.data === 'demo') await addExampleWorkspace(db, added.userId, clock());
      return added.userId;
    });
    await enter(context, req, res, userId, await afterEnding(context, userId));
  };
}
