/** Keeping another system in step over REST: the feed, changes of leads with their conditions, and what each caller may do. */
import { request } from 'node:http';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { workOffQueue } from '../../src/scoring/rescore';
import { eventually } from '../jobs/support/runners';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

let service: TestService;
let seeded: SeededWorkspace;
let reading: string;
let writing: string;

beforeAll(async () => {
  service = await startTestService({ kind: 'sqlite' });
  seeded = await seedWorkspace(service.db, 'own');
  reading = await service.key(seeded.organizationId);
  const key = { organizationId: seeded.organizationId, name: 'CRM', dataAccess: dataAccessFlags, expiresAt: null };
  writing = (await createApiKey(service.db, { ...key, canWrite: true })).secret;
});

afterAll(() => service.end());

interface Item {
  readonly id: string;
  readonly kind?: string;
  readonly change?: string;
}
const snooze = (snoozedUntil: string) => ({ outreach: { status: 'SNOOZED', snoozedUntil } });
const itemsOf = ({ data }: { readonly data: readonly Item[] }) => data;

async function ask(method: string, path: string, given: { key?: string; body?: object; headers?: object } = {}) {
  const body = given.body && JSON.stringify(given.body);
  const { status, headers, text } = await send(service, `/api/v1${path}`, {
    method,
    headers: {
      ...bearer(given.key ?? writing),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...given.headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  return { status, headers, body: text === '' ? undefined : JSON.parse(text) };
}

/** Reads the feed on from a cursor into a consumer's copy. @returns the next cursor. */
async function read(copy: Map<string, unknown>, after?: string, limit = 3): Promise<string> {
  for (let cursor = after; ;) {
    const query = `?limit=${limit}${cursor === undefined ? '' : `&after=${cursor}`}`;
    const { status, body } = await ask('GET', `/customer/changes${query}`);
    expect(status).toBe(200);
    for (const { kind, id, change, item } of body.data) {
      if (change === 'deleted') copy.delete(`${kind} ${id}`);
      else copy.set(`${kind} ${id}`, item);
    }
    cursor = body.page.nextCursor as string;
    if (!body.hasMore) return cursor;
  }
}

const listed = async () => {
  const leads = await ask('GET', '/customer/leads?limit=100&disposition=ACTIVE,CLIENT,BAD_LEAD');
  const accounts = await ask('GET', '/customer/account-reports?limit=100');
  return new Map<string, unknown>([
    ...itemsOf(leads.body).map((one) => [`lead ${one.id}`, one] as const),
    ...itemsOf(accounts.body).map((one) => [`account ${one.id}`, one] as const),
  ]);
};

it('is what the lists hold, from the beginning and after every change', async () => {
  const copy = new Map<string, unknown>();
  let cursor = await read(copy);
  expect(copy).toEqual(await listed());
  const [id] = seeded.leadIds;
  await ask('PATCH', `/customer/leads/${id}`, { body: { outreach: { status: 'CONTACTED', note: 'Called' } } });
  const { body } = await ask('GET', `/customer/changes?after=${cursor}`);
  expect(itemsOf(body).map((one) => [one.id, one.change])).toEqual([[id, 'upsert']]);
  cursor = await read(copy, cursor);
  expect(copy).toEqual(await listed());
  await service.db.run('INSERT INTO scoring_queue (organization_id, person_id) VALUES (?, ?)', [
    seeded.organizationId,
    id ?? '',
  ]);
  await workOffQueue(service.db, seeded.organizationId, Date.now());
  await read(copy, cursor);
  expect([...copy.keys()].sort()).toEqual([...(await listed()).keys()].sort());
});

it('takes changes from writing keys alone, and names the key in the audit log', async () => {
  const path = `/customer/leads/${seeded.leadIds[1]}`;
  const refused = await ask('PATCH', path, { key: reading, body: { disposition: 'CLIENT' } });
  expect([refused.status, refused.body.error.code]).toEqual([403, 'data_access_denied']);
  const done = await ask('PATCH', path, { body: { outreach: { status: 'SNOOZED', snoozedUntil: '2999-01-04' } } });
  expect(done.status).toBe(200);
  expect(done.body.data.outreach).toEqual({
    status: 'SNOOZED',
    contactedAt: null,
    contactedBy: null,
    snoozedUntil: '2999-01-04',
    note: null,
  });
  const [entry] = await service.db.select<{ actor_kind: string; detail: string }>(
    `SELECT actor_kind, detail FROM oauth_audit WHERE action = 'decide_lead' AND object_id = ?`,
    [seeded.leadIds[1] ?? ''],
  );
  expect(entry).toEqual({ actor_kind: 'api_key', detail: 'outreach SNOOZED until 2999-01-04' });
  const snoozed = await ask('GET', '/customer/leads?outreachStatus=SNOOZED');
  expect(itemsOf(snoozed.body).map((one) => one.id)).toEqual([seeded.leadIds[1]]);
  const past = await ask('PATCH', path, { body: { outreach: { status: 'SNOOZED', snoozedUntil: '2020-01-04' } } });
  expect(past.body.data.outreach.status).toBe('NONE');
});

it('keeps why somebody is not a lead, with BAD_LEAD alone, and tells it in lists, feed, table and log', async () => {
  const [id = ''] = seeded.leadIds;
  const path = `/customer/leads/${id}`;
  const change = async (body: object) => (await ask('PATCH', path, { body })).body;
  const bad = await change({ disposition: 'BAD_LEAD', dispositionReason: 'competitor' });
  expect(bad.data).toMatchObject({ disposition: 'BAD_LEAD', dispositionReason: 'competitor' });
  const cursor = await read(new Map());
  expect((await change({ dispositionReason: 'student' })).data.dispositionReason).toBe('student');
  expect((await change({ ownerId: null })).data.dispositionReason).toBe('student');
  const { body: feed } = await ask('GET', `/customer/changes?after=${cursor}`);
  expect(itemsOf(feed).filter(({ kind }) => kind === 'lead')).toMatchObject([
    { id, item: { disposition: 'BAD_LEAD', dispositionReason: 'student' } },
  ]);
  const table = await send(service, '/api/v1/customer/leads.csv?disposition=BAD_LEAD', { headers: bearer(reading) });
  expect(table.text).toMatch(/,disposition,dispositionReason,.*,BAD_LEAD,student,/s);
  const details = await service.db.select<{ detail: string }>(
    `SELECT detail FROM oauth_audit WHERE object_id = ? AND detail LIKE '%reason%' ORDER BY at, id`,
    [id],
  );
  expect(details.map(({ detail }) => detail)).toEqual(['BAD_LEAD, reason competitor', 'reason student']);
  expect((await change({ dispositionReason: null })).data.dispositionReason).toBeNull();
  await change({ dispositionReason: 'other' });
  expect((await change({ disposition: 'CLIENT' })).data.dispositionReason).toBeNull();
  expect((await change({ disposition: 'BAD_LEAD' })).data.dispositionReason).toBeNull();
  await change({ disposition: 'ACTIVE' });
  for (const body of [
    { dispositionReason: 'other' },
    { disposition: 'CLIENT', dispositionReason: 'other' },
    { disposition: 'BAD_LEAD', dispositionReason: 'rude' },
  ]) {
    const { status, body: answer } = await ask('PATCH', path, { body });
    expect([status, answer.error.details[0].path]).toEqual([400, 'dispositionReason']);
  }
});

it('moves the end of a snooze by its day alone, and names what is wrong where it stands', async () => {
  const path = `/customer/leads/${seeded.leadIds[1]}`;
  const change = async (body: object) => (await ask('PATCH', path, { body })).body;
  await change({ outreach: { status: 'SNOOZED', snoozedUntil: '2999-01-04' } });
  const moved = await change({ outreach: { snoozedUntil: '2999-01-05' } });
  expect(moved.data.outreach).toMatchObject({ status: 'SNOOZED', snoozedUntil: '2999-01-05' });
  const lines = await change({ outreach: { note: 'one\r\ntwo' } });
  expect(lines.data.outreach).toMatchObject({ status: 'SNOOZED', note: 'one\ntwo' });
  const wrong: [object, string, RegExp][] = [
    [{ outreach: { snoozedUntil: null } }, 'outreach.snoozedUntil', /needed with SNOOZED/],
    [{ outreach: { status: 'NONE', snoozedUntil: '2999-01-05' } }, 'outreach.snoozedUntil', /only with the status/],
    [{ outreach: { note: 'x'.repeat(1_001) } }, 'outreach.note', /at most 1000 characters/],
    [{ outreach: { note: 'one\ttwo' } }, 'outreach.note', /control characters/],
    [{ outreach: { nope: 1 } }, 'outreach.nope', /unknown/],
    [{ ownerId: '0190a8c2-3a55-7c1e-9d52-000000000001' }, 'ownerId', /active member of this workspace/],
  ];
  for (const [body, named, message] of wrong) {
    const { error } = await change(body);
    expect([error.code, error.details]).toEqual([
      'validation_failed',
      [{ path: named, message: expect.stringMatching(message) }],
    ]);
  }
  await change({ outreach: { status: 'NONE', note: null } });
  expect((await change({ outreach: { snoozedUntil: '2999-01-05' } })).error.message).toMatch(/only with the status/);
});

it('changes what was read alone: If-Match', async () => {
  const path = `/customer/leads/${seeded.leadIds[2]}`;
  const { headers } = await ask('GET', path);
  const tag = String(headers['etag']);
  expect(tag).toMatch(/^"[\w-]+"$/);
  const first = await ask('PATCH', path, { body: { outreach: { note: 'one' } }, headers: { 'If-Match': tag } });
  expect(first.status).toBe(200);
  const second = await ask('PATCH', path, { body: { outreach: { note: 'two' } }, headers: { 'If-Match': tag } });
  expect([second.status, second.body.error.code]).toEqual([412, 'precondition_failed']);
  const third = await ask('PATCH', path, {
    body: { outreach: { note: 'three' } },
    headers: { 'If-Match': String(first.headers['etag']) },
  });
  expect(third.body.data.outreach.note).toBe('three');
});

it.each<[name: string, header: (tag: string) => string, status: number, code: string | undefined]>([
  ['the tag', (tag) => tag, 200, undefined],
  ['any', () => '*', 200, undefined],
  ['a list with the tag', (tag) => `"of,\\another" , ${tag},`, 200, undefined],
  ['the tag as a weak one', (tag) => `W/${tag}`, 412, 'precondition_failed'],
  ['another tag', () => '"another"', 412, 'precondition_failed'],
  ['an empty tag', () => '""', 412, 'precondition_failed'],
  ['the tag without quotes', (tag) => tag.replaceAll('"', ''), 400, 'validation_failed'],
  ['half a tag', () => '"half', 400, 'validation_failed'],
  ['a blank within a tag', () => '"a b"', 400, 'validation_failed'],
  ['two tags without a comma', (tag) => `${tag} "another"`, 400, 'validation_failed'],
  ['any within a list', (tag) => `${tag}, *`, 400, 'validation_failed'],
  ['a weak mark in small letters', (tag) => `w/${tag}`, 400, 'validation_failed'],
  ['commas alone', () => ',,', 400, 'validation_failed'],
  ['nothing', () => '', 400, 'validation_failed'],
])('reads If-Match: %s', async (_name, header, status, code) => {
  const path = `/customer/leads/${seeded.leadIds[2]}`;
  const tag = String((await ask('GET', path)).headers['etag']);
  const answer = await ask('PATCH', path, { body: { outreach: { note: 'x' } }, headers: { 'If-Match': header(tag) } });
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  if (status === 400) expect(answer.body.error.details).toEqual([{ path: 'If-Match', message: expect.any(String) }]);
});

it.each<[name: string, header: (tag: string) => string, status: number]>([
  ['another tag', () => '"another"', 200],
  ['any', () => '*', 412],
  ['the tag', (tag) => tag, 412],
  ['the tag as a weak one', (tag) => `"another", W/${tag}`, 412],
  ['the tag without quotes', (tag) => tag.replaceAll('"', ''), 400],
])('changes nothing that If-None-Match names: %s', async (_name, header, status) => {
  const path = `/customer/leads/${seeded.leadIds[2]}`;
  const before = await ask('GET', path);
  const headers = { 'If-None-Match': header(String(before.headers['etag'])) };
  const note = `unless ${header('"tag"')}`;
  expect((await ask('PATCH', path, { body: { outreach: { note } }, headers })).status).toBe(status);
  expect((await ask('GET', path)).body.data.outreach.note === note).toBe(status === 200);
});

it('is done once for an idempotency key', async () => {
  const path = `/customer/leads/${seeded.leadIds[3]}`;
  const headers = { 'Idempotency-Key': 'monday-1' };
  const body = { outreach: { status: 'CONTACTED' } };
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('PATCH', path, { body, headers })));
  expect(new Set(answers.map((one) => JSON.stringify([one.status, one.body]))).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  const entries = await service.db.select(`SELECT id FROM oauth_audit WHERE action = 'decide_lead' AND object_id = ?`, [
    seeded.leadIds[3] ?? '',
  ]);
  expect(entries).toHaveLength(1);
  const other = await ask('PATCH', path, { body: { outreach: { status: 'NONE' } }, headers });
  expect([other.status, other.body.error.code]).toEqual([409, 'idempotency_conflict']);
});

it('answers a change of a lead with the whole lead, as it is read afterwards', async () => {
  const path = `/customer/leads/${seeded.leadIds[4]}`;
  const before = await ask('GET', path);
  const outreach = { status: 'NONE', contactedAt: null, contactedBy: null, snoozedUntil: null, note: 'all of it' };
  const done = await ask('PATCH', path, { body: { outreach: { note: 'all of it' } } });
  const after = await ask('GET', path);
  expect(after.body.data).toEqual({ ...before.body.data, updatedAt: after.body.data.updatedAt, outreach });
  expect(done.body).toEqual(after.body);
});

const allOfIt = { disposition: 'ACTIVE', ownerId: null, ...snooze('2999-01-04') };

/** What a first request sets, and a second one that says it once more or something else. */
it.each<[name: string, first: object, second: object, isChange: boolean]>([
  ['another note', { outreach: { note: 'one' } }, { outreach: { note: 'two' } }, true],
  ['another disposition', { disposition: 'CLIENT' }, { disposition: 'ACTIVE' }, true],
  ['a later day', snooze('2999-01-04'), snooze('2999-01-05'), true],
  ['contacted once more', { outreach: { status: 'CONTACTED' } }, { outreach: { status: 'CONTACTED' } }, true],
  ['the same note', { outreach: { note: 'one' } }, { outreach: { note: 'one' } }, false],
  ['the same note in lines of Windows', { outreach: { note: 'a\nb' } }, { outreach: { note: 'a\r\nb' } }, false],
  ['no note again', { outreach: { note: null } }, { outreach: { note: null } }, false],
  ['the same disposition', { disposition: 'CLIENT' }, { disposition: 'CLIENT' }, false],
  ['nobody as owner again', { ownerId: null }, { ownerId: null }, false],
  ['the same day', snooze('2999-01-04'), snooze('2999-01-04'), false],
  ['the day alone', snooze('2999-01-04'), { outreach: { snoozedUntil: '2999-01-04' } }, false],
  ['nothing done again', { outreach: { status: 'NONE' } }, { outreach: { status: 'NONE' } }, false],
  ['all of it', allOfIt, allOfIt, false],
])('a change that repeats what is set is none: %s', async (_name, first, second, isChange) => {
  const id = seeded.leadIds[5] ?? '';
  const audits = async () =>
    (await service.db.select(`SELECT id FROM oauth_audit WHERE action = 'decide_lead' AND object_id = ?`, [id])).length;
  const before = await ask('PATCH', `/customer/leads/${id}`, { body: first });
  expect(before.status).toBe(200);
  const cursor = await read(new Map());
  const written = await audits();
  const after = await ask('PATCH', `/customer/leads/${id}`, { body: second });
  expect(after.status).toBe(200);
  const { body } = await ask('GET', `/customer/changes?after=${cursor}`);
  const leads = itemsOf(body).filter(({ kind }) => kind === 'lead');
  expect(leads.map((one) => one.id)).toEqual(isChange ? [id] : []);
  expect((await audits()) - written).toBe(isChange ? 1 : 0);
  if (!isChange) expect([after.body, after.headers['etag']]).toEqual([before.body, before.headers['etag']]);
});

it('what an import brought is set by hand when it is repeated, which readers do not see', async () => {
  const id = seeded.leadIds[6] ?? '';
  const set = async () => {
    const [row] = await service.db.select<{ at: number | null }>(
      'SELECT disposition_set_at AS at FROM people WHERE id = ?',
      [id],
    );
    return row?.at ?? null;
  };
  expect(await set()).toBeNull();
  const cursor = await read(new Map());
  const before = await ask('GET', `/customer/leads/${id}`);
  const done = await ask('PATCH', `/customer/leads/${id}`, { body: { disposition: before.body.data.disposition } });
  expect([done.status, done.body]).toEqual([200, before.body]);
  const first = await set();
  expect(first).not.toBeNull();
  expect((await ask('GET', `/customer/changes?after=${cursor}`)).body.data).toEqual([]);
});

it('puts profiles on the watchlist and takes them off', async () => {
  const body = { profileUrl: 'https://www.linkedin.com/in/grace-hopper-example', label: 'icons' };
  const made = await ask('PUT', '/customer/watchlist/profiles', { body });
  expect([made.status, made.body.data.label]).toEqual([201, 'icons']);
  expect(made.body).toEqual((await ask('GET', `/customer/watchlist/profiles/${made.body.data.id}`)).body);
  const again = await ask('PUT', '/customer/watchlist/profiles', { body: { ...body, label: 'heroes' } });
  expect([again.status, again.body.data.id, again.body.data.label]).toEqual([200, made.body.data.id, 'heroes']);
  const empty = await ask('PUT', '/customer/watchlist/profiles', { body: { ...body, label: ' ' } });
  expect([empty.status, empty.body.data.label]).toEqual([200, null]);
  for (const label of ['a\u0000b', 'a\nb', '\ud800', 'x'.repeat(81)]) {
    const refused = await ask('PUT', '/customer/watchlist/profiles', { body: { ...body, label } });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'label']);
  }
  const path = `/customer/watchlist/profiles/${made.body.data.id}`;
  const gone = await ask('DELETE', path);
  expect([gone.status, gone.body]).toEqual([204, undefined]);
  expect((await ask('GET', path)).status).toBe(404);
});

