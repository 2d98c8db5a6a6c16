/** People while importing: one row for all identities of a person, written with the batch, in its own workspace alone. */
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/databases';
import { ofNeighbours } from '../../../test/support/neighbours';
import { putRow, type Cells } from '../../../test/support/put-row';
import type { PersonRow } from '../tables/engagement';
import { mentionOf, type Identities } from './known-people';
import { PersonWriter, sameMoment } from './person-writer';

let open: OpenTestDatabase;
let [here, neighbour] = ['', ''];
let made = 0;
let writer: PersonWriter;
beforeAll(async () => {
  open = await openTestDatabase('sqlite');
});
afterAll(() => open.close());
beforeEach(async () => {
  made += 1;
  [here, neighbour] = [`here ${made}`, `neighbour ${made}`];
  for (const id of [here, neighbour]) await putRow(open.db, 'organizations', { id, name: id, revision: 7 });
  writer = new PersonWriter(open.db, here);
});

const { put, rows, pairs, everything } = ofNeighbours(() => ({ db: open.db, here, neighbour }));
const slug = (name: string): Identities => ({ memberId: null, slug: name, isCompany: false });
const member = (id: string, name: string | null = null): Identities => ({ memberId: id, slug: name, isCompany: false });
const page = (name: string): Identities => ({ memberId: null, slug: name, isCompany: true });
const read = (...who: Identities[]) => writer.prepare(who.map((one) => mentionOf(one, null, 0)));
const putPerson = async (id: string, more: Cells = {}) => {
  const active = { disposition: 'ACTIVE', display_name: id };
  await put('people', { id, ...active, observed_at: 10, created_at: 3, updated_at: 4, ...more });
  await put('person_identities', { kind: 'slug', value: id, person_id: id });
};
/** A row that can be changed: the person as stored, with what is new. */
const change = (id: string, more: Partial<PersonRow>) => writer.touch({ ...writer.row(id), ...more });
const flush = () => open.db.transaction(() => writer.flush());
const nothing = { created: 0, merged: 0, touched: [], enriched: [], mergedInto: [] };

test('who is not known is made once, by all their identities, and found by each of them afterwards', async () => {
  const who = member('m1', 'ann');
  await read(who, page('ann'));
  const row = writer.resolve(who, 5);
  const company = writer.resolve(page('ann'), 6);
  expect(writer.resolve(slug('ann'), 9)).toBe(row);
  expect(writer.expected()).toEqual({ created: 2, changed: 0, unchanged: 0 });
  writer.touch({ ...row, display_name: 'Ann', headline: 'CEO' });
  expect(await flush()).toEqual({ ...nothing, created: 2 });
  const known = { organization_id: here, created_at: 5, updated_at: 5, disposition: 'ACTIVE', observed_at: 0 };
  expect(row).toMatchObject({ ...known, is_company: 0, do_not_contact: 0, display_name: '' });
  expect(Object.entries(row).filter(([, value]) => value !== null)).toHaveLength(9);
  const stored = new Map((await rows('people')).map((one) => [one['id'], one]));
  expect(stored.get(row.id)).toEqual({ ...row, display_name: 'Ann', headline: 'CEO' });
  expect(stored.get(company.id)).toEqual({ ...row, id: company.id, is_company: 1, created_at: 6, updated_at: 6 });
  expect(await pairs('person_identities', 'kind', 'value', 'person_id')).toEqual([
    `company ann ${company.id}`,
    `member m1 ${row.id}`,
    `slug ann ${row.id}`,
  ]);
  expect(await pairs('profile_snapshots', 'person_id', 'headline')).toEqual(
    [`${row.id} CEO`, `${company.id} null`].sort(),
  );
  await read(member('m1'), slug('ann'));
  expect([writer.resolve(member('m1'), 9).id, writer.resolve(slug('ann'), 9).id]).toEqual([row.id, row.id]);
  expect(await flush()).toEqual(nothing);
  expect([(await rows('people')).length, (await rows('profile_snapshots')).length]).toEqual([2, 2]);
});

test('identities of another workspace are not theirs; another identity of a known person is added', async () => {
  await putPerson('p');
  await putRow(open.db, 'person_identities', { organization_id: neighbour, kind: 'slug', value: 'x', person_id: 'p' });
  await read(slug('x'), member('m', 'p'));
  expect(writer.resolve(slug('x'), 1).id).not.toBe('p');
  expect(writer.resolve(member('m', 'p'), 1)).toMatchObject({ id: 'p', display_name: 'p', observed_at: 10 });
  expect(await flush()).toEqual({ ...nothing, created: 1 });
  expect(await pairs('person_identities', 'kind', 'person_id')).toContain('member p');
  expect(() => writer.row('p')).toThrow('a known person has no row');
});

