/** Stores a page of a run as far as its credits reach, with the position to continue from. */
import type { Begun, PageToStore } from '../crawl/page-store';
import type { CrawlPage } from '../crawl/crawl';
import type { JobContext } from '../../jobs/definition';
import { changeRun, countRun, findAgent, findRun } from '../../store/agent/runs';
import { markRead } from '../../store/crawl/collected-posts';
import type { AgentRunRow } from '../../store/tables/agent';
import { RunBudget } from './considered';
import type { RunState } from './run-state';

interface Answer {
  readonly state: RunState;
  readonly answer: 'go on' | 'stop';
}

/** The run's state in the page's transaction. */
interface Opened {
  readonly run: AgentRunRow;
  /** People considered before the page. */
  readonly before: number;
  readonly budget: RunBudget;
  readonly now: number;
}

export class RunPage implements PageToStore<Answer> {
  private opened: Opened | undefined;

  constructor(
    private readonly context: JobContext,
    private readonly state: RunState,
    private readonly page: CrawlPage,
    private readonly maxPeople: number,
  ) {}

  get records() {
    return this.page.records;
  }

  async begin(now: number): Promise<Begun<Answer>> {
    const { db, organizationId } = this.context;
    const run = await findRun(db, organizationId, this.state.runId);
    if (run?.status !== 'RUNNING') {
      await this.context.guard();
      return { answer: { state: this.state, answer: 'stop' } };
    }
    // A run that was asked for by hand goes on although the agent is paused.
    const agent = await findAgent(db, organizationId);
    if (agent?.status === 'PAUSED' && run.started_by === 'schedule') return { answer: await this.stop('paused') };
    const { people_considered: before } = await countRun(db, run);
    if (before >= this.maxPeople) return { answer: await this.stop('limit') };
    const left = run.credits_held - this.state.paid;
    const budget = new RunBudget(db, run, { postUrn: this.page.post?.urn ?? null, left, now });
    this.opened = { run, before, budget, now };
    return { budget };
  }

  async end(whole: boolean): Promise<Answer> {
    if (!this.opened) throw new Error('the page has not begun');
    const { run, before, budget, now } = this.opened;
    const { context, page, state } = this;
    const paid = state.paid + budget.paid;
    await changeRun(context.db, run, {
      batch_id: budget.batchId ?? run.batch_id,
      people_considered: before + budget.considered,
      posts_scanned: run.posts_scanned + (page.post && page.isLast && whole ? 1 : 0),
      updated_at: now,
    });
    if (!whole) return this.stop(state.limit, paid);
    if (page.isLast) await markRead(context.db, context.organizationId, 'agent', page.post, now);
    const next = { ...state, paid, walk: page.next };
    await context.saveState(next);
    return { state: next, answer: 'go on' };
  }

  private async stop(stopped: NonNullable<RunState['stopped']>, paid = this.state.paid): Promise<Answer> {
    const state = { ...this.state, paid, stopped, collected: true };
    await this.context.saveState(state);
    return { state, answer: 'stop' };
  }
}
