/**
 * The preview: what a run would decide about a few people under a few posts, before the workspace spends anything. It costs no
 * credits and stores nobody. The pages are stored, considered and decided about as in a run, and then rolled back.
 */
import { z } from 'zod';
import { PageStore } from '../crawl/page-store';
import { troubleOf, type SourceTrouble } from '../crawl/source-trouble';
import { crawl, crawlOver, crawlState, type CrawlPage } from '../crawl/crawl';
import { crawlIn } from '../crawl/workspace-crawl';
import { define, type AnyJob, type JobContext } from '../../jobs/definition';
import type { Source } from '../sources/source';
import { saveCandidates, undecided } from '../../store/agent/candidates';
import { identitiesOfPeople } from '../../store/log/decisions';
import { changeRun, countRun, endRun, findAgent, findRun } from '../../store/agent/runs';
import { peopleNamed } from '../../store/discovery/discovered-people';
import type { CandidateRow } from '../../store/tables/agent';
import { UnknownWorkspaceError, writeWorkspace } from '../../store/log/workspace-lock';
import { RunBudget } from './considered';
import { decideAbout, rulesOfWorkspace } from './decide-all';
import { agentPreview } from './kinds';
import { storedPages, pagesOf, withPage, type StoredPage } from './previewed-pages';
import { batchOfRun, noSource, targetsOf, type AgentParts } from './run-job';

const previewState = z.object({ walk: crawlState, pages: storedPages });
const mostTargets = 20;

/** Carries the decisions out of the transaction that is rolled back. */
class RolledBack extends Error {
  constructor(readonly candidates: readonly CandidateRow[]) {
    super('decided, and rolled back');
  }
}

export function previewJob(parts: AgentParts): AnyJob {
  return define({
    ...agentPreview,
    async run(context, { runId }) {
      try {
        await new Preview(parts, context, runId).go();
      } catch (error) {
        if (!(error instanceof UnknownWorkspaceError)) throw error;
      }
    },
  });
}

class Preview {
  private state: z.infer<typeof previewState> = { walk: crawlOver([]), pages: [] };

  constructor(
    private readonly parts: AgentParts,
    private readonly context: JobContext,
    private readonly runId: string,
  ) {}

  async go(): Promise<void> {
    const run = await findRun(this.context.db, this.context.organizationId, this.runId);
    if (!run?.active) return;
    const { source } = this.parts;
    if (!source) return this.finish([], noSource, 'FAILED');
    this.state = this.context.savedState(previewState) ?? (await this.begin());
    const { trouble, status } = await this.look(source);
    await this.finish(await this.decided(source), trouble, status);
  }

  private async begin(): Promise<z.infer<typeof previewState>> {
    const { db, organizationId, clock } = this.context;
    return writeWorkspace(db, organizationId, async () => {
      const agent = await findAgent(db, organizationId);
      const targets = await targetsOf(this.context, agent);
      const state = { walk: crawlOver(targets.slice(0, mostTargets)), pages: [] };
      const now = clock.now();
      await changeRun(
        db,
        { organization_id: organizationId, id: this.runId },
        { status: 'RUNNING', started_at: now, updated_at: now },
      );
      await this.context.saveState(state);
      return state;
    });
  }

  /** Reads the posts and keeps what they hold about the people to be judged. */
  private async look(source: Source): Promise<{ trouble: SourceTrouble | null; status: 'COMPLETED' | 'FAILED' }> {
    const { previewPosts: maxPosts, previewPeople: maxPeople, overlapDays } = this.parts.limits;
    const bounds = {
      source,
      network: this.parts.network,
      from: this.context.clock.now(),
      overlapDays,
      maxPosts,
      maxPeople,
    };
    try {
      const { state } = await crawl(
        {
          ...crawlIn(this.context, bounds),
          // Every preview looks at the newest posts, seen before or not.
          marks: () => Promise.resolve(new Map()),
          store: (page) => this.keep(page),
        },
        this.state.walk,
      );
      const trouble = state.trouble === null ? null : { code: 'incomplete', message: state.trouble };
      return { trouble, status: 'COMPLETED' };
    } catch (error) {
      return { trouble: troubleOf(error), status: 'FAILED' };
    }
  }

