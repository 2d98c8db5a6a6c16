/** Who is who: a stable id outweighs the name in an address, which can pass to another member. */
import { join } from 'node:path';
import { cpSync } from 'node:fs';
import { importInto, ndjson, useSite, activity } from './support/site';

const cases = join(__dirname, 'cases');
const id = (n: number) => `ACoAABxTestMember0000000000000000000${n}`;
const like = (n: number, slug: string | null, at = '2026-11-02T12:00:00Z', post = activity(0)) => ({
  kind: 'like',
  memberId: n === 0 ? null : id(n),
  profileUrl: slug === null ? null : `https://www.linkedin.com/in/${slug}`,
  name: `Person ${n}`,
  headline: 'CFO',
  postUrl: post,
  observedAt: at,
});

describe.each(['sqlite'] as const)('people and their names on %s', (kind) => {
  const site = useSite(kind);
  const people = (org: string) =>
    site.db.select<{ name: string; url: string | null; identity: string }>(
      `SELECT p.display_name AS name, p.profile_url AS url, i.value AS identity FROM people p
       JOIN person_identities i ON i.organization_id = p.organization_id AND i.person_id = p.id
       WHERE p.organization_id = ? ORDER BY i.value`,
      [org],
    );
  const bring = (org: string, name: string, rows: readonly object[]) =>
    importInto(site, org, site.file(name, ndjson(rows)), { format: 'generic' });

  it.each([
    ['one slug for everybody', ['46-same-slug-different-ids.json'], 5],
    ['in two files', ['37a-old.csv', '37b-new.csv'], 2],
    ['the newer file first', ['47b-vanity-2026-11-02.json', '47a-vanity-2026-03-02.json'], 2],
    ['the older file first', ['47a-vanity-2026-03-02.json', '47b-vanity-2026-11-02.json'], 2],
  ])('two stable ids are two people: %s', async (_what, files, count) => {
    const org = await site.workspace();
    for (const time of [1, 2]) {
      for (const file of files) {
        const path = site.file(file, '');
        cpSync(join(cases, file), path);
        const summary = await importInto(site, org, path, {});
        if (time === 2) expect(summary.people?.new).toBe(0);
      }
      expect(new Set((await people(org)).map(({ name }) => name)).size).toBe(count);
    }
  });

  it('a slug passes to the one seen with it later, and the other keeps an address of their own', async () => {
    const org = await site.workspace();
    await bring(org, 'a.ndjson', [like(701, 'kim-aro')]);
    await bring(org, 'b.ndjson', [like(702, 'kim-aro', '2026-11-05T12:00:00Z')]);
    expect(await people(org)).toEqual([
      { name: 'Person 701', url: `https://www.linkedin.com/in/${id(701)}/`, identity: id(701) },
      { name: 'Person 702', url: 'https://www.linkedin.com/in/kim-aro/', identity: id(702) },
      { name: 'Person 702', url: 'https://www.linkedin.com/in/kim-aro/', identity: 'kim-aro' },
    ]);
  });

  it('an older row with a slug that passed on gives nobody the address of another', async () => {
    const rows = [like(701, 'kim-aro'), like(702, 'kim-aro', '2026-11-05T12:00:00Z')];
    const expected = [
      { name: 'Person 701', url: `https://www.linkedin.com/in/${id(701)}/`, identity: id(701) },
      { name: 'Person 702', url: 'https://www.linkedin.com/in/kim-aro/', identity: id(702) },
      { name: 'Person 702', url: 'https://www.linkedin.com/in/kim-aro/', identity: 'kim-aro' },
    ];
    for (const given of [rows, rows.toReversed()]) {
      const org = await site.workspace();
      for (const name of ['a.ndjson', 'b.ndjson']) {
        await bring(org, name, given);
        expect(await people(org)).toEqual(expected);
      }
    }
  });

  it('an id and an address of two known people merge nobody, and the row is refused', async () => {
    const org = await site.workspace();
    await bring(org, 'a.ndjson', [like(701, 'one'), like(702, 'two')]);
    const before = await people(org);
    const summary = await bring(org, 'b.ndjson', [like(701, 'two', '2026-11-05T12:00:00Z', activity(1))]);
    expect([summary.refused, summary.people, summary.engagements]).toEqual([
      1,
      { new: 0, merged: 0 },
      { new: 0, known: 0 },
    ]);
    expect(await people(org)).toEqual(before);
  });

  it('an address without a stable id is still completed by one', async () => {
    const org = await site.workspace();
    await bring(org, 'a.ndjson', [like(0, 'one'), like(701, null)]);
    const summary = await bring(org, 'b.ndjson', [like(701, 'one')]);
    expect(summary.people).toEqual({ new: 0, merged: 1 });
  });
});
