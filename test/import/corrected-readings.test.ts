/** How sure a reading is, and what a person set right of it, which stays whatever reads the comments again. */
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, type DataAccessFlag } from '../../src/auth/rights';
import { renewReadings } from '../../src/ingest/import/renewal';
import { commandTree } from '../../src/interfaces/cli/main';
import { personRequests } from '../../src/privacy/requests';
import { createOrganization } from '../../src/store/access/organizations';
import { correctedComments, noteReadings } from '../../src/store/writes/readings';
import { testSuppressionKey } from '../support/keeper';
import { bearer, send, startTestService, type TestService } from '../support/service';
import { undo } from '../undo/support/undoing';
import { activity, importInto, ndjson, now, openSite, slugUrl, type Site } from './support/site';

const row = (kind: 'comment' | 'like', n: number, commentText?: string) => ({
  ...{ kind, profileUrl: slugUrl(`person-${n}`), name: `Person ${n}`, headline: `VP Sales at Company${n}x` },
  ...{ postUrl: activity(0), commentText, occurredAt: '2026-11-15T12:00:00Z', observedAt: '2026-11-15T12:00:00Z' },
});
const rows = [row('comment', 0, 'What does it cost?'), row('comment', 1, 'Nice'), row('like', 2)];

let service: TestService;
let site: Site;
let org: string;
let first: string;
let reading: string;
let writing: string;
const bring = (name: string, some: readonly object[]) =>
  importInto({ db: service.db }, org, site.file(name, ndjson(some)), { format: 'generic' });

beforeAll(async () => {
  service = await startTestService({ kind: 'sqlite', env: { SUPPRESSION_KEY: testSuppressionKey } });
  site = await openSite('sqlite');
  org = (await createOrganization(service.db, 'own', now))?.id ?? '';
  reading = await service.key(org);
  const key = { organizationId: org, name: 'CRM', dataAccess: dataAccessFlags, expiresAt: null };
  writing = (await createApiKey(service.db, { ...key, canWrite: true })).secret;
  first = (await bring('rows.ndjson', rows)).batchId ?? '';
});
afterAll(async () => {
  await service.end();
  await site.close();
});