  private async keep(page: CrawlPage): Promise<'go on' | 'stop'> {
    await this.context.checkpoint();
    const { db, organizationId, clock } = this.context;
    const next = { walk: page.next, pages: withPage(this.state.pages, page, this.parts.limits.previewPeople) };
    return writeWorkspace(db, organizationId, async () => {
      const run = await findRun(db, organizationId, this.runId);
      if (!run?.active) return 'stop';
      const scanned = run.posts_scanned + (page.post && page.isLast ? 1 : 0);
      await changeRun(db, run, { posts_scanned: scanned, updated_at: clock.now() });
      await this.context.saveState(next);
      this.state = next;
      return 'go on';
    });
  }

  /** What a run would decide about the people of these pages. Everything else is rolled back. */
  private async decided(source: Source): Promise<readonly CandidateRow[]> {
    const { db, organizationId } = this.context;
    const pages = new PageStore(this.context, { batch: batchOfRun(this.runId, source), withholdsLeads: true });
    const log = await pages.log();
    try {
      await writeWorkspace(db, organizationId, async () => {
        const { previewPeople } = this.parts.limits;
        const chosenPages = await pagesOf(this.state.pages, previewPeople, (names) =>
          peopleNamed(db, organizationId, names),
        );
        for (const page of chosenPages) await pages.storeIn(log, this.pageToStore(page));
        const considered = await undecided(db, organizationId, this.runId, previewPeople);
        const rules = await rulesOfWorkspace(db, organizationId, this.context.clock.now());
        const rows = await decideAbout(db, organizationId, considered, rules);
        throw new RolledBack(await this.withoutPeople(rows));
      });
      return [];
    } catch (error) {
      if (error instanceof RolledBack) return error.candidates;
      throw error;
    }
  }

  private pageToStore({ postUrn, records }: StoredPage) {
    const { db, organizationId } = this.context;
    const run = { organization_id: organizationId, id: this.runId };
    return {
      records,
      begin: (now: number) =>
        Promise.resolve({ budget: new RunBudget(db, run, { postUrn, left: Infinity, now, everybody: true }) }),
      end: () => Promise.resolve(),
    };
  }

  /**
   * The rows with identities of people in place of ids, since people stored by the preview are gone afterwards. People who were
   * leads before keep the id of their lead.
   */
  private async withoutPeople(rows: readonly CandidateRow[]): Promise<CandidateRow[]> {
    const { db, organizationId } = this.context;
    const ids = rows.flatMap((row) => row.person_id ?? []);
    const names = await identitiesOfPeople(db, organizationId, ids);
    return rows.map((row) => {
      const nameOf = (kind: 'member' | 'slug') =>
        names.find((name) => name.person_id === row.person_id && name.kind === kind)?.value ?? null;
      const lead_id = row.decision === 'ACCEPTED' ? null : row.lead_id;
      return { ...row, person_id: null, member_id: nameOf('member'), slug: nameOf('slug'), paid: 0, lead_id };
    });
  }

  private async finish(
    candidates: readonly CandidateRow[],
    failure: SourceTrouble | null,
    status: 'COMPLETED' | 'FAILED',
  ): Promise<void> {
    const { db, organizationId, clock } = this.context;
    await writeWorkspace(db, organizationId, async () => {
      const run = await findRun(db, organizationId, this.runId);
      if (run?.active) {
        await saveCandidates(db, candidates);
        await changeRun(db, run, await countRun(db, run));
        await endRun(db, run, { status, ...(failure ? { failure } : {}), now: clock.now() });
      }
      await this.context.complete();
    });
  }
}
