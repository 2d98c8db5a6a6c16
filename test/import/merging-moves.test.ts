/** Whatever hangs on somebody, or on a post, that turns out to be another one moves there: of every table, and of this workspace alone. */
import type { SqlValue } from '../../src/database/database';
import { workspaceTables } from '../../src/store/tables/all';
import { mergePeople } from '../../src/store/writes/merge-people';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { putRow, type Cells } from '../support/put-row';
import { activity, importInto, memberId, ndjson, now, useSite } from './support/site';

const site = useSite('sqlite');
/** The workspace in which two become one, and a neighbour that holds the very same rows. */
let [here, neighbour] = ['', ''];
beforeEach(async () => {
  [here, neighbour] = [await site.workspace(), await site.workspace()];
});

/** The same row in both workspaces. */
async function put(name: string, cells: Cells): Promise<void> {
  for (const organization_id of [here, neighbour]) await putRow(site.db, name, { ...cells, organization_id });
}

const rowsOf = (name: string, organizationId = here) =>
  site.db.select<Record<string, SqlValue>>(`SELECT * FROM ${name} WHERE organization_id = ?`, [organizationId]);
const everything = async (organizationId: string) => {
  const found: Record<string, unknown> = {};
  for (const { name } of workspaceTables) found[name] = await rowsOf(name, organizationId);
  return found;
};
/** Tables in which a value stands in a column of this kind. */
const holding = async (value: string, kind: RegExp) => {
  const found: string[] = [];
  for (const { name, columns } of workspaceTables)
    for (const column of Object.keys(columns).filter((one) => kind.test(one)))
      if ((await rowsOf(name)).some((row) => row[column] === value)) found.push(`${name}.${column}`);
  return found.sort();
};

describe('of somebody', () => {
  const [keep, drop, other] = ['keep', 'drop', 'other'];
  const merge = () => writeWorkspace(site.db, here, () => mergePeople(site.db, here, keep, drop));
  const ofPeople = /^(?:person_id|author_person_id|lead_id)$/;

  beforeEach(async () => {
    for (const id of [keep, drop, other]) {
      await put('people', { id, display_name: id, disposition: 'ACTIVE' });
      await put('leads', { id, disposition: 'ACTIVE', account_id: `account of ${id}` });
    }
  });

  test('every row that names them', async () => {
    const facts: Readonly<Record<string, (person: string, at: number) => Cells>> = {
      engagements: (person_id, at) => ({
        person_id,
        post_id: `post ${at}`,
        type: 'LIKE',
        monitored_profile_id: `p${at}`,
      }),
      person_identities: (person_id, at) => ({ person_id, kind: 'member', value: `${person_id} ${at}` }),
      profile_snapshots: (person_id, at) => ({ person_id, observed_at: at }),
      posts: (author_person_id, at) => ({ author_person_id, urn: `urn ${author_person_id} ${at}` }),
      discovery_people: (person_id, at) => ({ person_id, discovery_id: `d${at}` }),
      agent_candidates: (person_id, at) => ({ person_id, lead_id: person_id, run_id: `r${at}` }),
      watchlist_sync_people: (person_id, at) => ({ person_id, counted_for: `day ${at}` }),
    };
    for (const [name, cells] of Object.entries(facts)) {
      // One that both have, one of each alone, and one of somebody else.
      for (const [person, at] of [
        [keep, 0],
        [drop, 0],
        [keep, 1],
        [drop, 2],
        [other, 0],
      ] as const)
        await put(name, cells(person, at));
    }
    await put('lead_outreach', { person_id: drop, status: 'CONTACTED', decided_at: 2, note: 'called' });
    await put('lead_outreach', { person_id: keep, status: 'NONE', decided_at: 1 });
    await put('lead_outreach', { person_id: other, status: 'NONE', decided_at: 1 });
    const [before, ofNeighbour] = [await holding(drop, ofPeople), await everything(neighbour)];
    expect(before.length).toBeGreaterThan(Object.keys(facts).length);
    await merge();
    // The lead that is gone is counted out when the queue is worked off.
    expect(await holding(drop, ofPeople)).toEqual(['scoring_queue.person_id']);
    expect(await everything(neighbour)).toEqual(ofNeighbour);
    const counts: Record<string, [number, number]> = {};
    for (const name of Object.keys(facts)) {
      const column = name === 'posts' ? 'author_person_id' : 'person_id';
      const of = (person: string, rows: readonly Record<string, SqlValue>[]) =>
        rows.filter((row) => row[column] === person).length;
      const rows = await rowsOf(name);
      counts[name] = [of(keep, rows), of(other, rows)];
    }
    // What both had counts once, unless it is another fact of each.
    expect(counts).toEqual({
      engagements: [3, 1],
      person_identities: [4, 1],
      profile_snapshots: [4, 1],
      posts: [4, 1],
      discovery_people: [3, 1],
      agent_candidates: [3, 1],
      watchlist_sync_people: [3, 1],
    });
    expect(await rowsOf('people')).toHaveLength(2);
    expect((await rowsOf('leads')).map(({ id }) => id).sort()).toEqual([keep, other]);
    expect((await rowsOf('lead_outreach')).find((row) => row['person_id'] === keep)).toMatchObject({ note: 'called' });
    expect((await rowsOf('scoring_queue')).map((row) => row['person_id']).sort()).toEqual([drop, keep]);
    // The account that lost a lead, and the profiles of whom two leads are one now, are counted again.
    expect((await rowsOf('stale_summaries')).map((row) => row['target_id']).sort()).toEqual([
      'account of drop',
      'p0',
      'p1',
      'p2',
    ]);
  });

  describe('who is held for the agent', () => {
    const held = async () => (await rowsOf('agent_held_people')).map((row) => row['person_id']).sort();
    const engaged = (person_id: string) =>
      put('engagements', { person_id, post_id: `of ${person_id}`, type: 'LIKE', origin: 'agent' });
    const origins = async () =>
      (await rowsOf('engagements')).filter((row) => row['person_id'] === keep).map((row) => row['origin']);

    test('is not held where neither was, also where neither did anything yet', async () => {
      await put('agent_held_people', { person_id: other });
      await merge();
      expect(await held()).toEqual([other]);
    });

    test('stays held where both were', async () => {
      for (const person_id of [keep, drop, other]) {
        await put('agent_held_people', { person_id });
        await engaged(person_id);
      }
      await merge();
      expect([await held(), await origins()]).toEqual([
        [keep, other],
        ['agent', 'agent'],
      ]);
    });

    test.each([
      [keep, drop],
      [drop, keep],
    ])('is free where %s is held and the other is a lead', async (one, free) => {
      for (const person_id of [one, other]) await put('agent_held_people', { person_id });
      for (const person_id of [one, other]) await engaged(person_id);
      await put('engagements', { person_id: free, post_id: 'own', type: 'LIKE', origin: 'watchlist' });
      await merge();
      expect([await held(), await origins()]).toEqual([[other], ['watchlist', 'watchlist']]);
      expect((await rowsOf('agent_held_people', neighbour)).length).toBe(2);
    });

    test.each([
      [keep, drop],
      [drop, keep],
    ])('stays held where %s is and the other did nothing yet', async (one) => {
      for (const person_id of [one, other]) await put('agent_held_people', { person_id });
      await engaged(one);
      await merge();
      expect([await held(), await origins()]).toEqual([[keep, other], ['agent']]);
    });
  });
});

