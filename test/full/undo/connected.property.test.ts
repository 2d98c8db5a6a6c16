/**
 * Taking a batch back by replaying what is connected with it leaves, row for row, what replaying everything leaves, and what a fresh
 * import of the others gives. The rows bring about what joins and divides people, posts and companies. At least half of the undos
 * must replay only what is connected, or the test shows nothing.
 */
import fc from 'fast-check';
import { decideLead } from '../../../src/store/writes/leads';
import { deleteWorkspaceRows } from '../../../src/privacy/delete-workspace';
import { personRequests } from '../../../src/privacy/requests';
import { workOffQueue } from '../../../src/scoring/rescore';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { PersonObjects, PersonSuppressed } from '../../../src/store/writes/person-writer';
import type { Extent } from '../../../src/ingest/undo/undo';
import {
  activity,
  importInto,
  memberId,
  ndjson,
  now,
  slugUrl,
  ugcPost,
  useSite,
  watched,
} from '../../import/support/site';
import { Random } from '../../store/support/random';
import { availableDatabases } from '../../support/databases';
import { isAtLength, propertyRuns } from '../../support/at-length';
import { runSeed } from '../../support/run-seed';
import { shown } from '../../undo/support/shown';
import { undo, undoStopped } from '../../undo/support/undoing';

const runs = propertyRuns(4, 60);
const people = 8;
const posts = 5;
const day = (n: number) => new Date(Date.UTC(2026, 7, 1 + n, 12)).toISOString();
const companies = ['Globex', 'Initech', 'Nörd & Søn', 'Hooli', 'Umbrella', 'Umbrella Holding'];

type Step =
  | { readonly do: 'import'; readonly file: number; readonly rows: readonly object[] }
  | { readonly do: 'erase' | 'suppress'; readonly person: number }
  | { readonly do: 'decide'; readonly person: number; readonly note: boolean }
  | { readonly do: 'watch' | 'admire'; readonly person: number };

/** People who are named once, by one row, and never change. */
const strangers = (random: Random, file: number): object[] =>
  Array.from({ length: random.between(0, 9) }, (_, n) => ({
    kind: 'like',
    memberId: memberId(1_000 + 100 * file + n),
    name: `Stranger ${file} ${n}`,
    headline: `VP Sales at ${companies[n % 3]}`,
    observedAt: day(1),
    postUrl: activity(random.below(posts)),
    occurredAt: day(-n),
  }));

/** @param passes whether names in addresses pass on to other members. */
function fileRows(random: Random, file: number, passes: boolean, seen: () => number): object[] {
  const named = (n: number) => {
    const by = random.pick(['member', 'slug', 'both']);
    const slug = passes && random.chance(0.15) ? (n + 1) % people : n;
    const at = seen();
    return {
      ...(by === 'slug' ? {} : { memberId: memberId(n) }),
      ...(by === 'member' ? {} : { profileUrl: slugUrl(`person-${slug}`) }),
      name: `Person ${n}${random.chance(0.2) ? ' Jr' : ''}`,
      headline: random.chance(0.1) ? undefined : `VP Sales at ${random.pick(companies)}`,
      observedAt: day(at),
    };
  };
  const postUrl = (p: number) => (random.chance(0.5) ? activity(p) : ugcPost(p));
  const rows: object[] = strangers(random, file);
  for (let count = random.between(2, 10); count > 0; count -= 1) {
    const [n, p] = [random.below(people), random.below(posts)];
    const kind = random.pick(['like', 'comment', 'repost']);
    rows.push({
      kind,
      ...named(n),
      postUrl: postUrl(p),
      commentText: kind === 'like' ? undefined : random.pick(['What does it cost?', 'Nice', 'Hooli does it better']),
      occurredAt: day(((n * 7 + p * 3) % 50) - 60),
      isPostAuthor: random.chance(0.06) ? 'true' : undefined,
    });
  }
  if (random.chance(0.4)) {
    const p = random.below(posts);
    const {
      memberId: authorMemberId,
      profileUrl: authorProfileUrl,
      observedAt,
    } = {
      ...{ memberId: undefined, profileUrl: undefined },
      ...named(random.below(people)),
    };
    const postUrns = random.chance(0.7) ? ugcPost(p) : undefined;
    rows.push({
      kind: 'post',
      postUrl: activity(p),
      postUrns,
      text: `Post ${p}`,
      observedAt,
      authorMemberId,
      authorProfileUrl,
    });
  }
  if (random.chance(0.3)) rows.push({ kind: 'lead', ...named(random.below(people)), disposition: 'CLIENT' });
  if (random.chance(0.15)) rows.push({ kind: 'person', ...named(random.below(people)), country: 'SE' });
  return random.shuffled(rows);
}

