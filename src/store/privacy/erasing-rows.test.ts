/**
 * Rows that an erasure reaches, table by table: more than one statement takes, encrypted texts, and what belongs to the service
 * itself; nothing of another workspace.
 */
import { putRow } from '../../../test/support/put-row';
import { useTwoWorkspaces } from '../../../test/support/two-workspaces';
import type { Database } from '../../database/database';
import { TextEraser } from '../../../packages/reader/src';
import { workspaceDeletion } from '../../privacy/delete-workspace';
import { PacedEraser } from '../statements/paced-eraser';
import { keepAnswer } from '../facade/idempotency';
import { writeWorkspace } from '../log/workspace-lock';
import { cleanTexts } from './clean-texts';
import { endWorkspace, removeWorkspaceRows } from './delete-workspace';
import { eraseRows, storedPeople, termsOfIdentities } from './erase-rows';
import { unfinishedErasures } from './erasure-jobs';
import { purgeFiles } from './purge';

let db: Database;
let own: string;
let other: string;
useTwoWorkspaces((made) => {
  ({ db, own, other } = made);
});
afterEach(() => jest.restoreAllMocks());

const many = <Row>(length: number, row: (n: number) => Row) => Array.from({ length }, (_, n) => row(n));
const idOf = (n: number) => `id-${String(n).padStart(5, '0')}`;
const rowsIn = async (table: string, organizationId: string) =>
  (await db.select(`SELECT 1 AS one FROM ${table} WHERE organization_id = ?`, [organizationId])).length;

const cleaning = () => {
  let pauses = 0;
  return {
    eraser: new PacedEraser(new TextEraser([{ ...termsOfIdentities([]), names: ['Ines Haddad-Wexley'] }])),
    checkpoint: async () => void (pauses += 1),
    searched: new Set<string>(),
    pauses: () => pauses,
  };
};

test('somebody with more rows in a table than one statement removes loses all of them', async () => {
  const person = (id: string, organization_id = own) => putRow(db, 'people', { organization_id, id, display_name: id });
  await person('gone');
  await person('stays');
  await person('gone', other);
  const log = (organization_id: string, lead_id: string, count: number) =>
    db.insertRows(
      'access_log',
      ['organization_id', 'id', 'at', 'caller_kind', 'caller_id', 'operation', 'lead_id'],
      many(count, (n) => [organization_id, `${lead_id}-${idOf(n)}`, n, 'session', 'x', 'get_lead', lead_id]),
    );
  await log(own, 'gone', 1_001);
  await log(own, 'stays', 2);
  await log(other, 'gone', 3);
  const people = await storedPeople(db, own, ['gone']);
  const removed = await writeWorkspace(db, own, () => eraseRows(db, own, people, 'erased'));
  expect(removed).toMatchObject({ people: 1, access_log: 1_001 });
  expect([await rowsIn('access_log', own), await rowsIn('access_log', other)]).toEqual([2, 3]);
  expect([await rowsIn('people', own), await rowsIn('people', other)]).toEqual([1, 1]);
});

test('texts are cleaned in every slice of a table, in the log of the service too, and in no other workspace', async () => {
  const names = (n: number) => (n % 300 === 2 ? 'as Ines Haddad-Wexley said' : 'nobody');
  const entries = (organization_id: string | null, count: number) =>
    db.insertRows(
      'oauth_audit',
      ['id', 'at', 'action', 'organization_id', 'detail'],
      many(count, (n) => [
        `${organization_id?.slice(-6) ?? 'service'}-${idOf(n)}`,
        0,
        'note',
        organization_id,
        names(n),
      ]),
    );
  await entries(own, 1_203);
  await entries(null, 5);
  await entries(other, 5);
  // A table whose rows have a key of several columns, in more than one slice.
  for (const organization_id of [own, other])
    await db.insertRows(
      'discovery_keys',
      ['organization_id', 'idempotency_key', 'discovery_id', 'created_at'],
      many(603, (n) => [organization_id, `${idOf(n)} ${names(n)}`, 'd', 0]),
    );
  // One row for each workspace.
  for (const organization_id of [own, other])
    await putRow(db, 'agents', { organization_id, keywords: '["Ines Haddad-Wexley"]' });
  const given = cleaning();
  expect(await cleanTexts(db, own, given)).toEqual({ oauth_audit: 5 + 1, discovery_keys: 3, agents: 1 });
  // Between the slices, so that others can work.
  expect(given.pauses()).toBe(3 + 2 + 1);
  const naming = async (table: string, column: string, of: string | null) =>
    (
      await db.select<{ organization_id: string | null; text: string }>(
        `SELECT organization_id, ${column} AS text FROM ${table}`,
      )
    ).filter((row) => row.organization_id === of && row.text.includes('Wexley')).length;
  for (const [table, column] of [
    ['oauth_audit', 'detail'],
    ['discovery_keys', 'idempotency_key'],
    ['agents', 'keywords'],
  ] as const)
    expect([table, await naming(table, column, own), await naming(table, column, other)]).toEqual([
      ...[table, 0],
      table === 'discovery_keys' ? 3 : 1,
    ]);
  expect(await naming('oauth_audit', 'detail', null)).toBe(0);
});

