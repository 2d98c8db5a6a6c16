/** When a session is over, to the millisecond: stored ones at their end, tokens of other applications at "end all sessions". */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { PersonSessions } from '../../src/auth/person-sessions';
import { openSessions, type Sessions } from '../../src/auth/sessions';
import type { Database } from '../../src/database/database';
import { endSessionsOf } from '../../src/store/access/session-rows';
import { openTestDatabase } from '../support/databases';

const secret = 'x'.repeat(40);
const start = Math.floor(Date.now() / 1000) * 1000;
let db: Database;
let close: () => Promise<void>;
let folder: string;
let userId: string;
let now: number;
let sessions: Sessions;
let people: PersonSessions;

beforeAll(async () => ({ db, close } = await openTestDatabase()));
afterAll(() => close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-people-'));
  userId = randomUUID();
  now = start;
  sessions = openSessions({ secret, dataDir: folder, clock: () => now });
  people = new PersonSessions(db, sessions, 'id', () => now);
  await db.run('INSERT INTO users (id, email, display_name, created_at) VALUES (?, ?, ?, ?)', [
    ...[userId, `${userId}@example.com`, 'Ada', start],
  ]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lasts = async (token: string) => {
  const checked = await people.check(token);
  return 'session' in checked && checked.session.person?.id === userId;
};

test('a stored session lasts its time, and is over at its end', async () => {
  const token = await people.start(userId, 60);
  now = start + 59_999;
  expect(await lasts(token)).toBe(true);
  now = start + 60_000;
  expect(await lasts(token)).toBe(false);
});

test('a token is authentic by its signature, also when its session has ended', async () => {
  const token = await people.start(userId, 60);
  await people.end(token);
  expect([await people.isAuthentic(token), await lasts(token)]).toEqual([true, false]);
  for (const other of ['x', `${token}x`, jwt.sign({ sub: userId }, 'y'.repeat(40))])
    expect(await people.isAuthentic(other)).toBe(false);
  await people.end('x');
  now = start + 180_000;
  expect(await people.isAuthentic(token)).toBe(false);
});

test('a stored session that was ended is over, on its own', async () => {
  const [token, other] = [await people.start(userId, 60), await people.start(userId, 60)];
  await people.end(token);
  expect([await lasts(token), await lasts(other)]).toEqual([false, true]);
});

test.each([
  ['a millisecond before', -1, false],
  ['in the same moment', 0, false],
  ['a millisecond later', 1, true],
])('a token issued %s all sessions ended', async (_name, ms, good) => {
  now = start + ms;
  const token = sessions.mintSession(userId, 600);
  now = start + 5_000;
  expect(await lasts(token)).toBe(true);
  await endSessionsOf(db, userId, start);
  expect(await lasts(token)).toBe(good);
});

test('a token that does not say when it was issued is over with all others', async () => {
  const claims = { sub: userId, aud: 'leadlight:session', exp: start / 1000 + 600 };
  const { header } = jwt.decode(sessions.mintSession(userId, 600), { complete: true }) ?? {};
  const token = jwt.sign(claims, secret, { noTimestamp: true, ...(header && { header }) });
  expect(await lasts(token)).toBe(true);
  await endSessionsOf(db, userId, 0);
  expect(await lasts(token)).toBe(false);
});

describe('an id of the application that signs people in', () => {
  const memberOf = async (organizationId: string, person: string, externalId: string | null) => {
    await db.run('INSERT INTO organizations (id, name, revision, created_at) VALUES (?, ?, 0, 0)', [
      organizationId,
      organizationId,
    ]);
    await db.run(
      `INSERT INTO memberships (organization_id, user_id, role, active, created_at, updated_at, external_id, sessions_not_before)
       VALUES (?, ?, 'MEMBER', 1, 0, 0, ?, NULL)`,
      [organizationId, person, externalId],
    );
    return organizationId;
  };
  const placesIn = async (directory: 'workspace' | 'shared', externalId: string) => {
    const checked = await new PersonSessions(db, sessions, 'external', () => now, directory).check(
      sessions.mintSession(externalId, 600),
    );
    if (!('session' in checked)) return undefined;
    return {
      person: checked.session.person?.id,
      places: checked.session.places.map(({ organizationId }) => organizationId).sort(),
    };
  };

  test.each([
    ['a millisecond before', 1, false],
    ['in the moment', 0, false],
    ['a millisecond after', -1, true],
  ])('a session that began %s sessions ended in a workspace reaches it: %s', async (_name, ms, reaches) => {
    const id = randomUUID();
    const [ended, other] = [await memberOf(randomUUID(), userId, id), await memberOf(randomUUID(), userId, id)];
    const sql = 'UPDATE memberships SET sessions_not_before = ? WHERE organization_id = ?';
    await db.run(sql, [now + ms, ended]);
    expect((await placesIn('workspace', id))?.places).toEqual(reaches ? [ended, other].sort() : [other]);
  });

  test('names a person where a workspace calls them so; in one directory wherever they belong, if it is one person', async () => {
    const [id, second] = [randomUUID(), randomUUID()];
    const called = await memberOf(randomUUID(), userId, id);
    const other = await memberOf(randomUUID(), userId, null);
    expect(await placesIn('workspace', id)).toEqual({ person: userId, places: [called] });
    expect(await placesIn('shared', id)).toEqual({ person: userId, places: [called, other].sort() });
    expect(await placesIn('shared', randomUUID())).toEqual({ person: undefined, places: [] });
    // Two people are called so: each is meant where they are.
    await db.run('INSERT INTO users (id, email, display_name, created_at) VALUES (?, ?, ?, ?)', [
      ...[second, `${second}@example.com`, 'Bo', start],
    ]);
    const elsewhere = await memberOf(randomUUID(), second, id);
    await memberOf(randomUUID(), second, null);
    for (const directory of ['workspace', 'shared'] as const)
      expect((await placesIn(directory, id))?.places).toEqual([called, elsewhere].sort());
  });
});
