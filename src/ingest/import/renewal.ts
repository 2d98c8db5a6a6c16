/**
 * Reads again what older rules read: stored headlines and comments, in short transactions. Only an excerpt of a long comment is
 * kept, so its class stays as its whole text was read.
 */
import { readerVersion } from '../../../packages/reader/src';
import { withoutNamesOf } from '../../rules/fit/rivals';
import { commentsReady, companyNamesReady, headlinesReady } from '../../shared/reader-ready';
import { readCommentsAgain } from '../../scoring/comments-again';
import { Pace } from '../../scoring/pace';
import { competitorNames } from '../../store/reads/own-companies';
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { people, type PersonRow } from '../../store/tables/engagement';
import { AccountWriter } from '../../store/writes/account-writer';
import { markStale, queueScoring } from '../../store/writes/engagement-writer';
import { noteLeadsChanged } from '../../store/log/note-changes';
import { samePerson, showsAnew } from '../../store/writes/person-differences';
import { noteReadings, peopleRows, readingsMark, workspaceFrom } from '../../store/writes/readings';
import { peopleAfter } from '../../store/writes/scoring-queue';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import { derived } from './person-facts';

export interface RenewalOptions {
  readonly now: () => number;
  /** How long a transaction should take, ms. */
  readonly targetMs: number;
  /** Called between transactions. If it throws, the work ends there. */
  readonly checkpoint: () => Promise<void>;
  /** Called in each transaction. */
  readonly guard: () => Promise<void>;
  readonly progress?: (people: number) => void;
}

/**
 * Reads all people of every workspace by the rules of this program. Can be interrupted anywhere, and continues from there.
 * @returns the number of people read.
 */
export async function renewReadings(db: Database, options: RenewalOptions): Promise<number> {
  const version = readerVersion();
  const pace = new Pace({ targetMs: options.targetMs, first: 50, least: 5, most: 1_000 });
  let done = 0;
  for (;;) {
    const mark = await readingsMark(db);
    if (mark?.version === version && mark.at === null) return done;
    const at = mark?.version === version ? mark.at : null;
    const organizationId = await workspaceFrom(db, at?.organizationId ?? '', false);
    if (organizationId === undefined) {
      await db.transaction(async () => {
        await options.guard();
        await noteReadings(db, { version, at: null });
      });
      return done;
    }
    const after = at?.organizationId === organizationId ? at.personId : '';
    done += await renewPage(db, organizationId, after, pace, version, options);
    options.progress?.(done);
    await options.checkpoint();
  }
}

async function renewPage(
  db: Database,
  organizationId: string,
  after: string,
  pace: Pace,
  version: string,
  options: RenewalOptions,
): Promise<number> {
  const ids = await peopleAfter(db, organizationId, after, pace.size);
  const last = ids.at(-1);
  if (last === undefined) {
    const next = await workspaceFrom(db, organizationId, true);
    await db.transaction(async () => {
      await options.guard();
      await noteReadings(db, { version, at: next === undefined ? null : { organizationId: next, personId: '' } });
    });
    return 0;
  }
  const note = () => noteReadings(db, { version, at: { organizationId, personId: last } });
  await Promise.all([headlinesReady(), commentsReady(), companyNamesReady()]);
  try {
    await pace.measure(ids.length, (begun) =>
      writeWorkspace(db, organizationId, async () => {
        begun();
        await options.guard();
        const changed = await renewPeople(db, organizationId, ids, options.now());
        const withoutRivals = withoutNamesOf(await competitorNames(db, organizationId));
        const said = await readCommentsAgain(db, organizationId, ids, { withoutRivals });
        await queueScoring(db, organizationId, [...changed, ...said]);
        await note();
      }),
    );
  } catch (error) {
    if (!(error instanceof UnknownWorkspaceError)) throw error;
    await note();
  }
  return ids.length;
}

/** Returns the people whose columns changed. */
async function renewPeople(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await peopleRows(db, organizationId, ids);
  const changed = rows.map((old) => ({ old, row: derived(old) })).filter(({ old, row }) => !samePerson(row, old));
  const employed = changed.filter(({ old, row }) => old.company_name !== row.company_name);
  const accounts = new AccountWriter(db, organizationId);
  const company = (row: PersonRow) => ({ name: row.company_name, slug: null, domain: null });
  await accounts.prepare(employed.map(({ row }) => company(row)));
  const touched: string[] = [];
  for (const { old, row } of employed) {
    row.account_id = await accounts.resolve(company(row), now);
    for (const id of [old.account_id, row.account_id]) if (id !== null) touched.push(id);
  }
  await accounts.flush();
  await insertInto(
    db,
    people,
    changed.map(({ row }) => ({ ...row, updated_at: now })),
    {
      update: [
        'title',
        'seniority',
        'job_function',
        'company_name',
        'account_id',
        'standing',
        'read_confidence',
        'updated_at',
      ],
    },
  );
  const shown = changed.filter(({ old, row }) => showsAnew(row, old)).map(({ row }) => row.id);
  await noteLeadsChanged(db, organizationId, shown, now);
  await markStale(db, organizationId, 'account', touched);
  return changed.map(({ row }) => row.id);
}
