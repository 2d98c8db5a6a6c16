/** Syncs and runs as steps of a test: each over a folder of its own with one post, so that no other would bring the same. */
import { openAgent } from '../../../src/ingest/agent/agent-service';
import { systemClock } from '../../../src/jobs/clock';
import { changeCredits } from '../../../src/store/credits/ledger';
import type { Database } from '../../../src/database/database';
import { saveWatchlistEntry } from '../../../src/store/writes/watchlist';
import { queueSync } from '../../../src/ingest/sync/request';
import { ExportFolder, postIdAt } from '../../agent/support/folder';
import { jobsOver, workOff } from '../../agent/support/workspace';
import { now, watched } from '../../import/support/site';

const hour = 3_600_000;

/** @param slugs who commented, every other one with a headline of a buyer. */
export interface Collecting {
  readonly do: 'sync' | 'run';
  readonly file: number;
  readonly slugs: readonly string[];
  /** When, in ms after `now`: runs are judged by the customer profile of their time. */
  readonly at: number;
}

/** Watches the author whose post the step with this number reads. */
export async function watchAuthor(db: Database, organizationId: string, step: Pick<Collecting, 'do' | 'file'>) {
  const slug = `author-${step.file}`;
  const entry = watched(slug, { person: { memberId: null, slug, isCompany: false } });
  const profileType = step.do === 'run' ? 'INVESTOR' : 'INFLUENCER';
  return (await saveWatchlistEntry(db, organizationId, { ...entry, profileType }, now)).id;
}

/** Collects; returns the id of the batch. */
export async function collect(db: Database, organizationId: string, step: Collecting): Promise<string> {
  const profileId = await watchAuthor(db, organizationId, step);
  const folder = new ExportFolder(() => now);
  try {
    const id = postIdAt(now - 50 * hour, 1_000 + step.file);
    const slug = `author-${step.file}`;
    const author = { name: slug, url: `https://www.linkedin.com/in/${slug}` };
    folder.posts('posts.csv', author, [{ id, text: 'Words', at: now - 50 * hour }]);
    const comment = 'How much is it for a team of twenty? We would like to buy.';
    const people = step.slugs.map((name, at) => ({
      name,
      slug: name,
      headline: at % 2 === 0 ? 'VP Sales at Globex' : 'Nurse',
      comment,
      at: now - (at + 2) * hour,
    }));
    folder.engagements(`${id}/all.csv`, id, people);
    if (step.do === 'sync') await queueSync(db, organizationId, profileId, now);
    else {
      await changeCredits(db, organizationId, 50, null, now);
      const agent = openAgent(db, organizationId, () => now);
      const limits = { creditsPerRun: 50, creditsPerDay: 5_000, watch: ['INVESTOR'] as const, keywords: [] };
      await agent.enable({ pattern: '0 7 * * 1', timeZone: 'UTC', ...limits });
      await agent.request('AGENT');
    }
    const clock = { ...systemClock, now: () => now + step.at };
    await workOff(db, jobsOver(folder.path, { sync: { schedule: 'off' } }), clock);
  } finally {
    folder.remove();
  }
  const kind = step.do === 'sync' ? 'sync' : 'agent_run';
  const [batch] = await db.select<{ id: string }>(
    'SELECT id FROM batches WHERE organization_id = ? AND kind = ? ORDER BY id DESC LIMIT 1',
    [organizationId, kind],
  );
  return batch?.id ?? '';
}