function stepsOf(random: Random): Step[] {
  const days = random.shuffled(Array.from({ length: 200 }, (_, n) => n));
  const steps: Step[] = [];
  const files = random.between(3, 5);
  // Erasing somebody also removes from the log the address that another person has now.
  const passes = random.chance(0.5);
  for (let file = 0; file < files; file += 1) {
    steps.push({ do: 'import', file, rows: fileRows(random, file, passes, () => days.pop() ?? 0) });
    if (random.chance(0.3)) steps.push({ do: 'decide', person: random.below(people), note: random.chance(0.5) });
    if (!passes && random.chance(0.25))
      steps.push({ do: random.pick(['erase', 'suppress'] as const), person: random.below(people) });
    if (random.chance(0.2)) steps.push({ do: 'watch', person: random.below(people) });
  }
  const [first] = steps;
  // The first file again, or its rows in another order.
  if (first?.do === 'import' && random.chance(0.4)) {
    steps.push({ do: 'import', file: files, rows: random.chance(0.5) ? first.rows : random.shuffled(first.rows) });
  }
  return steps;
}

const refused = (error: unknown) => {
  if (!(error instanceof PersonObjects) && !(error instanceof PersonSuppressed)) throw error;
};

describe.each(availableDatabases().filter((kind) => kind !== 'mysql' || isAtLength))(
  `replaying what is connected on %s (LEADLIGHT_TEST_SEED=${runSeed})`,
  (kind) => {
    const site = useSite(kind);
    const extents: Record<Extent, number> = { all: 0, connected: 0 };

    async function carriedOut(steps: readonly Step[]): Promise<{ org: string; batches: Map<number, string> }> {
      const org = await site.workspace();
      const batches = new Map<number, string>();
      for (const [at, step] of steps.entries()) {
        await carryOut(org, step, at, batches);
        await workOffQueue(site.db, org, now);
      }
      return { org, batches };
    }

    async function carryOut(org: string, step: Step, at: number, batches: Map<number, string>): Promise<void> {
      const { db } = site;
      if (step.do === 'import') {
        const path = site.file(`connected-${org}-${step.file}.ndjson`, ndjson(step.rows));
        const rep = await importInto(site, org, path, { format: 'generic', now: now + step.file });
        const { batchId } = rep;
        batches.set(step.file, batchId ?? '');
        return;
      }
      const rows = await db.select<{ person_id: string }>(
        `SELECT DISTINCT person_id FROM person_identities WHERE organization_id = ? AND value = ?`,
        [org, memberId(step.person)],
      );
      if (step.do === 'decide') {
        const decision = step.note ? { outreach: { note: 'call in May' } } : { disposition: 'BAD_LEAD' as const };
        for (const { person_id: id } of rows) await decideLead(db, org, id, decision, now + at);
      } else if (step.do === 'watch' || step.do === 'admire') {
        const person = { memberId: memberId(step.person), slug: null, isCompany: false };
        const entry = watched(`person-${step.person}`, { person });
        const profileType = step.do === 'watch' ? 'COMPETITOR' : 'INFLUENCER';
        await saveWatchlistEntry(db, org, { ...entry, profileType }, now).catch(refused);
      } else {
        const identities = [
          { kind: 'member' as const, value: memberId(step.person) },
          { kind: 'slug' as const, value: `person-${step.person}` },
        ];
        const requests = personRequests(db, org, () => now);
        await requests[step.do]({ identities }, { purge: false });
        await requests.finish();
      }
    }

    /** Everything after the undo of one file, by what was replayed. */
    async function afterUndo(steps: readonly Step[], file: number, isWhole: boolean, stops: readonly number[] = []) {
      const { org, batches } = await carriedOut(steps);
      const chose = (extent: Extent) => (extents[extent] += isWhole ? 0 : 1);
      const batch = batches.get(file) ?? '';
      if (stops.length > 0) await undoStopped(site.db, org, batch, stops);
      else await undo(site.db, org, [batch], { isWhole, chose });
      return resultOf(org, steps);
    }

    async function resultOf(org: string, steps: readonly Step[]) {
      await workOffQueue(site.db, org, now);
      const result = await shown(
        site.db,
        org,
        steps.some((step) => step.do === 'erase' || step.do === 'suppress'),
      );
      await deleteWorkspaceRows(site.db, org);
      return result;
    }

    const like = (n: number, post: number, more: object = {}) => ({
      ...{ kind: 'like', memberId: memberId(n), name: `Person ${n}`, headline: 'VP Sales at Initech' },
      ...{ observedAt: day(1), postUrl: activity(post), occurredAt: day(-n), ...more },
    });
    const at = (n: number, company: string, seen: number) =>
      like(n, n, { headline: `VP Sales at ${company}`, observedAt: day(seen) });
    const page = (name: string, seen: number) =>
      like(1, 1, {
        ...{ memberId: undefined, profileUrl: 'https://www.linkedin.com/company/globex', headline: undefined },
        ...{ name, observedAt: day(seen) },
      });
    const both = (n: number, slug: number, post: number) => like(n, post, { profileUrl: slugUrl(`person-${slug}`) });
    const comment = (n: number, post: number, commentText: string) => like(n, post, { kind: 'comment', commentText });
    const written = (post: number, n: number, seen: number) => ({
      ...{ kind: 'post', postUrl: activity(post), text: 'Post', observedAt: day(seen), authorMemberId: memberId(n) },
    });
    const leaves = 'Llevamos un año peleando con el proveedor de siempre y ya avisamos que no seguimos.';
    /** People who named the companies before, so that nobody is connected by those. */
    const first = [at(90, 'Initech', 1), at(91, 'Globex', 1), at(92, 'Hooli', 1)];
    const competes: Step = { do: 'watch', person: 1 };

    it(`leaves what replaying everything leaves, and a fresh import: ${runs} cases`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (seed) => {
          const random = new Random(seed);
          const steps = stepsOf(random);
          const files = steps.flatMap((step) => (step.do === 'import' ? [step.file] : []));
          // Most often the last: others have rarely named everything before.
          const file = random.chance(0.6) ? (files.at(-1) ?? 0) : random.pick(files);
          const whole = await afterUndo(steps, file, true);
          const stops = random.chance(0.3) ? [random.between(1, 30)] : [];
          expect(await afterUndo(steps, file, false, stops)).toEqual(whole);
          const others = steps.filter((step) => step.do !== 'import' || step.file !== file);
          // What was decided about somebody whom only the batch named stays after an undo, and is impossible without the batch.
          if (others.every((step) => step.do === 'import')) {
            expect(whole).toEqual(await resultOf((await carriedOut(others)).org, others));
          }
        }),
        { numRuns: runs, endOnFailure: true, seed: runSeed },
      );
      expect(extents.connected).toBeGreaterThan(extents.all);
    });

    // They are about what is connected, which no statement decides: a server has the cases above.
    if (kind !== 'sqlite' && !isAtLength) return;
    it.each<[says: string, file: number, ...steps: (readonly object[] | Step)[]]>([
      [
        'the batch hid a company that others named later',
        ...([1, [at(1, 'Globex', 1)], [at(2, 'Globex', 9)], [at(2, 'Hooli', 5)], [at(3, 'Hooli', 6)]] as const),
      ],
      ['a page of the batch has another name since', 0, [page('Globex', 1)], [page('Hooli', 5)], [at(3, 'Globex', 6)]],
      ['nobody else says the former name of a page', 0, [page('Globex', 1)], [page('Hooli', 5)], [at(3, 'Initech', 6)]],
      [
        'a row of a connected person was refused that is the first about a post of the batch',
        ...([1, first, [like(1, 9)], [both(1, 1, 1), both(2, 2, 2)], [both(1, 2, 9), like(50, 9)]] as const),
      ],
      [
        'a row of another person was refused that is the first about a post of the batch',
        ...([1, first, [like(5, 9)], [both(1, 1, 1), both(2, 2, 2)], [both(1, 2, 9)]] as const),
      ],
      [
        'the batch says that a watched competitor wrote a post',
        ...([3, first, [at(1, 'Globex', 1)], competes, [written(9, 1, 2)], [comment(50, 9, leaves)]] as const),
      ],
      [
        "the post of a competitor is somebody else's since",
        ...([
          6,
          first,
          [at(1, 'Globex', 1)],
          competes,
          [written(9, 1, 2)],
          [comment(50, 9, leaves)],
          [written(9, 2, 3)],
          [like(50, 8)],
        ] as const),
      ],
      [
        'most leads of an account write its name as the batch does',
        ...([1, [at(1, 'Globex', 1), at(2, 'GLOBEX', 1)], [at(3, 'GLOBEX', 1), at(4, 'GLOBEX', 1)]] as const),
      ],
      [
        'no lead writes the name of an account any more',
        ...([
          1,
          [at(90, 'Globex', 1), { ...at(90, 'Globex', 1), kind: 'lead', disposition: 'CLIENT' }],
          [at(1, 'GLOBEX', 1)],
        ] as const),
      ],
      [
        'a person of the batch engaged twice with a post of two names',
        ...([
          2,
          [...first, like(1, 5), like(1, 5, { postUrl: ugcPost(5) })],
          [{ ...written(5, 91, 2), postUrns: ugcPost(5) }],
          [like(1, 9)],
        ] as const),
      ],
      [
        'the batch names a watched author',
        ...([
          2,
          [...first, like(50, 9), like(1, 1)],
          { do: 'admire', person: 1 },
          [written(9, 1, 2)],
          [like(51, 9)],
        ] as const),
      ],
    ])('leaves the same where %s', async (_says, file, ...given) => {
      const steps = given.map((step, file): Step => ('do' in step ? step : { do: 'import', file, rows: step }));
      const whole = await afterUndo(steps, file, true);
      expect(await afterUndo(steps, file, false)).toEqual(whole);
    });
  },
);
