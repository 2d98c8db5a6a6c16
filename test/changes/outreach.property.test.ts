/**
 * What was done about people survives whatever is not an erasure: imports, undos, merges and splits, objections, scoring and fading. Of two
 * who turn out to be one the later counts, and who come apart have their own again. `LEADLIGHT_PROPERTY_RUNS=500` asks for as many cases.
 */
import fc from 'fast-check';
import { storeIcp } from '../../src/store/access/icp';
import { decideLead } from '../../src/store/writes/leads';
import { addMember } from '../../src/store/access/members';
import type { OutreachValues } from '../../src/store/writes/outreach';
import type { OutreachRow } from '../../src/store/tables/outreach';
import { workOffQueue } from '../../src/scoring/rescore';
import { deleteWorkspaceRows } from '../../src/privacy/delete-workspace';
import { now, useSite } from '../import/support/site';
import { Random } from '../store/support/random';
import { ask, walk, workspaceOf } from '../store/support/ask';
import { availableDatabases } from '../support/databases';
import { propertyRuns } from '../support/at-length';
import { runSeed } from '../support/run-seed';
import { outreachOf, works, type WorkName, type Writing } from './support/work';

const runs = propertyRuns(2, 10);
const steps = 22;

/** Erasing is the control: it is what outreach does not survive. */
const mix = [
  ...(['import', 'import', 'undo', 'undo', 'score', 'fade', 'icp', 'dispose', 'own', 'object', 'withdraw'] as const),
  ...(['watch', 'unwatch', 'merge accounts', 'split account', 'rename', 'erase', 'lift'] as const),
] satisfies readonly WorkName[];

describe.each(availableDatabases())(`outreach on %s (LEADLIGHT_TEST_SEED=${runSeed})`, (kind) => {
  const site = useSite(kind);

  /** Who is stored: the names of each by id. */
  async function peopleOf(organizationId: string): Promise<Map<string, Set<string>>> {
    const rows = await site.db.select<{ id: string; name: string }>(
      `SELECT person_id AS id, ${site.db.dialect === 'sqlite' ? "kind || ' ' || value" : "CONCAT(kind, ' ', value)"} AS name
       FROM person_identities WHERE organization_id = ?`,
      [organizationId],
    );
    const people = new Map<string, Set<string>>();
    for (const { id, name } of rows) people.set(id, (people.get(id) ?? new Set()).add(name));
    return people;
  }

  const storedOf = async (organizationId: string) =>
    new Map(
      (
        await site.db.select<OutreachRow>('SELECT * FROM lead_outreach WHERE organization_id = ?', [organizationId])
      ).map(({ organization_id: _, person_id: id, ...row }): [string, OutreachValues] => [id, row]),
    );

  const saysSomething = (row: OutreachValues | undefined) => row && (row.status !== 'NONE' || row.note !== null);

  async function carriedOut(seed: number): Promise<number> {
    const random = new Random(seed);
    const organizationId = await site.workspace();
    const member = { organizationId, displayName: 'Olive', role: 'OWNER', active: true, passwordHash: null } as const;
    const userId = (await addMember(site.db, { ...member, email: `o-${organizationId}@x.example` }))?.userId ?? '';
    await storeIcp(site.db, organizationId, JSON.stringify({ seniorities: ['vp', 'cxo'] }), now);
    const writing: Writing = {
      ...{ site, organizationId, userId, random, name: 'w', clock: { at: now }, batches: [], takesBack: true },
    };
    /** What was set, under the names that its person had. */
    let set: { names: ReadonlySet<string>; row: OutreachValues }[] = [];
    let survived = 0;
    await works.import[1](writing);
    await works.import[1](writing);
    for (let step = 0; step < steps; step += 1) {
      const before = await peopleOf(organizationId);
      const leads = await site.db.select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ? ORDER BY id', [
        organizationId,
      ]);
      if (random.chance(0.35) && leads.length > 0) {
        const { id } = random.pick(leads);
        await decideLead(site.db, organizationId, id, { outreach: outreachOf(random), userId }, now + step);
        const row = (await storedOf(organizationId)).get(id);
        if (row) set.push({ names: before.get(id) ?? new Set(), row });
      } else {
        const name = random.pick(mix);
        await works[name][1](writing);
        await workOffQueue(site.db, organizationId, writing.clock.at);
        if (name === 'erase') {
          const after = await peopleOf(organizationId);
          const gone = new Set([...before].filter(([id]) => !after.has(id)).flatMap(([, names]) => [...names]));
          set = set.filter(({ names }) => ![...names].some((one) => gone.has(one)));
        }
      }
      survived = await compare(organizationId, set);
    }
    await deleteWorkspaceRows(site.db, organizationId);
    return survived;
  }

  /** @returns how many people have something said of them. */
  async function compare(
    organizationId: string,
    set: readonly { names: ReadonlySet<string>; row: OutreachValues }[],
  ): Promise<number> {
    const people = await peopleOf(organizationId);
    const stored = await storedOf(organizationId);
    const expected = new Map<string, OutreachValues>();
    for (const [id, names] of people) {
      const own = set.filter((one) => [...one.names].some((name) => names.has(name)));
      const last = own.reduce<OutreachValues | undefined>(
        (latest, { row }) => (latest && latest.decided_at > row.decided_at ? latest : row),
        undefined,
      );
      if (last && saysSomething(last)) expected.set(id, last);
    }
    const found = new Map([...stored].filter(([, row]) => saysSomething(row)));
    expect(found).toEqual(expected);
    // Nobody is forgotten because nobody else names them any more.
    for (const { names, row } of set) {
      if (saysSomething(row))
        expect([...people.values()].some((own) => [...names].some((one) => own.has(one)))).toBe(true);
    }
    const listed = await walk(
      (paging) =>
        ask(workspaceOf(site.db, organizationId), 'list_leads', {
          disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'],
          ...paging,
        }),
      100,
    );
    for (const { id, outreach } of listed) {
      const row = expected.get(String(id));
      expect(outreach).toMatchObject({ status: row?.status ?? 'NONE', note: row?.note ?? null });
    }
    return found.size;
  }

  it(`survives whatever is not an erasure: ${runs} cases`, async () => {
    let survived = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        survived += await carriedOut(seed);
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(survived).toBeGreaterThan(0);
  });
});