async function ask(method: string, path: string, key = writing, body?: object, headers: object = {}) {
  const given: Record<string, string> = { ...bearer(key), ...headers };
  if (body !== undefined) given['Content-Type'] = 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await send(service, `/api/v1/customer/leads${path}`, {
    ...{ method, headers: given },
    ...sent,
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
}
interface Shown {
  readonly id: string;
  readonly type: string;
  readonly said: string | null;
  readonly saidConfidence: number | null;
  readonly lead: { readonly id: string; readonly displayName: string };
}
const signals = async (query = ''): Promise<readonly Shown[]> => (await ask('GET', `/signals${query}`)).body.data;
const of = async (n: number): Promise<Shown> => {
  const found = (await signals()).find(({ lead }) => lead.displayName === `Person ${n}`);
  if (!found) throw new Error('no signal');
  return found;
};
const place = ({ id, lead }: Shown) => `/${lead.id}/engagements/${id}`;

it('says how sure a class is on signals, engagements and evidence, and filters by it', async () => {
  const comment = await of(0);
  expect(comment).toMatchObject({ said: 'price', saidConfidence: expect.any(Number) as number });
  expect(comment.saidConfidence).toBeGreaterThan(0);
  expect(await of(2)).toMatchObject({ said: null, saidConfidence: null });
  const { profile } = (await ask('GET', `/${(await of(2)).lead.id}`)).body.data;
  expect(profile).toMatchObject({ title: 'VP Sales', readConfidence: expect.any(Number) as number });
  expect(profile.readConfidence).toBeGreaterThan(0.5);
  const { lead, saidConfidence } = comment;
  const engagements = await ask('GET', `/${lead.id}/engagements`);
  expect(engagements.body.data).toMatchObject([{ said: 'price', saidConfidence }]);
  expect((await ask('GET', `/${lead.id}`)).body.data.scoring.intent).toMatchObject([{ saidConfidence }]);
  const sure = `${saidConfidence}`;
  expect((await signals(`?saidBelow=${sure}`)).map(({ id }) => id)).not.toContain(comment.id);
  expect((await signals(`?saidBelow=1`)).every((one) => (one.saidConfidence ?? 1) < 1)).toBe(true);
  for (const wrong of ['1.1', '-0.1', 'x', ''])
    expect((await ask('GET', `/signals?saidBelow=${wrong}`)).status).toBe(400);
});

it('takes a correction with a key that writes alone, and refuses what is none', async () => {
  const comment = await of(1);
  const flags: readonly DataAccessFlag[] = ['leads'];
  const key = { organizationId: org, name: 'no', dataAccess: flags, expiresAt: null };
  const unflagged = (await createApiKey(service.db, { ...key, canWrite: true })).secret;
  const body = { said: 'request' };
  expect((await ask('PATCH', place(comment), writing, { said: 'plain' })).status).toBe(200);
  expect((await ask('PATCH', place(comment), reading, body)).status).toBe(403);
  expect((await ask('PATCH', place(comment), unflagged, body)).status).toBe(403);
  expect((await ask('PATCH', place(comment), writing, body, { 'If-Match': '"other"' })).status).toBe(412);
  for (const wrong of [{}, { said: 'buying' }, { said: null }, { said: 'price', more: 1 }])
    expect((await ask('PATCH', place(comment), writing, wrong)).status).toBe(400);
  expect((await ask('PATCH', place(await of(2)), writing, body)).status).toBe(409);
  expect((await ask('PATCH', place({ ...comment, lead: (await of(0)).lead }), writing, body)).status).toBe(404);
  expect((await ask('PATCH', place({ ...comment, id: 'x' }), writing, body)).status).toBe(404);
});

it('scores with a correction at once, records it, and keeps it through renewal, import and undo', async () => {
  const comment = await of(1);
  const before = (await ask('GET', `/${comment.lead.id}`)).body.data.intentScore;
  const twice = { 'Idempotency-Key': 'once' };
  const made = await ask('PATCH', place(comment), writing, { said: 'request' }, twice);
  expect(made.body.data).toMatchObject({ id: comment.id, said: 'request', saidConfidence: 1 });
  expect((await ask('PATCH', place(comment), writing, { said: 'request' }, twice)).body).toEqual(made.body);
  expect((await ask('GET', `/${comment.lead.id}`)).body.data.intentScore).toBeGreaterThan(before);
  const audited = await service.db.select<{ detail: string }>(
    `SELECT detail FROM oauth_audit WHERE action = 'correct_comment' AND object_id = ? ORDER BY id`,
    [comment.id],
  );
  expect(audited.at(-1)).toEqual({ detail: 'said request, was plain' });
  const stays = async () => expect(await of(1)).toMatchObject({ said: 'request', saidConfidence: 1 });
  await noteReadings(service.db, { version: 'older', at: null });
  const nothing = () => Promise.resolve();
  await renewReadings(service.db, { now: () => now, targetMs: 50, guard: nothing, checkpoint: nothing });
  await stays();
  const again = await bring('again.ndjson', [...rows, row('comment', 5, 'Great')]);
  await stays();
  await undo(service.db, org, [again.batchId ?? '']);
  await stays();
  expect(await correctedComments(service.db, org, '', 10)).toMatchObject([
    { comment_excerpt: 'Nice', comment_class: 'request' },
  ]);
  expect(await correctedComments(service.db, 'other', '', 10)).toEqual([]);
  // Taken back whole, and imported once more: new rows, and the same words of others and under another post.
  await undo(service.db, org, [first]);
  expect(await signals()).toEqual([]);
  const elsewhere = { ...row('comment', 6, 'Nice'), postUrl: activity(1) };
  const last = await bring('once-more.ndjson', [...rows, row('comment', 7, 'Nice'), elsewhere]);
  expect((await of(1)).id).not.toBe(comment.id);
  await stays();
  expect(await of(0)).toMatchObject({ said: 'price' });
  // A correction is about one person's comment.
  for (const n of [6, 7]) expect(await of(n)).not.toMatchObject({ said: 'request' });
  const other = (await createOrganization(service.db, 'other', now))?.id ?? '';
  await importInto({ db: service.db }, other, site.file('other.ndjson', ndjson(rows)), { format: 'generic' });
  const said = 'SELECT comment_class FROM engagements WHERE organization_id = ? AND comment_excerpt = ?';
  expect(await service.db.select(said, [other, 'Nice'])).not.toEqual([{ comment_class: 'request' }]);
  expect(commandTree.commands.some(({ name }) => name === 'reader')).toBe(true);
  // Erased people leave nothing of it.
  const corrections = async () =>
    (
      await service.db.select(`SELECT said FROM opinions WHERE organization_id = ? AND digest LIKE 'corrected:%'`, [
        org,
      ])
    ).length;
  expect(await corrections()).toBeGreaterThan(0);
  const requests = personRequests(service.db, org);
  await requests.erase({ personId: (await of(1)).lead.id }, { purge: false });
  expect(await corrections()).toBe(0);
  // Nor does a person whose comment an undo took back before.
  const taken = await of(0);
  expect((await ask('PATCH', place(taken), writing, { said: 'plain' })).status).toBe(200);
  expect((await ask('PATCH', place(await of(7)), writing, { said: 'request' })).status).toBe(200);
  const both = await corrections();
  await undo(service.db, org, [last.batchId ?? '']);
  expect([both, await corrections()]).toEqual([2, 2]);
  await requests.suppress({ identities: [{ kind: 'slug', value: 'person-0' }] }, { purge: false });
  expect(await corrections()).toBe(1);
});