it('refuses a cursor of another workspace, and one that is broken', async () => {
  const other = await seedWorkspace(service.db, 'other');
  const key = await service.key(other.organizationId);
  const { body } = await ask('GET', '/customer/changes', { key });
  const foreign = await ask('GET', `/customer/changes?after=${body.page.nextCursor}`);
  expect([foreign.status, foreign.body.error.code]).toEqual([400, 'validation_failed']);
});

it('streams leads and signals as CSV, with the rights and filters of the lists', async () => {
  const { status, headers, text } = await send(
    service,
    '/api/v1/customer/leads.csv?leadTier=PRIORITY,QUALIFIED,NURTURE',
    {
      headers: bearer(reading),
    },
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const { body } = await ask('GET', '/customer/leads?limit=100&leadTier=PRIORITY,QUALIFIED,NURTURE');
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]?.startsWith('id,profile.displayName,')).toBe(true);
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(itemsOf(body).map((one) => one.id));
  const signals = await send(service, '/api/v1/customer/leads/signals.csv', { headers: bearer(reading) });
  expect(signals.text.split(',')[0]).toBe('id');
  const unknown = await send(service, '/api/v1/customer/leads.csv?limit=3', { headers: bearer(reading) });
  expect([unknown.status, JSON.parse(unknown.text).error.code]).toEqual([400, 'validation_failed']);
});

it('streams many pages, holds nothing for each, and reads no further when the client has gone', async () => {
  const { organizationId, leadIds } = await seedWorkspace(service.db, 'many', 1_600);
  const headers = bearer(await service.key(organizationId));
  const warnings: string[] = [];
  const warned = (warning: Error) => void warnings.push(warning.name);
  process.on('warning', warned);
  const { text } = await send(service, '/api/v1/customer/leads.csv', { headers });
  process.off('warning', warned);
  expect(text.trimEnd().split('\r\n')).toHaveLength(leadIds.length + 1);
  expect(warnings).toEqual([]);

  const served = () => service.logLines.filter((line) => line.includes('/customer/leads.csv')).length;
  const before = served();
  await new Promise<void>((resolve) => {
    const req = request({ port: service.port, path: '/api/v1/customer/leads.csv', headers, agent: false }, (res) => {
      res.once('data', () => req.destroy());
    });
    req.on('error', () => undefined);
    req.once('close', () => resolve());
    req.end();
  });
  // It ends there, is logged once, and the next is answered.
  await eventually(() => (served() === before + 1 ? true : undefined));
  expect((await send(service, '/api/v1/customer/leads.csv?leadTier=PRIORITY', { headers })).status).toBe(200);
});
