/** Whatever changes what lists show, in random order: what a day and a night of a workspace do to it. */
import { applyRetention } from '../../../src/privacy/retention';
import { personRequests } from '../../../src/privacy/requests';
import { rescoreWorkspace, workOffQueue } from '../../../src/scoring/rescore';
import { mergeAccounts, splitAccount } from '../../../src/store/writes/accounts';
import { storeIcp } from '../../../src/store/access/icp';
import { decideLead } from '../../../src/store/writes/leads';
import { setAccountFacts } from '../../../src/store/access/provisioned';
import type { Database } from '../../../src/database/database';
import type { OutreachChange } from '../../../src/store/writes/outreach';
import { PersonObjects, PersonSuppressed } from '../../../src/store/writes/person-writer';
import { queueEverybody } from '../../../src/store/writes/scoring-queue';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { removeWatchlistEntry } from '../../../src/store/writes/watchlist-removal';
import { makeRows } from '../../import/support/rows';
import { importInto, memberId, ndjson, now, watched, type Site } from '../../import/support/site';
import type { Random } from '../../store/support/random';
import { undo } from '../../undo/support/undoing';

const day = 24 * 3_600_000;
/** People of the rows (../../import/support/rows.ts). */
const people = 9;

/** A workspace that one writer changes. */
export interface Writing {
  readonly site: Pick<Site, 'db' | 'file'>;
  readonly organizationId: string;
  readonly userId: string;
  readonly random: Random;
  /** Tells the files of writers apart. */
  readonly name: string;
  /** The clock of scoring, which all writers share: intent fades while it goes on. */
  readonly clock: { at: number };
  /** Batches that may be taken back. One writer alone takes back: there is one job for it in a workspace. */
  readonly batches: string[];
  readonly takesBack: boolean;
}

type Work = (writing: Writing) => Promise<void>;

