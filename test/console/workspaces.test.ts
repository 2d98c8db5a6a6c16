/** Owners make, rename and delete workspaces in the console; example data have one of their own. */
import { z } from 'zod';
import { newId } from '../../src/database/new-id';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { removeWorkspaceJob } from '../../src/privacy/delete-workspace';
import { addMember } from '../../src/store/access/members';
import { allTables } from '../../src/store/tables/all';
import { workOff } from '../agent/support/workspace';
import { seedWorkspace } from '../support/seed';
import { startTestService, type TestService } from '../support/service';
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { Browser } from './support';

let service: TestService;
let organizationId: string;
let owner: Browser;
const places = z.object({ workspaces: z.array(z.object({ id: z.string(), name: z.string(), example: z.boolean() })) });
const isMade = z.object({ organizationId: z.string(), name: z.string() });

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await seedWorkspace(service.db, 'made')).organizationId;
  const member = { organizationId, email: 'o@acme.example', displayName: 'O', active: true, passwordHash: null };
  const added = await addMember(service.db, { ...member, role: 'OWNER' });
  owner = new Browser(service);
  owner.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(added?.userId ?? ''));
});
afterAll(() => service.end());

const seen = async () => places.parse((await owner.get('session')).body).workspaces;
const add = (given: object) => owner.post(`${organizationId}/add_workspace`, given);

it('makes another, which the same session sees at once, and records it in both', async () => {
  const made = await add({ name: 'Second' });
  expect([made.status, made.body]).toEqual([200, { organizationId: expect.any(String), name: 'Second' }]);
  expect((await seen()).map(({ name, example }) => [name, example])).toContainEqual(['Second', false]);
  const logged = await service.db.select<{ organization_id: string }>(
    "SELECT organization_id FROM oauth_audit WHERE action = 'add_workspace'",
  );
  const { organizationId: second } = isMade.parse(made.body);
  expect(logged.map((row) => row.organization_id).sort()).toEqual([organizationId, second].sort());
  const refused = [{ name: 'Second' }, {}, { name: 'x', data: 'demo' }].map((given) => add(given));
  expect((await Promise.all(refused)).map(({ code }) => code)).toEqual([
    'conflict',
    'validation_failed',
    'validation_failed',
  ]);
  expect((await owner.post(`${second}/rename_workspace`, { name: 'Renamed' })).status).toBe(200);
  expect((await seen()).map(({ name }) => name)).toContain('Renamed');
  await owner.post(`${second}/delete_workspace`, { confirm: true, name: 'Renamed' });
});

it('keeps example data apart, and removes them without a name to type', async () => {
  const { organizationId: examples } = isMade.parse((await add({ data: 'demo' })).body);
  expect(await seen()).toContainEqual({ id: examples, name: 'Example data', example: true });
  const [job] = await service.db.select("SELECT organization_id FROM jobs WHERE name = 'load-demo'");
  expect(job).toEqual({ organization_id: examples });
  // With somebody's own data in it, it is no longer one of examples alone.
  const batch = (startedBy: string | null) =>
    service.db.run(
      `INSERT INTO batches (organization_id, id, kind, source, name, status, started_by, started_at, touched_at, settings, records,
         engagements_new, people_new, posts_new) VALUES (?, ?, 'import', 'csv', 'own.csv', 'DONE', ?, 1, 1, '{}', 0, 0, 0, 0)`,
      [examples, newId(), startedBy],
    );
  await batch(null);
  expect(await seen()).toContainEqual({ id: examples, name: 'Example data', example: true });
  await batch('O');
  expect(await seen()).toContainEqual({ id: examples, name: 'Example data', example: false });
  const unnamed = await owner.post(`${examples}/delete_workspace`, { confirm: true });
  expect([unnamed.code, unnamed.status]).toEqual(['validation_failed', 400]);
  await service.db.run('DELETE FROM batches WHERE organization_id = ? AND started_by IS NOT NULL', [examples]);
  expect((await owner.post(`${examples}/delete_workspace`, { confirm: true })).status).toBe(200);
  expect((await seen()).map(({ id }) => id)).toEqual([organizationId]);
});

it('lets one person own 20, those made at once among them', async () => {
  const many = await Promise.all(Array.from({ length: 22 }, (_, at) => add({ name: `Many ${at}` })));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(19);
  expect(new Set(many.map(({ code }) => code))).toEqual(new Set([undefined, 'conflict']));
});

it('deletes one for its owner, who types its name, until no row of any table names it', async () => {
  await createApiKey(service.db, { organizationId, name: 'k', dataAccess: dataAccessFlags, expiresAt: null });
  await owner.post(`${organizationId}/create_webhook`, {
    url: 'https://hooks.example.com/l',
    types: ['leads.changed'],
  });
  await owner.post(`${organizationId}/add_digest`, {
    to: 'mailto:o@acme.example',
    for: 'workspace',
    schedule: '0 8 * * 1-5',
  });
  const end = (given: object) => owner.post(`${organizationId}/delete_workspace`, { confirm: true, ...given });
  for (const given of [{}, { name: 'another' }]) expect((await end(given)).code).toBe('validation_failed');
  const [named] = (await seen()).filter(({ id }) => id === organizationId);
  const admin = new Browser(service);
  const other = { organizationId, email: 'a@acme.example', displayName: 'A', active: true, passwordHash: null };
  const added = await addMember(service.db, { ...other, role: 'ADMIN' });
  admin.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(added?.userId ?? ''));
  for (const operation of ['add_workspace', 'delete_workspace']) {
    const answer = await admin.post(`${organizationId}/${operation}`, { confirm: true, name: named?.name });
    expect(answer.code).toBe('role_required');
  }
  expect((await end({ name: named?.name })).status).toBe(200);
  expect((await end({ name: named?.name })).code).toBe('not_found');
  await service.db.run("UPDATE jobs SET run_at = 0 WHERE name = 'delete-workspace'");
  await workOff(service.db, [removeWorkspaceJob]);
  for (const { name } of allTables) {
    const text = JSON.stringify(await service.db.select(`SELECT * FROM ${name}`));
    // The log of the installation keeps that it was deleted, and by whom.
    expect([name, text.includes(organizationId)]).toEqual([name, name === 'oauth_audit']);
  }
  expect((await seen()).length).toBe(19);
});
