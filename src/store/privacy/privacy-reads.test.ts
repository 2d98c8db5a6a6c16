/** The figures of the record of processing: what counts, to the millisecond, and nothing of another workspace. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow, type Cells } from '../../../test/support/put-row';
import { PrivacyReads } from './privacy-reads';

const now = 1_000_000;
let opened: OpenTestDatabase;
let reads: PrivacyReads;
beforeAll(async () => {
  opened = await openTestDatabase('sqlite');
  reads = new PrivacyReads(opened.db, 'a');
});
afterAll(() => opened.close());

/** Each row stands in the workspace that is asked, and once more in each of two others. */
async function putInAll(table: string, rows: readonly Cells[]): Promise<void> {
  for (const organization_id of ['a', 'b', 'd'])
    for (const row of rows) await putRow(opened.db, table, { organization_id, ...row });
}

test('recipients are those who may read now: neither revoked, nor at their end, nor only begun', async () => {
  const { db } = opened;
  const later = now + 1;
  const grant = (client_name: string, of: Cells) =>
    putRow(db, 'oauth_grants', {
      ...{ organization_id: 'a', client_name, activated_at: 5, expires_at: later, idle_expires_at: later },
      ...of,
    });
  await grant('reads', {});
  await grant('ends now', { expires_at: now });
  await grant('idle until now', { idle_expires_at: now });
  await grant('begun', { activated_at: null });
  await grant('revoked', { revoked_at: 7 });
  await grant('of another', { organization_id: 'b' });
  const key = (name: string, of: Cells) =>
    putRow(db, 'api_keys', { organization_id: 'a', name, secret_hash: name, created_at: 6, ...of });
  await key('for ever', {});
  await key('until later', { expires_at: later });
  await key('until now', { expires_at: now });
  await key('taken back', { revoked_at: 7 });
  await key('elsewhere', { organization_id: 'b' });
  const maker = (name: string, of: Cells) =>
    putRow(db, 'provisioning_keys', { organization_id: 'a', name, secret_hash: name, created_at: 8, ...of });
  await maker('makes members', {});
  await maker('made members', { revoked_at: 9 });
  await maker('makes others', { organization_id: 'b' });
  for (const [organization_id, reader, first_at] of [
    ['a', 'model', 1],
    ['b', 'other', 1],
    ['c', 'never sent', 0],
  ] as const)
    await putRow(db, 'opinion_passes', { organization_id, reader, host: 'x.example', first_at });
  expect(await reads.recipients(now)).toEqual([
    { kind: 'api_key', name: 'for ever', since: 6 },
    { kind: 'api_key', name: 'until later', since: 6 },
    { kind: 'assistant', name: 'reads', since: 5 },
    { kind: 'language_model', name: 'model at x.example', since: 1 },
    { kind: 'provisioning_key', name: 'makes members', since: 8 },
  ]);
  expect(await new PrivacyReads(db, 'c').recipients(now)).toEqual([]);
});

test('sources are batches that brought data in, with their sum and their first and last time', async () => {
  const batch = (source: string, started_at: number, kind = 'import') => ({
    ...{ kind, source, records: started_at, started_at, finished_at: 9, touched_at: 9, settings: '{}' },
  });
  await putInAll('batches', [
    batch('generic', 20),
    batch('generic', 10),
    batch('apify', 30),
    batch('', 40, 'sync'),
    batch('generic', 50, 'before'),
    batch('generic', 60, 'by_hand'),
  ]);
  expect(await reads.sources()).toEqual([
    { kind: 'import', source: 'apify', batches: 1, records: 30, first: 30, last: 30 },
    { kind: 'import', source: 'generic', batches: 2, records: 30, first: 10, last: 20 },
    { kind: 'sync', source: '', batches: 1, records: 40, first: 40, last: 40 },
  ]);
});

test('counts: companies are no people, and each suppressed person counts once', async () => {
  await putInAll('people', [
    { email: 'a@x.example' },
    { do_not_contact: 1 },
    { email: 'b@x.example', do_not_contact: 1 },
    { is_company: 1 },
  ]);
  await putInAll('posts', [{}, {}]);
  await putInAll('leads', [{}]);
  await putInAll('engagements', [{ person_id: 'p' }, { person_id: 'q' }, { person_id: 'r' }]);
  await putInAll('privacy_marks', [
    { digest: '1', effect: 'suppressed', subject: 's' },
    { digest: '2', effect: 'suppressed', subject: 's' },
    { digest: '3', effect: 'suppressed', subject: 't' },
    { digest: '4', effect: 'no_contact', subject: 'u' },
    { digest: '5', effect: 'author', subject: 'v' },
  ]);
  expect(await reads.counts()).toEqual({
    ...{ people: 3, leads: 1, engagements: 3, posts: 2, withEmail: 2, notToContact: 2, suppressed: 2 },
  });
  for (const user_id of ['x', 'y', 'z']) await putInAll('memberships', [{ user_id, active: user_id === 'z' ? 0 : 1 }]);
  expect(await reads.members()).toBe(2);
});
