/** Whom the stored audience of a workspace counts: people who engaged with others' posts, in the windows of their last engagement. */
import { weakestRules } from '../../src/rules/audience/privacy';
import { takeSnapshot } from '../../src/audience/snapshot';
import { activity, importInto, ndjson, now, slugUrl, useSite } from '../import/support/site';

const site = useSite('sqlite');
const day = 86_400_000;
const daysAgo = (days: number, ms = 0) => new Date(now - days * day + ms).toISOString();

/** The people of each window, as they are stored. */
async function counted(rows: readonly object[]): Promise<unknown> {
  const organizationId = await site.workspace();
  await importInto(site, organizationId, site.file(`${organizationId}.ndjson`, ndjson(rows)));
  await takeSnapshot(site.db, organizationId, { rules: weakestRules, now });
  const [row] = await site.db.select<{ people: number; content: string }>(
    "SELECT people, content FROM audience_snapshots WHERE organization_id = ? AND breakdown = 'title'",
    [organizationId],
  );
  return { people: row?.people, content: JSON.parse(row?.content ?? 'null') };
}

const like = (profileUrl: string, name: string, occurredAt: string) => ({
  ...{ kind: 'like', profileUrl, name, headline: 'VP Sales at Globex', postUrl: activity(1), occurredAt },
});
const person = (n: number, occurredAt = daysAgo(1)) => like(slugUrl(`p-${n}`), `Person ${n}`, occurredAt);
const people = [1, 2, 3].map((n) => person(n));

test('company pages are nobody: an audience is the same with and without them', async () => {
  const pages = [1, 2].map((n) => like(`https://www.linkedin.com/company/page-${n}`, `Page ${n}`, daysAgo(1)));
  const alone = await counted(people);
  expect(alone).toMatchObject({ people: 3 });
  expect(await counted([...people, ...pages])).toEqual(alone);
  // The positive control: one more person is one more.
  expect(await counted([...people, person(4)])).toMatchObject({ people: 4 });
});

test('the author of a post is not among its audience', async () => {
  const own = {
    kind: 'post',
    postUrl: activity(1),
    text: 'Words',
    authorProfileUrl: slugUrl('p-1'),
    authorName: 'Person 1',
  };
  expect(await counted([own, ...people])).toMatchObject({ people: 2 });
});

test('a window of days ends where it says: who engaged that long ago is out, a millisecond later is in', async () => {
  expect(await counted([person(1), person(2, daysAgo(90)), person(3, daysAgo(91))])).toMatchObject({ people: 1 });
  expect(await counted([person(1), person(2, daysAgo(90, 1))])).toMatchObject({ people: 2 });
});
