/**
 * Credits against a model: random interleavings of everything that moves them, crashes included. The balance is the model's at
 * every step, never below zero, equal to what the ledger amounts to, and no operation is charged twice.
 */
import fc from 'fast-check';
import { creditBalance, changeCredits, derivedBalance, listLedger } from '../../src/store/credits/ledger';
import type { Database } from '../../src/database/database';
import {
  change,
  endDiscovery,
  extendHolds,
  queueDiscovery,
  retryDiscovery,
  startDiscovery,
} from '../../src/store/discovery/lifecycle';
import { findDiscovery } from '../../src/store/discovery/reads';
import { writeWorkspace } from '../../src/store/log/workspace-lock';
import { createOrganization } from '../../src/store/access/organizations';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { propertyRuns } from '../support/at-length';

const runs = propertyRuns(15, 100);
const holdSize = 10;

interface ModelDiscovery {
  id: string;
  state: 'queued' | 'running' | 'failed' | 'ended' | 'lacking';
  paid: number;
  held: number;
  people: number;
}
interface Model {
  available: number;
  discoveries: ModelDiscovery[];
}
interface Real {
  readonly db: Database;
  readonly organizationId: string;
  posts: number;
}

class Crash extends Error {}

/** Does a change; `crashes` lets its transaction fail at the very end, as when the process dies before the commit. */
async function crashing<T>({ db }: Real, crashes: boolean, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await db.transaction(async () => {
      const result = await work();
      if (crashes) throw new Crash();
      return result;
    });
  } catch (error) {
    if (error instanceof Crash) return undefined;
    throw error;
  }
}

async function agree(model: Model, { db, organizationId }: Real): Promise<void> {
  const stored = await creditBalance(db, organizationId);
  expect(stored).toEqual({
    available: model.available,
    held: model.discoveries.reduce((sum, one) => sum + one.held, 0),
    consumed: model.discoveries.reduce((sum, one) => sum + one.paid, 0),
  });
  expect(await derivedBalance(db, organizationId)).toEqual(stored);
  for (const part of Object.values(stored)) expect(part).toBeGreaterThanOrEqual(0);
  const entries = (await listLedger(db, organizationId, 1000)).map(({ operation, kind }) => `${operation} ${kind}`);
  expect(new Set(entries).size).toBe(entries.length);
}

type Command = fc.AsyncCommand<Model, Real>;
const now = Date.UTC(2026, 10, 22);
const job = () => Promise.resolve('00000000-0000-4000-8000-000000000000');

const command = (
  name: string,
  check: (model: Model) => boolean,
  run: (model: Model, real: Real) => Promise<void>,
): Command => ({
  check,
  toString: () => name,
  async run(model, real) {
    await run(model, real);
    await agree(model, real);
  },
});

const pick = (model: Model, at: number, states: readonly ModelDiscovery['state'][]) => {
  const fitting = model.discoveries.filter(({ state }) => states.includes(state));
  return fitting[at % Math.max(1, fitting.length)];
};
/** A command about one discovery in one of these states. */
const about = (
  name: string,
  at: number,
  states: readonly ModelDiscovery['state'][],
  run: (one: ModelDiscovery, model: Model, real: Real) => Promise<void>,
): Command =>
  command(
    name,
    (model) => pick(model, at, states) !== undefined,
    async (model, real) => {
      const one = pick(model, at, states);
      if (one) await run(one, model, real);
    },
  );

