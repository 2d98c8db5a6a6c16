/** Counting the audiences of single posts whose engagement changed. */
import { setImmediate } from 'node:timers/promises';
import { AudienceCount, breakdowns } from '../audience/buckets';
import { tierTable } from '../audience/figures';
import { dayOf, mayReplace, peopleIn, type Counts, type PrivacyRules } from '../audience/privacy';
import { clearMark, deferMark, dueMarks, postAudienceOf, savePostAudience } from '../store/audience/aggregates';
import { engagementsOfPost, engagersOfPost, leadsOfPost, type TypeCounts } from '../store/audience/facts';
import type { Database } from '../store/database';
import { writeWorkspace } from '../store/writes/workspace-lock';
import type { PostAudienceRow } from '../store/tables/discovery';
import { countsIn, postOf, readPost, type PostContent } from './content';
import type { CountingOptions } from './snapshot';

const together = 100;

/** When a post is counted again whose people are being scored. */
const scoredAfterMs = 60_000;

/**
 * Counts one post. Where too few people came in since it was published today, it waits for tomorrow.
 * @returns whether it was stored.
 */
export async function countPost(
  db: Database,
  organizationId: string,
  postId: string,
  { rules, now }: CountingOptions,
): Promise<boolean> {
  return writeWorkspace(db, organizationId, async () => {
    const count = new AudienceCount();
    for (const person of await engagersOfPost(db, organizationId, postId))
      if (person.isCompany === 0) count.add(person);
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
  });
}

interface Counted extends TypeCounts {
  readonly content: PostContent;
}

/** Whether everything that is published of the post may change: its breakdowns, its counts by type, its leads by tier. */
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

/** Counts every post that is due. Safe to interrupt and to run twice at once. */
export async function countMarkedPosts(
  db: Database,
  organizationId: string,
  options: CountingOptions,
): Promise<number> {
  let stored = 0;
  for (let after = ''; ;) {
    const ids = await dueMarks(db, organizationId, options.now, after, together);
    for (const id of ids) {
      if (await countPost(db, organizationId, id, options)) stored += 1;
      await setImmediate();
      await options.checkpoint?.();
    }
    const last = ids[ids.length - 1];
    if (last === undefined) return stored;
    after = last;
  }
}