test('what differs is written: all but the id; what reads otherwise gives a snapshot, what shows otherwise a change', async () => {
  for (const id of ['shown', 'hidden', 'same', 'dated', 'seen', 'untouched', 'twice']) {
    await putPerson(id, { enriched_at: 20 });
    await put('leads', { id, change_revision: 1, updated_at: 1, disposition: 'ACTIVE' });
  }
  await read(...['shown', 'hidden', 'same', 'dated', 'seen', 'untouched', 'twice'].map(slug));
  const before = await everything();
  change('shown', { headline: 'CEO', observed_at: 11 });
  change('hidden', { followers: 9, enriched_at: 30, updated_at: 99 });
  change('same', {});
  change('dated', { enriched_at: 40, observed_at: 12 });
  change('seen', { observed_at: 13 });
  change('twice', { region: 'Bavaria' });
  change('twice', { country: 'DE' });
  expect(writer.expected()).toEqual({ created: 0, changed: 3, unchanged: 4 });
  const { touched, enriched, ...counts } = await flush();
  expect([touched.sort(), enriched, counts]).toEqual([
    ['hidden', 'shown', 'twice'],
    ['hidden'],
    { created: 0, merged: 0, mergedInto: [] },
  ]);
  const as = ['id', 'headline', 'followers', 'enriched_at', 'observed_at', 'updated_at', 'region', 'country'];
  expect(await pairs('people', ...as)).toEqual([
    'dated null null 40 12 4 null null',
    'hidden null 9 30 10 99 null null',
    'same null null 20 10 4 null null',
    'seen null null 20 10 4 null null',
    'shown CEO null 20 11 4 null null',
    'twice null null 20 10 4 Bavaria DE',
    'untouched null null 20 10 4 null null',
  ]);
  expect(await pairs('profile_snapshots', 'person_id', 'headline', 'country')).toEqual([
    'shown CEO null',
    'twice null DE',
  ]);
  expect(await pairs('leads', 'id', 'change_revision')).toEqual([
    ...['dated 1', 'hidden 1', 'same 1', 'seen 1', 'shown 7', 'twice 7', 'untouched 1'],
  ]);
  // The time of a person who was only seen again is written at the end.
  await open.db.transaction(() => writer.noteSightings());
  expect((await pairs('people', 'id', 'observed_at')).filter((one) => !one.endsWith(' 10'))).toEqual([
    'dated 12',
    'seen 13',
    'shown 11',
  ]);
  expect(await everything()).toEqual(before);
});

test('every column of a changed person is written, but for the workspace and the id', async () => {
  await putPerson('p');
  await read(slug('p'));
  const row = writer.row('p');
  const other = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'number' ? value + 1 : `other ${name}`]),
  );
  const changed = { ...row, ...other, organization_id: here, id: 'p' };
  writer.touch(changed);
  await flush();
  expect(await rows('people')).toEqual([changed]);
});

describe('when a person was last seen', () => {
  const see = async (at: number) => {
    await read(slug('p'));
    change('p', { observed_at: at });
    await flush();
  };
  const stored = async () => (await pairs('people', 'observed_at'))[0];
  const note = () => open.db.transaction(() => writer.noteSightings());

  test('is known at once and written later, the latest of them; one that another import wrote stays if it is later', async () => {
    await putPerson('p');
    await see(50);
    await see(40);
    await read(slug('p'));
    expect([writer.row('p').observed_at, await stored()]).toEqual([50, '10']);
    await note();
    expect(await stored()).toBe('50');
    await see(70);
    await open.db.run('UPDATE people SET observed_at = 80 WHERE organization_id = ?', [here]);
    await note();
    expect(await stored()).toBe('80');
    expect(await pairs('profile_snapshots', 'id')).toEqual([]);
    // All are written: nothing is left to be written again.
    await open.db.run('UPDATE people SET observed_at = 5 WHERE organization_id = ?', [here]);
    await note();
    expect(await stored()).toBe('5');
  });

  test('a change that is written tells it, and what was held is not written again', async () => {
    await putPerson('p');
    await see(50);
    await read(slug('p'));
    change('p', { headline: 'CEO', observed_at: 60 });
    await flush();
    expect(await stored()).toBe('60');
    await open.db.run('UPDATE people SET observed_at = 5 WHERE organization_id = ?', [here]);
    await note();
    expect(await stored()).toBe('5');
  });

  test('of more than one statement takes, each has their own time, here alone', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `p${n}`);
    for (const id of ids) await putPerson(id);
    await read(...ids.map(slug));
    ids.forEach((id, n) => change(id, { observed_at: 100 + n }));
    await flush();
    const before = await everything();
    await note();
    expect(await pairs('people', 'id', 'observed_at')).toEqual(ids.map((id, n) => `${id} ${100 + n}`).sort());
    expect(await everything()).toEqual(before);
  });

  test('is forgotten with what was not committed', async () => {
    await putPerson('p');
    await read(slug('p'));
    change('p', { observed_at: 50 });
    await expect(
      open.db.transaction(async () => {
        await writer.flush();
        throw new Error('it failed');
      }),
    ).rejects.toThrow('it failed');
    writer.reset();
    await read(slug('p'));
    expect(writer.row('p').observed_at).toBe(10);
    await note();
    expect(await stored()).toBe('10');
  });
});

