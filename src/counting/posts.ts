/** Counting the audiences of single posts whose engagement changed. */
import { setImmediate } from 'node:timers/promises';
import { AudienceCount, breakdowns } from '../audience/buckets';
import { dayOf, mayReplace, type PrivacyRules } from '../audience/privacy';
import { clearMark, deferMark, dueMarks, postAudienceOf, savePostAudience } from '../store/audience/aggregates';
import { engagementsOfPost, engagersOfPost } from '../store/audience/facts';
import type { Database } from '../store/database';
import { writeWorkspace } from '../store/writes/workspace-lock';
import type { PostAudienceRow } from '../store/tables/discovery';
import { countsIn, postOf, readPost, type PostContent } from './content';
import type { CountingOptions } from './snapshot';

const together = 100;

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
    const next = postOf(count);
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
        content: JSON.stringify(next),
      });
    }
    await clearMark(db, organizationId, postId);
    return true;
  });
}

/** Whether each breakdown may change: they are published in one answer. */
function isReplaceable(before: PostAudienceRow, next: PostContent, now: number, rules: PrivacyRules): boolean {
  const published = readPost(before.content);
  const tables = (content: PostContent) => breakdowns.map((breakdown) => countsIn(content[breakdown]));
  return mayReplace(
    { tables: tables(published), computedAt: before.computed_at },
    { tables: tables(next), computedAt: now },
    rules,
  );
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
