/**
 * Rebuilds a workspace in a scratch database from its log, without the batches to undo. The same records go through the same
 * writer, in the order and portions in which they were stored, and between them the decisions of people.
 */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../database/database';
import { lastChunks, logHead, type LogHead } from '../../store/log/chunks';
import { beforeBatch } from '../../store/log/before';
import { byHandBatch } from '../../store/log/decisions';
import { identityKey } from '../../store/discovery/discovered-people';
import type { BatchSettings } from '../../store/log/batches';
import { allBatches } from '../../store/log/batch-reads';
import { Marks } from '../../store/marks/marks';
import type { BatchRow } from '../../store/tables/batches';
import type { LiveIds } from '../../store/undo/ids';
import { releaseAccepted, takeOverDecisions } from '../../store/undo/decisions-that-stay';
import { peopleNames, postNames } from '../../store/undo/names';
import { engagedIn } from '../crawl/part-of-page';
import { readAgain } from '../../scoring/read-again';
import { BatchWriter } from '../import/batch';
import { loggedRecords } from '../import/import-log';
import { isStorable, type LoggedRecord } from '../import/logged-records';
import { batchOf, type StorableRecord } from '../import/observations';
import type { ConnectedRecords } from './connected-records';
import { decideAgain } from './decide-again';
import { storeBefore, type StoredBefore } from '../../store/log/store-before';

/** Thrown when something that was replayed must be forgotten. */
export class LogForgotten extends Error {
  constructor() {
    super('the log of the workspace was rewritten while it was replayed');
    this.name = 'LogForgotten';
  }
}

/** The longest time that a copy may hold an erased person whom their erasure could not remove from it. */
const askEveryMs = 500;

export class Replay {
  private writer: { readonly batchId: string; readonly writer: BatchWriter } | undefined;
  private batches = new Map<string, BatchRow>();
  /** The revision of the last chunk of each batch. */
  private lastOf = new Map<string, number>();
  /** By run: identities of the people whom it did not accept, but a person accepted later. */
  private readonly byHand = new Map<string, Set<string>>();
  /** Discoveries and runs to undo. */
  private undone = new Set<string>();
  private head: LogHead;
  private knowsByHand = false;
  private askedAt = 0;

  constructor(
    private readonly live: Database,
    private readonly scratch: Database,
    private readonly organizationId: string,
    private readonly ids: LiveIds,
    /** Batches to undo. The log no longer holds those undone before. */
    private readonly without: ReadonlySet<string>,
    /** Called between portions. If it throws, the replay ends. */
    private readonly checkpoint: (records: number) => Promise<void>,
    /** Called where the scratch database holds all of the log until a revision, and nothing after it. */
    private readonly reached: (revision: number) => Promise<void>,
    /** How far a replay that was interrupted had come. */
    from: LogHead = { revision: 0, rewritten: '' },
    /** What of the records to replay. Default: all. */
    private readonly only?: Pick<ConnectedRecords, 'of' | 'wants'>,
  ) {
    this.head = from;
  }

  /** How far the log has been replayed. */
  get replayed(): LogHead {
    return this.head;
  }

  /**
   * Called now and then, because a copy that holds a person erased meanwhile must not last.
   * @throws LogForgotten
   */
  async throwIfForgotten(): Promise<void> {
    if (this.head.rewritten === '' || Date.now() < this.askedAt + askEveryMs) return;
    const { rewritten } = await logHead(this.live, this.organizationId);
    this.askedAt = Date.now();
    if (rewritten !== this.head.rewritten) throw new LogForgotten();
  }

  /**
   * Replays what was stored since the last call.
   * @throws LogForgotten when something that was replayed has been forgotten since. Start over then, in an empty scratch
   * database.
   */
  async catchUp(): Promise<void> {
    const { live, organizationId } = this;
    const head = await logHead(live, organizationId);
    if (this.head.rewritten !== '' && head.rewritten !== this.head.rewritten) throw new LogForgotten();
    this.head = { ...this.head, rewritten: head.rewritten };
    const batches = await allBatches(live, organizationId);
    this.batches = new Map(batches.map((row) => [row.id, row]));
    this.lastOf = new Map((await lastChunks(live, organizationId)).map((one) => [one.batchId, one.revision]));
    this.undone = new Set(batches.flatMap((row) => (this.isLeftOut(row) ? (row.reference ?? []) : [])));
    // These rows were there before the log, although the log may have taken them in later.
    if (this.head.revision === 0) await this.replayBefore();
    if (!this.knowsByHand) await this.readAccepted();
    this.knowsByHand = true;
    const { only } = this;
    for await (const chunk of loggedRecords(live, organizationId, this.head.revision, undefined, only?.wants)) {
      const batch = this.batches.get(chunk.batchId);
      if (batch && chunk.batchId !== beforeBatch && !this.isLeftOut(batch))
        await this.store(batch, only ? only.of(chunk.records) : chunk.records);
      this.head = { ...this.head, revision: chunk.revision };
      // A run decides once all of it is stored.
      if (this.lastOf.get(chunk.batchId) === chunk.revision && batch) await this.endRun(batch);
      await this.checkpoint(chunk.held);
      await this.reached(chunk.revision);
    }
    await this.finish();
    await this.assignIds();
    if (!(await this.ids.isStale(organizationId))) return;
    await this.ids.reset();
    await this.assignIds();
  }

