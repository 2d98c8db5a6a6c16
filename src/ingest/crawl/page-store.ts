/**
 * Storing what a source gave, page by page: people, engagement, what they cost and where to go on, each page in one transaction
 * that also queues their scoring. Whom it may bring in is the budget's to say: of a run, a sync or a discovery.
 */
import { BatchWriter } from '../import/batch';
import { batchOf, type StorableRecord } from '../import/observations';
import type { JobContext } from '../../jobs/definition';
import { queueScoringJob } from '../../scoring/queued-job';
import { CompleteLog } from '../../store/batches/before';
import { openBatch, type NewBatch } from '../../store/batches/lifecycle';
import type { EngagementRow } from '../../store/tables/engagement';
import { writeWorkspace } from '../../store/writes/workspace-lock';

/** What was just stored of a page. */
export interface StoredPart {
  readonly records: readonly StorableRecord[];
  /** The engagements among them that were new. */
  readonly added: readonly EngagementRow[];
  readonly batchId: string;
}

/** How many people may come in, and what they cost. Both methods are called in the page's transaction. */
export interface Budget {
  /** The first of these records that may be stored; none when the budget is used up. */
  admit(records: readonly StorableRecord[]): Promise<readonly StorableRecord[]>;
  /** Counts whom the records brought in that were just stored. */
  count(part: StoredPart): Promise<void>;
}

/** The budget of a page; or the answer, where it is not wanted any more and nothing of it is stored. */
export type Begun<Answer> = { readonly budget: Budget } | { readonly answer: Answer };

/** A page, and what the work it belongs to does with it in its transaction. */
export interface PageToStore<Answer> {
  readonly records: readonly StorableRecord[];
  begin(now: number, revision: number): Promise<Begun<Answer>>;
  /** Notes what was stored and where to go on. @param whole the budget had room for all of the page. */
  end(whole: boolean): Promise<Answer>;
}

export interface PageStoreOptions {
  /** The batch of everything that is stored: made when there is something. */
  readonly batch: NewBatch;
  /** As of `WriterOptions`. */
  readonly holds?: boolean;
}

interface OpenWriter {
  readonly batchId: string;
  readonly writer: BatchWriter;
}

/** Stores the pages of one run, sync or discovery. They share a writer: making one costs as much as storing a hundred people. */
export class PageStore {
  /** None after a transaction that failed: what it remembers may not be stored. */
  private open: OpenWriter | undefined;
  private added: EngagementRow[] = [];

  constructor(
    private readonly context: JobContext,
    private readonly options: PageStoreOptions,
  ) {}

  /**
   * Stores a page as far as its budget reaches.
   * @param begun called when the transaction has the workspace.
   */
  async store<Answer>(page: PageToStore<Answer>, begun: () => void = () => undefined): Promise<Answer> {
    await this.context.checkpoint();
    return this.storeIn(await this.log(), page, begun);
  }

  /** What must stand in the log before anything is stored: got before the transaction. */
  log(): Promise<CompleteLog> {
    return CompleteLog.of(this.context.db, this.context.organizationId, () => this.context.checkpoint());
  }

  /** The same with a log that is there already: joins the transaction it is called in. */
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

  /** Returns how many records are left over. */
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

  /** The batch, and the writer of the pages before if it is still that one's. */
  private async opened(log: CompleteLog, now: number, open: OpenWriter | undefined): Promise<OpenWriter> {
    const { db, organizationId, alone } = this.context;
    const { batch, holds = false } = this.options;
    const batchId = await openBatch(log, batch, now);
    if (open?.batchId === batchId) return open;
    const { origin, source, shift } = batch;
    const onNew = (rows: readonly EngagementRow[]) => this.added.push(...rows);
    const settings = { origin, source, shift, now, batchId, holds, breathes: !alone, onNew };
    return { batchId, writer: new BatchWriter(db, organizationId, settings) };
  }
}