describe('of a post', () => {
  const like = (post: number, person: number) => ({
    kind: 'like',
    postUrl: activity(post),
    memberId: memberId(person),
    name: `Person ${person}`,
    headline: 'Cook',
  });
  let files = 0;
  const take = (organizationId: string, ...rows: object[]) =>
    importInto(site, organizationId, site.file(`moves-${(files += 1)}.ndjson`, ndjson(rows)));

  test('discoveries, running ones too, and its other names; its audience is counted again', async () => {
    for (const org of [here, neighbour]) await take(org, like(1, 1), like(2, 1), like(2, 2), like(3, 3));
    const urns = await rowsOf('post_urns');
    const idOf = (n: number) =>
      String(urns.find((row) => String(row['urn']).endsWith(activity(n).replace(/\D+/g, '')))?.['post_id']);
    const [one, two, three] = [idOf(1), idOf(2), idOf(3)];
    expect(new Set([one, two, three]).size).toBe(3);
    for (const post_id of [one, two, three]) await put('post_audiences', { post_id, people: 7, content: '{}' });
    for (const [post_id, active_post] of [
      [one, null],
      [two, two],
      [three, three],
    ] as const)
      await put('discoveries', { id: `of ${post_id}`, post_id, active_post, status: 'RUNNING' });
    const ofNeighbour = await everything(neighbour);
    await take(here, {
      kind: 'post',
      postUrl: activity(1),
      postUrns: activity(2),
      observedAt: new Date(now).toISOString(),
    });
    expect(await everything(neighbour)).toEqual(ofNeighbour);

    const [staying = '', ...more] = (await rowsOf('posts')).map(({ id }) => String(id)).filter((id) => id !== three);
    expect(more).toEqual([]);
    const gone = staying === one ? two : one;
    // The mark of a post that is gone goes when it is counted.
    expect(await holding(gone, /^(?:post_id|active_post)$/)).toEqual(['audience_marks.post_id']);
    expect((await rowsOf('discoveries')).map(({ id, post_id, active_post }) => ({ id, post_id, active_post }))).toEqual(
      expect.arrayContaining([
        { id: `of ${one}`, post_id: staying, active_post: null },
        { id: `of ${two}`, post_id: staying, active_post: staying },
        { id: `of ${three}`, post_id: three, active_post: three },
      ]),
    );
    // Anyone who liked both likes the one post once.
    expect((await rowsOf('engagements')).filter((row) => row['post_id'] === staying)).toHaveLength(2);
    expect((await rowsOf('post_urns')).filter((row) => row['post_id'] === staying)).toHaveLength(2);
    expect((await rowsOf('audience_marks')).map((row) => row['post_id'])).toContain(staying);
    expect((await rowsOf('post_audiences')).map((row) => row['post_id'])).toEqual(expect.arrayContaining([three]));
  });
});
