/** Imports in real processes: killed in the middle and run again, and several at once. */
import { checkCounts } from '../../../src/store/writes/check-counts';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { Random } from '../../store/support/random';
import { runSeed } from '../../support/run-seed';
import { atLength } from '../../support/at-length';
import { availableDatabases } from '../../support/databases';
import { gate, importInProcess } from '../../import/support/processes';
import {
  activity,
  contents,
  importInto,
  memberId,
  ndjson,
  now,
  useSite,
  slugUrl,
  ugcPost,
  watched,
  without,
} from '../../import/support/site';

const day = (n: number) => new Date(Date.UTC(2026, 7, 1 + n, 12)).toISOString();
const companies = ['Globex', 'Initech', 'Nörd & Søn', 'Acme, Inc.'];

/** Rows about people who are named now by member id, now by slug and now by both, under posts with two URNs. */
function makeRows(random: Random, count: number, people: number): object[] {
  const rows: object[] = Array.from({ length: 6 }, (_, n) => ({
    kind: 'post',
    postUrl: activity(n),
    postUrns: ugcPost(n),
    text: `Post ${n}`,
    authorProfileUrl: slugUrl(`author-${n % 3}`),
    observedAt: day(60),
  }));
  for (let at = 0; at < count; at += 1) {
    const n = random.below(people);
    const p = random.below(6);
    const kind = random.pick(['like', 'comment', 'repost', 'person']);
    const by = random.pick(['member', 'slug', 'both']);
    const who = {
      ...(by === 'slug' ? {} : { memberId: memberId(n) }),
      ...(by === 'member' ? {} : { profileUrl: slugUrl(`person-${n}`) }),
      name: `Person ${n}`,
      headline: `VP Sales at ${companies[n % companies.length]}`,
      observedAt: day(60),
    };
    const words = kind === 'like' ? undefined : random.pick(['What does it cost?', 'Nice', 'Well said']);
    if (kind === 'person') rows.push({ kind, ...who, country: 'SE', companySize: '51-200' });
    else {
      rows.push({
        kind,
        ...who,
        postUrl: random.chance(0.5) ? activity(p) : ugcPost(p),
        commentText: words,
        occurredAt: day((n + p * 3 + (words?.length ?? 0)) % 50),
      });
    }
  }
  return random.shuffled(rows);
}

const isEngagement = (row: object) => 'kind' in row && ['like', 'comment', 'repost'].includes(String(row.kind));

// Where processes are killed, MySQL differs from MariaDB in nothing that matters.
describe.each(availableDatabases().filter((kind) => kind !== 'mysql'))(
  `importing in processes on %s (LEADLIGHT_TEST_SEED=${runSeed})`,
  (kind) => {
    const site = useSite(kind);
    const random = new Random(runSeed);

    async function workspace(): Promise<string> {
      const organizationId = await site.workspace();
      const entry = watched('author-0', { profileType: 'COMPETITOR' });
      await saveWatchlistEntry(site.db, organizationId, entry, now);
      return organizationId;
    }

    /** What an import leaves behind; how often a profile was written on the way, and which URN came first, differs. */
    async function result(organizationId: string) {
      const check = await checkCounts(site.db, organizationId);
      expect({ pending: check.pending, differences: check.differences }).toEqual({ pending: 0, differences: [] });
      const {
        profile_snapshots: _snapshots,
        posts,
        leads,
        engagements,
        ...rest
      } = await contents(site.db, organizationId);
      return { ...rest, leads, engagements, posts: without(posts, ['urn', 'url']) };
    }

    it('killed at any moment and run again, leaves what one clean run leaves', async () => {
      const file = site.file('killed.ndjson', ndjson(makeRows(random, atLength(600, 900), 180)));
      const clean = await workspace();
      const order = { url: site.url, files: [file], batchSize: 40 };
      const { messages } = await importInProcess({ ...order, organizationId: clean });
      const expected = await result(clean);
      expect(expected.leads?.length).toBeGreaterThan(100);

      let latest = messages;
      for (let round = 0; round < atLength(1, 10);) {
        const organizationId = await workspace();
        let kills = 0;
        for (let attempt = 0; attempt < 3; attempt += 1) {
          const killAt = Math.ceil(random.next() * latest);
          const { summaries } = await importInProcess({ ...order, organizationId }, { killAt });
          if (summaries.length === 0) kills += 1;
          // The kill came too late: later ones come sooner.
          else latest /= 2;
        }
        const last = await importInProcess({ ...order, organizationId });
        expect(last.summaries).toHaveLength(1);
        expect(await result(organizationId)).toEqual(expected);
        // A round in which no kill came in time does not count.
        if (kills > 0) round += 1;
      }
    });

    describe('two imports of overlapping files at once', () => {
      let paths: string[];
      let expected: Awaited<ReturnType<typeof result>>;
      let engagementRows: number;

      beforeAll(async () => {
        const rows = makeRows(random, 900, 150);
        const parts = [rows.slice(0, 650), rows.slice(250)];
        paths = parts.map((part, n) => site.file(`at-once-${n}.ndjson`, ndjson(part)));
        const clean = await workspace();
        for (const path of paths) await importInto(site, clean, path);
        engagementRows = parts.flat().filter(isEngagement).length;
        expected = await result(clean);
      });

      it('in two processes do not double anything', async () => {
        const organizationId = await workspace();
        const together = gate(2);
        await Promise.all(
          paths.map((path) =>
            importInProcess({ url: site.url, organizationId, files: [path], batchSize: 40 }, { together }),
          ),
        );
        expect(await result(organizationId)).toEqual(expected);
      });

      it('in one process do not double anything', async () => {
        const organizationId = await workspace();
        const summaries = await Promise.all(
          paths.map((path) => importInto(site, organizationId, path, { batchSize: 40 })),
        );
        expect(await result(organizationId)).toEqual(expected);
        // Every row was new, known or refused (an id and an address of two known people); more were new than stayed where two people turned out to be one.
        const { known, added } = summaries.reduce(
          (sum, { engagements }) => ({
            known: sum.known + (engagements?.known ?? 0),
            added: sum.added + (engagements?.new ?? 0),
          }),
          { known: 0, added: 0 },
        );
        const stored = summaries.reduce((sum, { records }) => sum + records.engagement, 0);
        const refused = summaries.reduce((sum, summary) => sum + summary.refused, 0);
        expect(known + added).toBe(stored);
        expect(stored).toBeLessThanOrEqual(engagementRows);
        expect(stored + refused).toBeGreaterThanOrEqual(engagementRows);
        expect(added).toBeGreaterThanOrEqual(expected.engagements?.length ?? 0);
      });

      it('of two workspaces do not disturb each other', async () => {
        const ids = [await workspace(), await workspace()];
        await Promise.all(
          ids.map(async (id) => {
            for (const path of paths) {
              await importInto(site, id, path, { batchSize: 40, rejectsPath: `${path}.${id}.rejects` });
            }
          }),
        );
        for (const id of ids) expect(await result(id)).toEqual(expected);
      });
    });
  },
);
