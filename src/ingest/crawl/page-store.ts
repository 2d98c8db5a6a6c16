/**
 * Stores what a source gave, page by page: people, engagement, their cost and the position to continue from. Each page is one
 * transaction, which also queues the scoring. The budget of the run, sync or discovery decides which people may be stored.
 */
import { BatchWriter } from '../import/batch';
import { batchOf, type StorableRecord } from '../import/observations';
import type { JobContext } from '../../jobs/definition';
import { queueScoringJob } from '../../scoring/queued-job';
import { CompleteLog } from '../../store/log/before';
import { openBatch, type NewBatch } from '../../store/log/batches';
import type { EngagementRow } from '../../store/tables/engagement';
import { writeWorkspace } from '../../store/log/workspace-lock';

/** The part of a page that was just stored. */
export interface StoredPart {
  readonly records: readonly StorableRecord[];
  /** The new engagements among them. */
  readonly added: readonly EngagementRow[];
  readonly batchId: string;
}

/** How many people may be stored, and what they cost. Both methods are called in the page's transaction. */
export interface Budget {
  /** The first of these records that may be stored. Empty when the budget is used up. */
  admit(records: readonly StorableRecord[]): Promise<readonly StorableRecord[]>;
  /** Counts the people of the records that were just stored. */
  count(part: StoredPart): Promise<void>;
}

/** The budget of a page, or the answer when the page is no longer wanted. Nothing of it is stored then. */
export type Begun<Answer> = { readonly budget: Budget } | { readonly answer: Answer };

/** A page, and what its discovery, run or sync does with it in the page's transaction. */
export interface PageToStore<Answer> {
  readonly records: readonly StorableRecord[];
  begin(now: number, revision: number): Promise<Begun<Answer>>;
  /** Stores the counts and the position to continue from. @param whole the budget had room for all of the page. */
  end(whole: boolean): Promise<Answer>;
}

export interface PageStoreOptions {
  /** The batch of everything that is stored. Created when there is something to store. */
  readonly batch: NewBatch;
  /** As in `WriterOptions`. */
  readonly withholdsLeads?: boolean;
}

interface OpenWriter {
  readonly batchId: string;
  readonly writer: BatchWriter;
}

/**
 * Stores the pages of one run, sync or discovery. They share a writer, because making one costs as much as storing a hundred
 * people.
 */
export class PageStore {
  /** Dropped after a transaction that failed: what the writer remembers may not be stored. */
  private open: OpenWriter | undefined;
  private added: EngagementRow[] = [];

  constructor(
    private readonly context: JobContext,
    private readonly options: PageStoreOptions,
  ) {}

  /**
   * Stores a page as far as its budget reaches.
   * @param begun called when the transaction has locked the workspace.
   */
  async store<Answer>(page: PageToStore<Answer>, begun: () => void = () => undefined): Promise<Answer> {
    await this.context.checkpoint();
    return this.storeIn(await this.log(), page, begun);
  }

  /** Completes the log, which must be done before anything is stored. Called before the transaction. */
  log(): Promise<CompleteLog> {
    return CompleteLog.of(this.context.db, this.context.organizationId, () => this.context.checkpoint());
  }

  /** As `store`, with a log that is complete already. Joins the caller's transaction. */
  async storeIn<Answer>(
    log: CompleteLog,
    page: PageToStore<Answer>,
    begun: () => void = () => undefined,
  ): Promise<Answer> {
    const { db, organizationId, clock } = this.context;
    const now = clock.now();
    return writeWorkspace(db, organizationId, async (revision) => {
      begun();
      const wanted = await page.begin(now, revision);
      if ('answer' in wanted) return wanted.answer;
      const left = await this.storeParts(log, page.records, wanted.budget, now);
      if (left < page.records.length) await queueScoringJob(db, organizationId, now);
      return page.end(left === 0);
    });
  }

  /** Returns the number of records left over. */
  private async storeParts(
    log: CompleteLog,
    records: readonly StorableRecord[],
    budget: Budget,
    now: number,
  ): Promise<number> {
    let { open } = this;
    this.open = undefined;
    let rest = records;
    while (rest.length > 0) {
      const part = await budget.admit(rest);
      if (part.length === 0) break;
      open = await this.opened(log, now, open);
      this.added = [];
      await open.writer.store(batchOf(part));
      await open.writer.finish();
      await budget.count({ records: part, added: this.added, batchId: open.batchId });
      rest = rest.slice(part.length);
    }
    this.context.db.afterCommit(() => (this.open = open));
    return rest.length;
  }

  /** The batch, and the writer of the earlier pages if it still belongs to that batch. */
  private async opened(log: CompleteLog, now: number, open: OpenWriter | undefined): Promise<OpenWriter> {
    const { db, organizationId, alone } = this.context;
    const { batch, withholdsLeads = false } = this.options;
    const batchId = await openBatch(log, batch, now);
    if (open?.batchId === batchId) return open;
    const { origin, source, shift } = batch;
    const onNew = (rows: readonly EngagementRow[]) => this.added.push(...rows);
    const settings = { origin, source, shift, now, batchId, withholdsLeads, breathes: !alone, onNew };
    return { batchId, writer: new BatchWriter(db, organizationId, settings) };
  }
}
