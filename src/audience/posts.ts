/** Counts the audiences of single posts whose engagement changed. */
import { setTimeout } from 'node:timers/promises';
import { AudienceCount, breakdowns } from '../rules/audience/buckets';
import { tierTable } from '../rules/audience/figures';
import { dayOf, mayReplace, peopleIn, type Counts, type PrivacyRules } from '../rules/audience/privacy';
import { letOthersWrite, Pace, transactionMs } from '../scoring/pace';
import {
  clearMark,
  deferMark,
  dueMarks,
  isBeingFilled,
  postAudienceOf,
  savePostAudience,
} from '../store/audience/aggregates';
import { engagementsOfPost, engagersOfPost, leadsOfPost, type TypeCounts } from '../store/audience/facts';
import type { Database } from '../database/database';
import { writeWorkspace } from '../store/log/workspace-lock';
import type { PostAudienceRow } from '../store/tables/discovery';
import { countsIn, postOf, readPost, type PostContent } from './content';
import type { CountingOptions } from './snapshot';

/** How many marks are read at a time. */
const together = 500;
/** How many posts one transaction counts. */
const sizes = { first: 10, least: 5, most: 200 } as const;
/**
 * An import that stored something within this time counts as under way. Then the pause that it gets after each transaction, and
 * the step of that pause, in ms.
 */
const [fillingMs, pauseDuringImportMs, stepMs] = [10_000, 2_000, 250];

/** When to count a post again while its people are being scored. */
const scoredAfterMs = 60_000;

/** Counts one post. If too few people were added since today's publication, it waits until tomorrow. */
export async function countPost(
  db: Database,
  organizationId: string,
  postId: string,
  options: CountingOptions,
): Promise<void> {
  await writeWorkspace(db, organizationId, () => countInTransaction(db, organizationId, postId, options));
}

/** @returns whether the result was stored. */
async function countInTransaction(
  db: Database,
  organizationId: string,
  postId: string,
  { rules, now }: CountingOptions,
): Promise<boolean> {
  const count = new AudienceCount();
  for (const person of await engagersOfPost(db, organizationId, postId)) if (person.isCompany === 0) count.add(person);
  const types = await engagementsOfPost(db, organizationId, postId);
  const before = await postAudienceOf(db, organizationId, postId);
  const scored = await leadsOfPost(db, organizationId, postId);
  const leads = scored ?? (before ? readPost(before.content).leads : null);
  const next = { ...types, content: postOf(count, leads) };
  if (before && !isReplaceable(before, next, now, rules)) {
    await deferMark(db, organizationId, postId, (dayOf(now) + 1) * 86_400_000);
    return false;
  }
  if (count.people > 0 || before) {
    await savePostAudience(db, {
      organization_id: organizationId,
      post_id: postId,
      computed_at: now,
      people: count.people,
      ...types,
      content: JSON.stringify(next.content),
    });
  }
  if (scored === null) await deferMark(db, organizationId, postId, now + scoredAfterMs);
  else await clearMark(db, organizationId, postId);
  return true;
}

interface Counted extends TypeCounts {
  readonly content: PostContent;
}

/** Whether everything published about the post may change: its breakdowns, its counts by type, its leads by tier. */
function isReplaceable(row: PostAudienceRow, next: Counted, now: number, rules: PrivacyRules): boolean {
  const before = { ...row, content: readPost(row.content) };
  const bothScored = before.content.leads !== null && next.content.leads !== null;
  return mayReplace(
    { tables: tablesOf(before, bothScored), computedAt: row.computed_at },
    { tables: tablesOf(next, bothScored), computedAt: now },
    rules,
  );
}

function tablesOf({ content, likes, comments, reposts }: Counted, withLeads: boolean): Counts[] {
  const people = peopleIn(countsIn(content.title));
  return [
    ...breakdowns.map((breakdown) => countsIn(content[breakdown])),
    countsIn({ likes, comments, reposts }),
    ...(withLeads && content.leads ? [tierTable(people, content.leads)] : []),
  ];
}

/**
 * Counts every post that is due, many in one transaction. Each transaction locks the workspace, and on a cluster the longer
 * transactions of an import lose against it. So while an import is under way, a pause follows each. Safe to interrupt and to
 * run concurrently.
 * @returns how many were stored.
 */
export async function countMarkedPosts(
  db: Database,
  organizationId: string,
  options: CountingOptions,
): Promise<number> {
  const pace = new Pace({ targetMs: transactionMs(db.dialect, false), ...sizes });
  let stored = 0;
  for (let after = ''; ;) {
    const ids = await dueMarks(db, organizationId, options.now, after, together);
    for (let from = 0; from < ids.length;) {
      const part = ids.slice(from, from + pace.size);
      from += part.length;
      stored += await pace.measure(part.length, (begun) =>
        writeWorkspace(db, organizationId, async () => {
          begun();
          let changed = 0;
          for (const id of part) if (await countInTransaction(db, organizationId, id, options)) changed += 1;
          return changed;
        }),
      );
      await letImportsWrite(db, organizationId, options);
    }
    const last = ids[ids.length - 1];
    if (last === undefined) return stored;
    after = last;
  }
}

/** A pause between two transactions. Beside an import it is long and taken in steps, so that a stop request is noticed. */
async function letImportsWrite(db: Database, organizationId: string, options: CountingOptions): Promise<void> {
  const { checkpoint, pause = setTimeout } = options;
  await letOthersWrite(db.dialect);
  await checkpoint?.();
  if (!(await isBeingFilled(db, organizationId, Date.now() - fillingMs))) return;
  for (let waited = 0; waited < pauseDuringImportMs; waited += stepMs) {
    await pause(stepMs);
    await checkpoint?.();
  }
}