const idsOf = async (db: Database, organizationId: string, table: string, column = 'id'): Promise<string[]> =>
  (
    await db.select<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE organization_id = ? ORDER BY ${column}`,
      [organizationId],
    )
  ).map(({ id }) => id);

/** What is done about a lead of any disposition. */
const decided = (decisionOf: (writing: Writing) => Parameters<typeof decideLead>[3]): Work => {
  return async (writing) => {
    const { site, organizationId, random } = writing;
    const leads = await idsOf(site.db, organizationId, 'leads');
    if (leads.length > 0) await decideLead(site.db, organizationId, random.pick(leads), decisionOf(writing));
  };
};

export const outreachOf = (random: Random): OutreachChange =>
  random.pick<OutreachChange>([
    { status: 'CONTACTED' },
    { status: 'SNOOZED', snoozedUntil: '2999-01-04' },
    { status: 'NONE' },
    { note: `Called ${random.below(100)}` },
  ]);

/** Everything that a person can ask for. */
const asked = (request: 'erase' | 'suppress' | 'object' | 'withdraw' | 'lift'): Work => {
  return async ({ site, organizationId, random, clock }) => {
    const n = random.below(people);
    const identities = [
      { kind: 'member' as const, value: memberId(n) },
      { kind: 'slug' as const, value: `person-${n}` },
    ];
    const requests = personRequests(site.db, organizationId, () => clock.at);
    if (request === 'erase' || request === 'suppress') await requests[request]({ identities }, { purge: false });
    else await requests[request]({ identities });
    await requests.finish();
  };
};

/** Who objected, or must not be stored, is not watched either. */
const unlessRefused = (error: unknown) => {
  if (!(error instanceof PersonObjects) && !(error instanceof PersonSuppressed)) throw error;
};

/** By name, with how often each is done; the first is needed for the others. */
export const works = {
  import: [
    6,
    async ({ site, organizationId, random, name, batches }) => {
      const rows = random.some(makeRows(random), random.between(5, 40));
      const path = site.file(`${organizationId}-${name}-${random.below(1_000_000)}.ndjson`, ndjson(rows));
      const { batchId } = await importInto(site, organizationId, path, {
        format: 'generic',
        score: random.chance(0.7),
        batchSize: random.pick([3, 100]),
      });
      if (batchId !== null) batches.push(batchId);
    },
  ],
  undo: [
    2,
    async ({ site, organizationId, random, batches, takesBack }) => {
      if (!takesBack) return;
      const [batch] = batches.splice(random.below(Math.max(batches.length, 1)), 1);
      if (batch !== undefined) await undo(site.db, organizationId, [batch]);
    },
  ],
  score: [
    3,
    ({ site, organizationId, clock }) => workOffQueue(site.db, organizationId, clock.at).then(() => undefined),
  ],
  fade: [
    2,
    async ({ site, organizationId, random, clock }) => {
      clock.at += random.pick([1, 1, 9, 40]) * day;
      await rescoreWorkspace(site.db, organizationId, clock.at);
    },
  ],
  icp: [
    1,
    async ({ site, organizationId, random, clock }) => {
      const industries = [random.pick(['Software Development', 'Banking'])];
      await storeIcp(site.db, organizationId, JSON.stringify({ seniorities: ['vp', 'cxo'], industries }), clock.at);
      await queueEverybody(site.db, organizationId);
    },
  ],
  dispose: [2, decided(({ random }) => ({ disposition: random.pick(['CLIENT', 'BAD_LEAD', 'ACTIVE'] as const) }))],
  own: [1, decided(({ random, userId }) => ({ ownerId: random.pick([userId, null]) }))],
  outreach: [
    3,
    decided(({ random, userId }) => ({ outreach: outreachOf(random), userId: random.pick([userId, null]) })),
  ],
  erase: [1, asked('erase')],
  suppress: [1, asked('suppress')],
  lift: [1, asked('lift')],
  object: [1, asked('object')],
  withdraw: [1, asked('withdraw')],
  retain: [
    1,
    async ({ site, organizationId, random, clock }) => {
      await applyRetention(site.db, organizationId, random.pick([3, 5, 24]), { now: clock.at });
    },
  ],
  watch: [
    1,
    async ({ site, organizationId, random }) => {
      const n = random.below(people);
      const person = { memberId: memberId(n), slug: null, isCompany: false };
      const entry = watched(`person-${n}`, random.chance(0.5) ? { person } : {});
      await saveWatchlistEntry(site.db, organizationId, { ...entry, profileType: 'COMPETITOR' }, now).catch(
        unlessRefused,
      );
    },
  ],
  unwatch: [
    1,
    async ({ site, organizationId, random }) => {
      const entries = await idsOf(site.db, organizationId, 'monitored_profiles');
      if (entries.length > 0) await removeWatchlistEntry(site.db, organizationId, random.pick(entries));
    },
  ],
  'merge accounts': [
    1,
    async ({ site, organizationId, random }) => {
      const [keep, drop] = random.some(await idsOf(site.db, organizationId, 'accounts'), 2);
      if (keep !== undefined && drop !== undefined) await mergeAccounts(site.db, organizationId, keep, drop);
    },
  ],
  'split account': [
    1,
    async ({ site, organizationId, random, clock }) => {
      const aliases = await site.db.select<{ account_id: string; value: string }>(
        'SELECT account_id, value FROM account_aliases WHERE organization_id = ? ORDER BY kind, value',
        [organizationId],
      );
      if (aliases.length === 0) return;
      const { account_id: id, value } = random.pick(aliases);
      await splitAccount(site.db, organizationId, id, value, clock.at);
    },
  ],
  rename: [
    1,
    ({ site, organizationId, userId, random }) => {
      const displayName = `Olive ${random.below(50)}`;
      return setAccountFacts(site.db, organizationId, userId, { email: `${userId}@x.example`, displayName });
    },
  ],
} as const satisfies Record<string, readonly [often: number, work: Work]>;

export type WorkName = keyof typeof works;

const isWork = (name: string): name is WorkName => Object.hasOwn(works, name);
/** The names, each as often as it is to be done. */
const hat = Object.keys(works)
  .filter(isWork)
  .flatMap((name) => Array.from({ length: works[name][0] }, () => name));

/** Does something. @returns what. */
export async function workSomehow(writing: Writing): Promise<WorkName> {
  const name = writing.random.pick(hat);
  await works[name][1](writing);
  return name;
}