  private async replayBefore(): Promise<void> {
    const marks = new Marks(this.scratch, this.organizationId);
    for await (const { records } of loggedRecords(this.live, this.organizationId, 0, beforeBatch)) {
      for (const record of records) if (isStoredBefore(record)) await storeBefore(this.scratch, record, marks);
      await this.checkpoint(records.length);
    }
  }

  private async readAccepted(): Promise<void> {
    for await (const { records } of loggedRecords(this.live, this.organizationId, 0, byHandBatch)) {
      for (const record of records) {
        if (record.kind !== 'accepted-candidate') continue;
        const names = this.byHand.get(record.runId) ?? new Set<string>();
        for (const name of record.person) names.add(identityKey(name));
        this.byHand.set(record.runId, names);
      }
      await this.checkpoint(0);
    }
  }

  /** All of a run is stored: the people it accepted are no longer held. */
  private async endRun({ kind, reference }: BatchRow): Promise<void> {
    if (kind !== 'agent_run' || reference === null) return;
    await this.finish();
    const byHand = this.byHand.get(reference) ?? new Set();
    await this.scratch.transaction(() => releaseAccepted(this.scratch, this.organizationId, reference, byHand));
  }

  private async assignIds(): Promise<void> {
    for (const names of [peopleNames, postNames]) await this.ids.assign(names, () => this.checkpoint(0));
  }

  private async store(batch: BatchRow, records: readonly LoggedRecord[]): Promise<void> {
    const storable = records.filter(isStorable);
    if (storable.length > 0) {
      await (await this.writerOf(batch)).store(batchOf(storable.map(readByTodaysRules)));
      if (batch.kind === 'agent_run' && batch.reference !== null) {
        const { live, scratch, organizationId } = this;
        const met = await engagedIn(scratch, organizationId, storable);
        await takeOverDecisions({ live, scratch, organizationId }, batch.reference, met.ids);
      }
    }
    for (const record of records) {
      if (isStorable(record)) continue;
      await this.finish();
      if (isStoredBefore(record)) continue;
      if (record.kind !== 'asked-post' || !this.undone.has(record.discoveryId)) {
        await decideAgain(this.scratch, this.organizationId, record);
      }
      await setImmediate();
    }
  }

  /** The writer of the batch. The writer of another batch is finished first, which stores when its people were last seen. */
  private async writerOf(batch: BatchRow): Promise<BatchWriter> {
    if (this.writer?.batchId === batch.id) return this.writer.writer;
    await this.finish();
    // Written by `openBatch`.
    const settings = JSON.parse(batch.settings) as BatchSettings;
    const options = {
      ...settings,
      source: batch.source,
      batchId: null,
      breathes: true,
      withholdsLeads: batch.kind === 'agent_run',
    };
    const writer = new BatchWriter(this.scratch, this.organizationId, options);
    this.writer = { batchId: batch.id, writer };
    return writer;
  }

  private isLeftOut({ id, status }: BatchRow): boolean {
    return status === 'UNDONE' || this.without.has(id);
  }

  /** Stores what the writer still keeps. Nothing is kept beside the scratch database then. */
  async finish(): Promise<void> {
    await this.writer?.writer.finish();
    this.writer = undefined;
  }
}

/** The log keeps the class of a comment as it was read. Headlines are read again anyway. */
function readByTodaysRules(record: StorableRecord): StorableRecord {
  if (record.kind !== 'engagement' || !record.words?.said || record.words.excerpt === null) return record;
  const { excerpt, said, confidence } = record.words;
  return { ...record, words: { ...record.words, ...readAgain(excerpt, said, confidence) } };
}

const isStoredBefore = (record: LoggedRecord): record is StoredBefore => record.kind.startsWith('stored-');
