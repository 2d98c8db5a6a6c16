/** How far the service has come: readings of comments, complete scorings, and the companies by which leads were judged. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { putRow } from '../../../test/support/put-row';
import { judgedCompanies, noteJudgedCompanies, workplacesAfter } from './judged-companies';
import { classifyComments, commentsOf, countOldReadings, noteReadings, readingsMark, workspaceFrom } from './readings';
import { lastRescored, markRescored, workspacesAfter, workspacesNotRescored } from './rescoring-times';

let open: OpenTestDatabase;
beforeEach(async () => {
  open = await openTestDatabase('sqlite');
  for (const [id, created_at] of [
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ] as const)
    await putRow(open.db, 'organizations', { id, name: `Name ${id}`, created_at });
});
afterEach(() => open.close());

test('people whose readings are of older rules are counted from where a new reading has come', async () => {
  const { db } = open;
  for (const organization_id of ['a', 'b'])
    for (const id of ['1', '2', '3']) await putRow(db, 'people', { organization_id, id, display_name: id });
  await db.run("DELETE FROM service_state WHERE name = 'readings'");
  expect([await readingsMark(db), await countOldReadings(db, 'new')]).toEqual([undefined, 6]);
  const at = { organizationId: 'a', personId: '2' };
  await noteReadings(db, { version: 'new', at });
  expect(await readingsMark(db)).toEqual({ version: 'new', at });
  expect([await countOldReadings(db, 'new'), await countOldReadings(db, 'newer')]).toEqual([4, 6]);
  await noteReadings(db, { version: 'new', at: { organizationId: 'b', personId: '3' } });
  expect(await countOldReadings(db, 'new')).toBe(0);
  await noteReadings(db, { version: 'new', at: null });
  expect([await countOldReadings(db, 'new'), await countOldReadings(db, 'newer')]).toEqual([0, 6]);
});

test('the next workspace, at or after one, and several of them in order', async () => {
  const { db } = open;
  expect([await workspaceFrom(db, 'b', false), await workspaceFrom(db, 'b', true)]).toEqual(['b', 'c']);
  expect([await workspaceFrom(db, 'c', true), await workspaceFrom(db, '', false)]).toEqual([undefined, 'a']);
  expect([await workspacesAfter(db, '', 2), await workspacesAfter(db, 'a', 9)]).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ]);
});

test('comments with a text are read, and classed in their own workspace; a class that asks is a hint', async () => {
  const { db } = open;
  const say = (organization_id: string, id: string, person_id: string, more: object = {}) =>
    putRow(db, 'engagements', {
      ...{ organization_id, id, person_id, post_id: `p ${id}`, type: 'COMMENT', comment_excerpt: 'x', intent_hint: 0 },
      ...more,
    });
  for (const organization of ['a', 'b']) {
    await say(organization, 'said', 'one');
    await say(organization, 'silent', 'one', { comment_excerpt: null });
    await say(organization, 'like', 'one', { type: 'LIKE' });
    await say(organization, 'other', 'two');
  }
  expect((await commentsOf(db, 'a', ['one', 'nobody'])).map(({ id, person_id }) => [id, person_id])).toEqual([
    ['said', 'one'],
  ]);
  const read = (organizationId: string) =>
    db.select(
      "SELECT id, comment_class AS class, intent_hint AS hint FROM engagements WHERE organization_id = ? AND id IN ('said', 'other') ORDER BY id",
      [organizationId],
    );
  for (const [said, hint] of [
    ['price', 1],
    ['request', 1],
    ['leaving', 1],
    ['question', 1],
    ['objection', 0],
    ['plain', 0],
  ] as const) {
    await classifyComments(db, 'a', said, [{ id: 'said', confidence: 900 }]);
    expect(await read('a')).toMatchObject([
      { id: 'other', hint: 0 },
      { id: 'said', class: said, hint },
    ]);
  }
  expect(await read('b')).toMatchObject([{ hint: 0 }, { hint: 0 }]);
});

test('when everybody was last scored; a workspace that was not, or by a clock that is ahead, is named', async () => {
  const { db } = open;
  const hour = 3_600_000;
  const now = 100 * hour;
  expect(await lastRescored(db)).toBeUndefined();
  const late = async (before: number) =>
    (await workspacesNotRescored(db, before, now)).map(({ id, name, rescoredAt }) => [id, name, rescoredAt]);
  expect(await late(3)).toEqual([
    ['a', 'Name a', null],
    ['b', 'Name b', null],
  ]);
  await markRescored(db, 'a', 10);
  await markRescored(db, 'a', 50);
  await markRescored(db, 'b', 20);
  await putRow(db, 'service_state', { name: 'rescored', value: '', updated_at: 999 });
  expect(await lastRescored(db)).toBe(50);
  expect(await late(20)).toEqual([['c', 'Name c', null]]);
  expect(await late(21)).toEqual([
    ['b', 'Name b', 20],
    ['c', 'Name c', null],
  ]);
  await markRescored(db, 'c', now + hour);
  expect(await late(20)).toEqual([]);
  await markRescored(db, 'c', now + hour + 1);
  expect(await late(20)).toEqual([['c', 'Name c', now + hour + 1]]);
});

test('the companies by which leads were judged are those noted last, of each workspace; where leads work', async () => {
  const { db } = open;
  expect(await judgedCompanies(db, 'a')).toBeUndefined();
  await noteJudgedCompanies(db, 'a', 'one');
  await noteJudgedCompanies(db, 'a', 'two');
  await noteJudgedCompanies(db, 'b', 'three');
  expect([await judgedCompanies(db, 'a'), await judgedCompanies(db, 'b')]).toEqual(['two', 'three']);
  for (const organization_id of ['a', 'b']) {
    await putRow(db, 'accounts', { organization_id, id: 'acme', name: 'Acme', domain: `${organization_id}.example` });
    for (const [id, company_name, named_company, account_id] of [
      ['1', 'Acme', 'Other', 'acme'],
      ['2', null, 'Named', null],
      ['3', null, null, 'gone'],
    ] as const) {
      await putRow(db, 'people', { organization_id, id, company_name });
      await putRow(db, 'leads', { organization_id, id, named_company, account_id });
    }
  }
  const places = [
    { id: '1', companyName: 'Acme', accountId: 'acme', accountDomain: 'a.example' },
    { id: '2', companyName: 'Named', accountId: null, accountDomain: null },
    { id: '3', companyName: null, accountId: 'gone', accountDomain: null },
  ];
  expect(await workplacesAfter(db, 'a', '', 9)).toEqual(places);
  expect(await workplacesAfter(db, 'a', '1', 1)).toEqual(places.slice(1, 2));
});
