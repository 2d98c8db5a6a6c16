/** Saved views: everybody in the workspace sees them, members change their own, owners and admins change every one. */
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import { newId } from '../../src/database/new-id';
import { mostViews, mostViewsOfOne } from '../../src/store/access/saved-views';
import { roles, type Role } from '../../src/shared/values';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { action, queries } from '../../tools/catalogue';
import { memberCaller } from '../support/callers';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';

const query = 'leadTier=PRIORITY%2CQUALIFIED&search=Zo%C3%AB+M&sortBy=priority';

let opened: OpenTestDatabase;
let organizationId: string;
let of: Record<Role | 'OTHER', ActingWorkspace>;
beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  ({ organizationId } = await seedWorkspace(opened.db, 'views', 2));
  const open = workspaceOpener(opened.db, { cursorKey: Buffer.alloc(32), network });
  const as = async (role: Role) =>
    open(organizationId, dataAccessOf(dataAccessFlags), await memberCaller(opened.db, organizationId, role));
  const [OWNER, ADMIN, MEMBER, OTHER] = await Promise.all(
    [...(['OWNER', 'ADMIN', 'MEMBER', 'MEMBER'] as const)].map(as),
  );
  if (!OWNER || !ADMIN || !MEMBER || !OTHER) throw new Error('nobody');
  of = { OWNER, ADMIN, MEMBER, OTHER };
});
afterEach(() => opened.close());

const listed = async (workspace: ActingWorkspace) => {
  const answer = await queries.find(({ name }) => name === 'list_saved_views')?.ask(workspace, {});
  return answer?.['data'];
};
const save = (workspace: ActingWorkspace, name: string, text = query) =>
  action.saveView.act(workspace, { page: 'leads', name, query: text });

test.each(roles)('one that a member saves is seen by %s, with the same address', async (role) => {
  const { id } = await save(of.MEMBER, ' Worth a call ');
  const view = { id, page: 'leads', name: 'Worth a call', query, savedBy: 'MEMBER' };
  expect(await listed(of[role])).toEqual([{ ...view, mayChange: true }]);
  expect(await listed(of.OTHER)).toEqual([{ ...view, mayChange: false }]);
});

test('a view of the same name is replaced by who may change it, and by nobody else', async () => {
  await save(of.MEMBER, 'Mine');
  await save(of.MEMBER, 'mine', 'leadTier=NURTURE');
  expect(await listed(of.MEMBER)).toMatchObject([{ name: 'mine', query: 'leadTier=NURTURE' }]);
  await expect(save(of.OTHER, 'MINE')).rejects.toMatchObject({ code: 'conflict' });
  await save(of.ADMIN, 'Mine');
  expect(await listed(of.MEMBER)).toMatchObject([{ query, savedBy: 'ADMIN', mayChange: false }]);
});

test('members remove what they saved, owners and admins any', async () => {
  const { id } = await save(of.MEMBER, 'Mine');
  await expect(action.removeView.act(of.OTHER, { viewId: id })).rejects.toMatchObject({ code: 'role_required' });
  await action.removeView.act(of.MEMBER, { viewId: id });
  await expect(action.removeView.act(of.OWNER, { viewId: id })).rejects.toMatchObject({ code: 'not_found' });
  for (const role of ['OWNER', 'ADMIN'] as const) {
    const next = await save(of.MEMBER, role);
    await action.removeView.act(of[role], { viewId: next.id });
  }
  expect(await listed(of.MEMBER)).toEqual([]);
});

test('one member fills no workspace: they replace and remove theirs, and others save on', async () => {
  for (let at = 0; at < mostViewsOfOne; at += 1) await save(of.MEMBER, `view ${at}`);
  const mine = `A member has at most ${mostViewsOfOne} views: remove one of yours first.`;
  await expect(save(of.MEMBER, 'one more')).rejects.toMatchObject({ code: 'conflict', message: mine });
  const { id } = await save(of.MEMBER, 'VIEW 0', 'leadTier=NURTURE');
  await save(of.OTHER, 'of somebody else');
  // With more than that, from before there was a bound, they still replace theirs.
  await opened.db.run('UPDATE saved_views SET created_by = (SELECT created_by FROM saved_views WHERE id = ?)', [id]);
  const again = await save(of.MEMBER, 'of SOMEBODY else', 'leadTier=NURTURE');
  expect(await listed(of.MEMBER)).toHaveLength(mostViewsOfOne + 1);
  await action.removeView.act(of.MEMBER, { viewId: again.id });
  await save(of.OTHER, 'of somebody else');
  await action.removeView.act(of.ADMIN, { viewId: id });
  await save(of.MEMBER, 'one more');
  expect(await listed(of.MEMBER)).toHaveLength(mostViewsOfOne + 1);
});

test('an admin who takes over the views of others has their bound too', async () => {
  await save(of.MEMBER, 'of a member');
  for (let at = 0; at < mostViewsOfOne; at += 1) await save(of.ADMIN, `view ${at}`);
  await expect(save(of.ADMIN, 'of a member')).rejects.toMatchObject({ code: 'conflict' });
});

test('there are so many at most, and one of a former member stays', async () => {
  await save(of.MEMBER, 'first');
  await opened.db.run('DELETE FROM memberships WHERE user_id = (SELECT created_by FROM saved_views)', []);
  expect(await listed(of.OTHER)).toMatchObject([{ name: 'first', savedBy: null, mayChange: false }]);
  const row = { organization_id: organizationId, page: 'leads', filters: '[]', created_by: null, created_at: 1 };
  for (let at = 1; at < mostViews; at += 1) {
    const values = [row.organization_id, newId(), row.page, `view ${at}`, row.filters, row.created_by, row.created_at];
    await opened.db.run('INSERT INTO saved_views VALUES (?, ?, ?, ?, ?, ?, ?)', values);
  }
  await expect(save(of.OTHER, 'one more')).rejects.toMatchObject({ code: 'conflict' });
  expect(await listed(of.OTHER)).toHaveLength(mostViews);
});