test('an encrypted text that names them goes with its row; others stay', async () => {
  for (const organizationId of [own, other])
    for (const name of ['Ines Haddad-Wexley', 'Nobody'])
      await keepAnswer(db, organizationId, {
        ...{ caller_id: 'key', idempotency_key: name.slice(0, 1), request_digest: '', created_at: 0 },
        ...{ outcome: 'done', answer: JSON.stringify({ data: { name } }) },
      });
  expect(JSON.stringify(await db.select('SELECT * FROM idempotency_keys'))).not.toContain('Wexley');
  expect(await cleanTexts(db, own, cleaning())).toEqual({ idempotency_keys: 1 });
  expect([await rowsIn('idempotency_keys', own), await rowsIn('idempotency_keys', other)]).toEqual([1, 2]);
});

test('a workspace ends with its keys, members and work; who is a member elsewhere stays, and running work is asked to stop', async () => {
  // More people than one statement takes.
  const members = many(1_002, (n) => `${own.slice(-8)}-${n}`);
  await db.insertRows(
    'users',
    ['id', 'email', 'display_name', 'created_at'],
    members.map((id) => [id, `${id}@x.example`, id, 0]),
  );
  await db.transaction(async () => {
    for (const user_id of members) await putRow(db, 'memberships', { organization_id: own, user_id, active: 1 });
  });
  const [alone = '', both = ''] = members;
  await putRow(db, 'memberships', { organization_id: other, user_id: both, active: 1 });
  for (const user_id of [alone, both]) await putRow(db, 'sessions', { user_id, id_hash: user_id });
  const tables = [
    'api_keys',
    'provisioning_keys',
    'oauth_grants',
    'app_permits',
    'job_schedules',
    'webhooks',
    'digests',
  ];
  for (const organization_id of [own, other]) {
    for (const table of tables)
      await putRow(db, table, {
        organization_id,
        ...(table === 'job_schedules' ? { name: organization_id } : {}),
        ...(table.endsWith('_keys') ? { secret_hash: organization_id } : {}),
        ...(table === 'oauth_grants' ? { id: organization_id } : {}),
      });
    await putRow(db, 'oauth_codes', { code_hash: organization_id, grant_id: organization_id });
    for (const status of ['running', 'waiting', 'done'])
      await putRow(db, 'jobs', { organization_id, status, lane: 'asked', name: status });
  }
  expect(await endWorkspace(db, 'nobody')).toBe(false);
  expect(await endWorkspace(db, own)).toBe(true);
  for (const table of tables)
    expect([table, await rowsIn(table, own), await rowsIn(table, other)]).toEqual([table, 0, 1]);
  expect([await rowsIn('memberships', own), await rowsIn('memberships', other)]).toEqual([0, 1]);
  const left = async (table: string, column: string, of: readonly string[]) =>
    (await db.select<Record<string, string>>(`SELECT ${column} FROM ${table}`))
      .map((row) => row[column] ?? '')
      .filter((one) => of.includes(one));
  expect(await left('users', 'id', members)).toEqual([both]);
  expect(await left('sessions', 'user_id', members)).toEqual([both]);
  expect(await left('oauth_codes', 'code_hash', [own, other])).toEqual([other]);
  const jobs = (of: string) =>
    db.select('SELECT name, cancel_requested AS asked FROM jobs WHERE organization_id = ? ORDER BY name', [of]);
  expect(await jobs(own)).toEqual([{ name: 'running', asked: 1 }]);
  expect(await jobs(other)).toEqual(['done', 'running', 'waiting'].map((name) => ({ name, asked: 0 })));
  expect(await endWorkspace(db, own)).toBe(false);
});

test('what is left of an ended workspace goes a thousand rows at a time, and is counted', async () => {
  for (const [organization_id, count] of [
    [own, 2_000],
    [other, 3],
  ] as const)
    await db.insertRows(
      'access_log',
      ['organization_id', 'id', 'at', 'caller_kind', 'caller_id', 'operation', 'lead_id'],
      many(count, (n) => [organization_id, idOf(n), n, 'session', 'x', 'get_lead', 'l']),
    );
  await db.run('INSERT INTO service_state (name, value, updated_at) VALUES (?, 1, 0), (?, 1, 0)', [
    `rescored:${own}`,
    `rescored:${other}`,
  ]);
  let pauses = 0;
  expect(await removeWorkspaceRows(db, own, async () => void (pauses += 1))).toBe(2_001);
  expect(await rowsIn('access_log', other)).toBe(3);
  expect(await db.select('SELECT name FROM service_state WHERE name LIKE ?', ['rescored:%'])).toEqual([
    { name: `rescored:${other}` },
  ]);
  const once = pauses;
  pauses = 0;
  // Two statements more for the table that had two thousand.
  expect(await removeWorkspaceRows(db, own, async () => void (pauses += 1))).toBe(0);
  expect(once - pauses).toBe(2);
});