const flags = fc.record({ at: fc.nat({ max: 50 }), crashes: fc.boolean() });
const commands: fc.Arbitrary<Command>[] = [
  fc
    .integer({ min: -15, max: 40 })
    .filter((n) => n !== 0)
    .map((amount) =>
      command(
        `grant ${amount}`,
        () => true,
        async (model, { db, organizationId }) => {
          const balance = await changeCredits(db, organizationId, amount, null, now);
          expect(balance !== undefined).toBe(model.available + amount >= 0);
          if (balance) model.available += amount;
        },
      ),
    ),
  fc.boolean().map((crashes) =>
    command(
      `queue${crashes ? ', crashing' : ''}`,
      () => true,
      async (model, real) => {
        const { db, organizationId } = real;
        real.posts += 1;
        const urn = `urn:li:activity:${7_400_000_000_000_000_000n + BigInt(real.posts)}`;
        const request = {
          urn,
          url: '',
          idempotencyKey: `key ${real.posts}`,
          askedAt: now,
          holdSize,
          source: 'files',
          now,
        } as const;
        const queued = await crashing(real, crashes, () => queueDiscovery(db, organizationId, request, job));
        if (!queued) return;
        expect(queued.outcome).toBe(model.available >= holdSize ? 'queued' : 'insufficient');
        if (queued.outcome !== 'queued') return;
        model.available -= holdSize;
        model.discoveries.push({ id: queued.row.id, state: 'queued', paid: 0, held: holdSize, people: 0 });
        // The same request again queues and charges nothing.
        expect((await queueDiscovery(db, organizationId, request, job)).outcome).toBe('existing');
      },
    ),
  ),
  flags.map(({ at, crashes }) =>
    about(`start${crashes ? ', crashing' : ''}`, at, ['queued', 'running'], async (one, _model, real) => {
      const started = await crashing(real, crashes, () => startDiscovery(real.db, real.organizationId, one.id, now));
      if (!started || one.state === 'running') return;
      Object.assign(one, { state: 'running', paid: one.paid + one.held, held: 0 });
    }),
  ),
  fc
    .record({ at: fc.nat({ max: 50 }), crashes: fc.boolean(), wanted: fc.nat({ max: 4 }) })
    .map(({ at, crashes, wanted }) =>
      about(`extend by ${wanted}${crashes ? ', crashing' : ''}`, at, ['running'], async (one, model, real) => {
        const { db, organizationId } = real;
        const paid = await crashing(real, crashes, () =>
          writeWorkspace(db, organizationId, async () => {
            const row = await findDiscovery(db, organizationId, one.id);
            if (!row) throw new Error('no discovery');
            return (await extendHolds(db, organizationId, row, wanted, now)).credits_consumed;
          }),
        );
        if (paid === undefined) return;
        const added = holdSize * Math.min(wanted, Math.floor(model.available / holdSize));
        expect(paid).toBe(one.paid + added);
        model.available -= added;
        one.paid += added;
      }),
    ),
  fc.record({ at: fc.nat({ max: 50 }), share: fc.double({ min: 0, max: 1, noNaN: true }) }).map(({ at, share }) =>
    about('meet people', at, ['running'], async (one, _model, { db, organizationId }) => {
      one.people += Math.floor(share * (one.paid - one.people));
      await change(db, { organization_id: organizationId, id: one.id }, { people_found: one.people });
    }),
  ),
  fc
    .record({
      at: fc.nat({ max: 50 }),
      crashes: fc.boolean(),
      how: fc.constantFrom('COMPLETED', 'FAILED', 'CANCELLED'),
    })
    .map(({ at, crashes, how }) =>
      about(`${how}${crashes ? ', crashing' : ''}`, at, ['running', 'queued', 'ended'], async (one, model, real) => {
        const status = how;
        const end = await crashing(real, crashes, () =>
          endDiscovery(real.db, real.organizationId, one.id, { status, now }),
        );
        if (!end || one.state === 'ended') return;
        model.available += one.held + (one.paid - one.people);
        Object.assign(one, { state: how === 'COMPLETED' ? 'ended' : 'failed', held: 0, paid: one.people });
      }),
    ),
  flags.map(({ at, crashes }) =>
    about(`retry${crashes ? ', crashing' : ''}`, at, ['failed', 'lacking'], async (one, model, real) => {
      const again = await crashing(real, crashes, () => retryDiscovery(real.db, real.organizationId, one.id, now, job));
      if (!again) return;
      expect(again.outcome).toBe(model.available >= holdSize ? 'queued' : 'insufficient');
      if (again.outcome === 'queued') model.available -= holdSize;
      Object.assign(one, again.outcome === 'queued' ? { state: 'queued', held: holdSize } : { state: 'lacking' });
    }),
  ),
];

describe.each(availableDatabases())('credits on %s', (kind) => {
  let opened: OpenTestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });
  afterAll(() => opened.close());

  test('are the model’s under random interleavings', async () => {
    let workspaces = 0;
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 60, size: 'max' }), async (sequence) => {
        const organization = await createOrganization(opened.db, `Workspace ${(workspaces += 1)}`);
        if (!organization) throw new Error('no workspace');
        const real = { db: opened.db, organizationId: organization.id, posts: 0 };
        await fc.asyncModelRun(() => ({ model: { available: 0, discoveries: [] }, real }), sequence);
      }),
      { seed: 12, numRuns: runs },
    );
  });

  test('many at once: 10 holds of 30 that want one, and nothing below zero', async () => {
    const organization = await createOrganization(opened.db, 'Rush');
    if (!organization) throw new Error('no workspace');
    await changeCredits(opened.db, organization.id, 10 * holdSize + 3, null);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        queueDiscovery(
          opened.db,
          organization.id,
          {
            urn: `urn:li:share:${at + 1}`,
            url: '',
            idempotencyKey: `k${at}`,
            askedAt: now,
            holdSize,
            source: 'files',
            now,
          },
          job,
        ),
      ),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'queued')).toHaveLength(10);
    expect(await creditBalance(opened.db, organization.id)).toEqual({ available: 3, held: 100, consumed: 0 });
  });
});