describe('a row in the words of the last one', () => {
  const words = 'sixteen letters!';
  const again = (at: number) => mentionOf(slug('p'), words, at);
  const remember = async (dates: boolean) => {
    await putPerson('p');
    await writer.prepare([again(10)]);
    expect(writer.seenAgain(again(10))).toBeUndefined();
    writer.remember(writer.resolve(slug('p'), 1), words, dates);
    await flush();
  };
  const observed = async () => {
    await open.db.transaction(() => writer.noteSightings());
    return (await pairs('people', 'observed_at'))[0];
  };

  test('is not read, and dates the facts, once an hour', async () => {
    await remember(true);
    await writer.prepare([again(20)]);
    expect(() => writer.row('p')).toThrow();
    expect([sameMoment, writer.seenAgain(again(10 + sameMoment - 1)), await observed()]).toEqual([
      3_600_000,
      'p',
      '10',
    ]);
    expect([writer.seenAgain(again(10 + sameMoment)), await observed()]).toEqual(['p', String(10 + sameMoment)]);
  });

  test('that say nothing of their age date nothing', async () => {
    await remember(false);
    expect([writer.seenAgain(again(10 + 2 * sameMoment)), await observed()]).toEqual(['p', '10']);
  });

  test('other words, and nobody, are read', async () => {
    await remember(true);
    expect(writer.seenAgain(mentionOf(slug('p'), 'sixteen letters?', 9))).toBeUndefined();
    expect(writer.seenAgain(mentionOf(slug('q'), words, 9))).toBeUndefined();
    writer.reset();
    expect(writer.seenAgain(again(9))).toBeUndefined();
  });

  test('is read after two people became one', async () => {
    await remember(true);
    await putPerson('q');
    await read(slug('q'), member('m', 'p'));
    await put('person_identities', { kind: 'member', value: 'n', person_id: 'q' });
    await read(member('n', 'p'), slug('p'));
    expect(writer.resolve(member('n', 'p'), 1).id).toBe('p');
    expect(writer.seenAgain(again(9))).toBeUndefined();
    await flush();
    expect(writer.seenAgain(again(9))).toBeUndefined();
  });
});