test('deleting counts what is stored behind its first pass too; a worker has it to do from a minute later on', async () => {
  const log = (id: string) => putRow(db, 'access_log', { organization_id: own, id });
  for (const id of ['a', 'b']) await log(id);
  const deletion = workspaceDeletion(db, own, () => 5);
  expect(await deletion.begin()).toBe(true);
  const waiting = () => db.select("SELECT status, run_at FROM jobs WHERE name = 'delete-workspace'");
  expect(await waiting()).toEqual([{ status: 'waiting', run_at: 60_005 }]);
  // The last statement of a pass.
  const late = ['c', 'd', 'e'];
  const write = db.run.bind(db);
  jest.spyOn(db, 'run').mockImplementation(async (sql, params) => {
    const changed = await write(sql, params);
    if (sql.startsWith('DELETE FROM service_state')) for (const id of late.splice(0)) await log(id);
    return changed;
  });
  await deletion.finish();
  expect(deletion.removed()).toBe(5);
  expect(await rowsIn('access_log', own)).toBe(0);
  expect(await waiting()).toEqual([]);
});

test('an erasure that is unfinished after an hour is counted, also a dead one; others are not', async () => {
  const now = 9_000_000;
  const due = now - 3_600_000;
  await db.run('DELETE FROM jobs');
  const job = (name: string, status: string, created_at: number) =>
    putRow(db, 'jobs', { organization_id: own, name, status, created_at, lane: 'asked' });
  for (const [at, name] of ['erase-mentions', 'delete-workspace', 'apply-retention'].entries())
    await job(name, ['waiting', 'ready', 'running'][at] ?? '', due - 1);
  await job('erase-mentions', 'dead', due - 1);
  await job('erase-mentions', 'waiting', due);
  for (const ended of ['done', 'cancelled']) await job('erase-mentions', ended, 0);
  await job('import', 'dead', 0);
  expect(await unfinishedErasures(db, now)).toBe(4);
  await db.run('DELETE FROM jobs');
  expect(await unfinishedErasures(db, now)).toBe(0);
});

test('a log that is in use is emptied as soon as it is free', async () => {
  const emptied = jest.spyOn(db, 'select');
  for (const busy of [1, 1, 0]) emptied.mockResolvedValueOnce([{ busy }]);
  expect(await purgeFiles(db)).toEqual({
    complete: true,
    notes: ['the database file was rebuilt and its log emptied'],
  });
  expect(emptied).toHaveBeenCalledTimes(3);
});

test('a server rebuilds each table that holds people, and is told which logs still hold what was deleted', async () => {
  jest.replaceProperty(db, 'dialect', 'mysql');
  const answers: Record<string, readonly object[] | undefined> = {};
  const asked: string[] = [];
  jest.spyOn(db, 'select').mockImplementation((sql: string) => {
    asked.push(sql);
    const answer = answers[sql];
    return sql in answers && answer === undefined
      ? Promise.reject(new Error('denied'))
      : Promise.resolve([...(answer ?? [])]);
  });
  const said = async () => {
    asked.length = 0;
    const { complete, notes } = await purgeFiles(db);
    expect(complete).toBe(false);
    return notes.filter((note) => note.includes('binary logs'));
  };
  expect(await said()).toEqual([]);
  const rebuilt = asked.flatMap((sql) => /^OPTIMIZE TABLE (\w+)$/.exec(sql)?.[1] ?? []);
  expect(rebuilt).toEqual(expect.arrayContaining(['people', 'engagements', 'posts', 'term_suffixes', 'leads']));
  for (const name of ['users', 'oauth_keys', 'post_urns']) expect(rebuilt).not.toContain(name);
  const variable = "SHOW VARIABLES LIKE 'log_bin'";
  answers[variable] = [{ Value: 'OFF' }];
  answers['SHOW BINARY LOGS'] = [{ Log_name: 'binlog.1' }, { Log_name: 'binlog.2' }];
  expect(await said()).toEqual([]);
  answers[variable] = [{ Value: 'ON' }];
  expect(await said()).toEqual([expect.stringMatching(/removes them: binlog\.1, binlog\.2$/)]);
  answers['SHOW BINARY LOGS'] = undefined;
  expect(await said()).toEqual(['this account may not ask whether the server keeps binary logs']);
});