describe('two people who are one', () => {
  const meet = async (one: Cells = {}, other: Cells = {}) => {
    await putPerson('p', one);
    await putPerson('q', other);
    await put('person_identities', { kind: 'member', value: 'm', person_id: 'q' });
    await read(member('m', 'p'));
    return writer.resolve(member('m', 'p'), 1);
  };

  test('the one known first stays, with facts of both; the employers are counted again', async () => {
    const row = await meet(
      { headline: null, account_id: 'acme', observed_at: 5 },
      { headline: 'CEO', account_id: 'globex', title: 'CEO', observed_at: 9 },
    );
    expect(row).toMatchObject({ id: 'p', headline: 'CEO', account_id: 'globex', observed_at: 9 });
    expect([writer.staying('q'), writer.staying('p')]).toEqual(['p', 'p']);
    expect(['p', 'q'].map((id) => writer.tookInAnother(id))).toEqual([true, false]);
    expect(writer.expected()).toEqual({ created: 0, changed: 1, unchanged: 0 });
    const before = await everything();
    expect(await flush()).toEqual({ created: 0, merged: 1, touched: ['p'], enriched: [], mergedInto: ['p'] });
    expect(await pairs('people', 'id', 'headline')).toEqual(['p CEO']);
    expect(await pairs('person_identities', 'value', 'person_id')).toEqual(['m p', 'p p', 'q p']);
    expect(await pairs('stale_summaries', 'kind', 'target_id')).toEqual(['account acme', 'account globex']);
    expect(await pairs('scoring_queue', 'person_id')).toEqual(['p', 'q']);
    // They read as the other did, which has its snapshot.
    expect(await pairs('profile_snapshots', 'person_id')).toEqual([]);
    expect(await everything()).toEqual(before);
    // In the next batch nobody has been merged, and all is found under the one.
    expect([writer.tookInAnother('p'), writer.staying('q')]).toEqual([false, 'q']);
    await read(member('m'), slug('q'), slug('p'));
    expect([member('m'), slug('q'), slug('p')].map((who) => writer.resolve(who, 1).id)).toEqual(['p', 'p', 'p']);
    expect(await flush()).toEqual(nothing);
  });

  test('a person who then reads as neither did gets a snapshot', async () => {
    await meet({ headline: 'CEO', country: 'DE', enriched_at: 1 }, { headline: 'CFO', observed_at: 20 });
    await flush();
    expect(await pairs('profile_snapshots', 'headline', 'country')).toEqual(['CFO DE']);
  });

  test('without an employer nothing is counted, and one without a change is touched none the less', async () => {
    await meet({ display_name: 'x' }, { display_name: 'x' });
    expect(await flush()).toMatchObject({ merged: 1, touched: ['p'], mergedInto: ['p'] });
    expect(await pairs('stale_summaries', 'target_id')).toEqual([]);
  });

  test('one who is new goes without a trace', async () => {
    await putPerson('0', { headline: 'CEO' });
    await read(member('new'), member('new', '0'));
    const made = writer.resolve(member('new'), 1);
    writer.touch({ ...made, followers: 9, observed_at: 50 });
    expect(writer.resolve(member('new', '0'), 1)).toMatchObject({
      id: '0',
      headline: 'CEO',
      followers: 9,
      observed_at: 50,
    });
    expect(await flush()).toEqual({ created: 0, merged: 1, touched: ['0'], enriched: [], mergedInto: ['0'] });
    expect(await pairs('people', 'id', 'followers')).toEqual(['0 9']);
    expect(await pairs('person_identities', 'value', 'person_id')).toEqual(['0 0', 'new 0']);
    expect(await pairs('profile_snapshots', 'person_id')).toEqual([]);
  });

  test('three are one: however they were merged, one stays', async () => {
    for (const id of ['p', 'q', 'r']) await putPerson(id);
    await put('person_identities', { kind: 'member', value: 'm', person_id: 'r' });
    await put('person_identities', { kind: 'member', value: 'n', person_id: 'q' });
    await read(member('m', 'q'), member('n', 'p'));
    expect(writer.resolve(member('m', 'q'), 1).id).toBe('q');
    expect(writer.resolve(member('n', 'p'), 1).id).toBe('p');
    expect(['p', 'q', 'r'].map((id) => writer.staying(id))).toEqual(['p', 'p', 'p']);
    expect(await flush()).toMatchObject({ merged: 2, mergedInto: ['p'], touched: ['p'] });
    expect(await pairs('people', 'id')).toEqual(['p']);
    expect(new Set(await pairs('person_identities', 'person_id'))).toEqual(new Set(['p']));
  });

  test('what is touched of the one that goes is not written', async () => {
    await putPerson('p');
    await putPerson('q');
    await put('person_identities', { kind: 'member', value: 'm', person_id: 'q' });
    await read(member('m', 'p'));
    change('q', { followers: 7, observed_at: 99 });
    expect(writer.resolve(member('m', 'p'), 1).followers).toBe(7);
    expect(writer.expected()).toEqual({ created: 0, changed: 1, unchanged: 0 });
    await flush();
    expect(await pairs('people', 'id', 'followers')).toEqual(['p 7']);
  });
});

test('an id in an older spelling names the same person', async () => {
  await putPerson('p');
  await put('person_identities', { kind: 'member', value: 'ACwAAB12', person_id: 'p' });
  await read(member('ACoAAB12'));
  expect(writer.resolve(member('ACoAAB12'), 1).id).toBe('p');
  expect(await flush()).toEqual(nothing);
  expect(await pairs('person_identities', 'value', 'person_id')).toEqual(['ACoAAB12 p', 'ACwAAB12 p', 'p p']);
});

test('what was not committed is forgotten', async () => {
  await putPerson('p');
  await read(slug('p'), slug('gone'));
  const gone = writer.resolve(slug('gone'), 1);
  change('p', { headline: 'CEO' });
  writer.reset();
  expect(writer.expected()).toEqual({ created: 0, changed: 0, unchanged: 0 });
  await read(slug('p'), slug('gone'));
  expect(writer.row('p').headline).toBeNull();
  expect(writer.resolve(slug('gone'), 1).id).not.toBe(gone.id);
  expect(await flush()).toEqual({ ...nothing, created: 1 });
});
