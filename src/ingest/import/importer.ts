/** Imports one export file into a workspace: reads it, stores it in batches, and scores the people who changed. */
import { basename, resolve } from 'node:path';
import { handled, type Database } from '../../database/database';
import { CompleteLog } from '../../store/log/before';
import { closeBatch, noteReading, openBatch } from '../../store/log/batches';
import { noteRejectsFile } from '../../store/privacy/rejects-files';
import { conflictReason } from '../../store/writes/person-writer';
import type { Origin } from '../../store/tables/engagement';
import { timeOfPostId } from '../../shared/post-time';
import { letOthersWrite, Pace, paces } from '../../scoring/pace';
import { workOffQueue, type ScoringOptions } from '../../scoring/rescore';
import type { ScoreCounts } from '../../scoring/score-people';
import { BatchWriter, type BatchCounts } from './batch';
import { columnsUsedBy, rowKindOf } from './columns-read';
import type { DateOrder, Trouble } from './dates';
import { cleanText } from './fields';
import { FileContents, type FileCounts } from './file-contents';
import type { GenericKind } from './formats/row-kind';
import type { HeaderNames } from './header-names';
import {
  openExport,
  type ExportOptions,
  type Network,
  type OpenedExport,
  type IntakeRecord,
  type SkipReason,
} from './index';
import { batchOf, type Batch, type StorableRecord } from './observations';
import { listableRows } from './refused-rows';
import { notesOf, type HowRead } from './reading-notes';
import { Rejects } from './rejects';

export interface ImportOptions {
  /** The name of a format, or `auto`. */
  readonly format?: string;
  readonly network: Network;
  /** Epoch ms; the clock of the import. */
  readonly now: number;
  /** Epoch ms when the export was made, if neither its rows nor its name say it. */
  readonly observedAt?: number;
  /** The post of rows that name none. */
  readonly post?: string;
  /** How to read dates such as `03/04/2026`. When left out, a date that the file does not settle is refused with its row. */
  readonly dateOrder?: DateOrder;
  /** Our names for the columns of a table. */
  readonly headerNames?: HeaderNames;
  /** The encoding, if a person says it. */
  readonly encoding?: string;
  /** Milliseconds added to every time in the file, and to those that ids of posts and comments contain. */
  readonly shift?: number;
  /** How the engagement was found. Leads carry it. */
  readonly origin?: Origin;
  /** Reads and counts, writes nothing. */
  readonly dryRun?: boolean;
  /** Where refused rows are written; by default the file's name with `.rejects`. Created only when a row is refused. */
  readonly rejectsPath?: string;
  /** False leaves scoring to a later `workOffQueue`, for several files in a row. */
  readonly score?: boolean;
  /** The name to show for the file; by default that of the path. */
  readonly name?: string;
  /** Id of the work that the import belongs to. A second call with the same id continues the same batch. */
  readonly reference?: string;
  /** The person who imports, for the list of imports; null when unknown. */
  readonly startedBy?: string | null;
  /** Records stored in one transaction. The default is also the most: 8,000, which is what the writers cache within one. */
  readonly batchSize?: number;
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Called with the person of each engagement of the file, new or known. A person may come more than once. */
  readonly onMet?: (personId: string) => void;
  /**
   * For a process that answers requests: storing gives them their turns, and this is how the people are scored. By default nothing else
   * waits for this process.
   */
  readonly whileServing?: ScoringOptions;
  /** Opens the file; by default `openExport`, on this thread. */
  readonly open?: (path: string, options: ExportOptions) => Promise<OpenedExport>;
}

export interface ImportProgress {
  readonly stage: 'reading' | 'scoring';
  readonly bytes: number;
  readonly totalBytes: number;
  /** Records read, or people scored. */
  readonly done: number;
}

export interface ImportSummary {
  readonly file: string;
  /** What `leadlight import undo` takes back; null in a dry run. */
  readonly batchId: string | null;
  readonly format: string;
  readonly dryRun: boolean;
  readonly rowsRead: number;
  /** Engagements whose row has no date, or none that can be read. */
  readonly undated: number;
  /** What the file holds, whether it was known before or not. */
  readonly records: Readonly<Record<Exclude<StorableRecord['kind'], 'trace'>, number>>;
  /** In a dry run, how many different engagements, posts and people the file names; otherwise null. */
  readonly contents: FileCounts | null;
  // How many were new; null in a dry run, which does not read the database.
  readonly engagements: { new: number; known: number } | null;
  readonly people: { new: number; merged: number } | null;
  readonly posts: { new: number } | null;
  /** Records left out because they are about people who were erased or suppressed. */
  readonly suppressed: number | null;
  readonly refused: number;
  /** The commonest reasons for it, each with its rows. */
  readonly refusedFor: readonly { readonly reason: string; readonly rows: number }[];
  readonly rejectsFile: string | null;
  /** Columns of the file that were not used. */
  readonly unused: readonly string[];
  /** What each used column became, by its name in the file. */
  readonly used: Readonly<Record<string, string>>;
  /** Values that were no date, and no number, in a known form. */
  readonly dates: Trouble;
  readonly numbers: Trouble;
  /** What to know about how it was read, in sentences: what was not understood, a guessed encoding. */
  readonly notes: readonly string[];
  /** Why the file counts as failed: nothing in it could be read, or it is cut off. What came before the cut is stored. */
  readonly failure: string | null;
  readonly skipped: Partial<Record<SkipReason, number>>;
  readonly leads: ScoreCounts | null;
}

const usualBatchSize = 8_000;
/** Different reasons of refusals that are counted separately. */
const mostReasons = 100;
const nothingStored = { engagements: null, people: null, posts: null, suppressed: null, leads: null };

/**
 * Imports a file. Importing it again changes nothing. To finish an interrupted import, run it again.
 * @throws ExportError when the file fits no format; UnknownWorkspaceError.
 */
export async function importFile(
  db: Database,
  organizationId: string,
  path: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { summary, totalBytes } = await storeFile(db, organizationId, path, options);
  if (summary.dryRun || options.score === false) return summary;
  // The caches about the file's people are released by now: scoring needs the memory.
  const leads = await workOffQueue(db, organizationId, options.now, {
    ...options.whileServing,
    progress: (done) => options.onProgress?.({ stage: 'scoring', bytes: totalBytes, totalBytes, done }),
  });
  return { ...summary, leads };
}

/** Reads the file and stores its records. Does not score. */
async function storeFile(
  db: Database,
  organizationId: string,
  path: string,
  options: ImportOptions,
): Promise<{ summary: ImportSummary; totalBytes: number }> {
  const opened = await (options.open ?? openExport)(path, options);
  const settings = { origin: options.origin ?? 'watchlist', source: opened.format, shift: options.shift ?? 0 };
  const name = options.name ?? basename(path);
  const about = { kind: 'import', name, reference: options.reference ?? null, startedBy: options.startedBy } as const;
  const batchId = options.dryRun
    ? null
    : await openBatch(await CompleteLog.of(db, organizationId), { ...settings, ...about }, options.now);
  const rejectsPath = options.rejectsPath ?? `${path}.rejects`;
  const note = () => noteRejectsFile(db, organizationId, resolve(rejectsPath), options.now);
  const rejects = new Rejects(rejectsPath, opened.unit, options.dryRun ?? false, note);
  let listed: boolean;
  const tally = new ImportTally(
    rejects,
    options.dryRun ? () => Promise.resolve(true) : listableRows(db, organizationId),
    options.dryRun ? new FileContents() : undefined,
  );
  const breathes = options.whileServing !== undefined;
  const written = { ...settings, now: options.now, batchId, onMet: options.onMet, breathes };
  const writer = new BatchWriter(db, organizationId, written);
  const storing = batchId === null ? null : new Storing(db, writer, tally, options.batchSize);
  try {
    await readAll(opened, tally, storing, options);
    if (batchId !== null) {
      await storing?.finish();
      const lacks = { refused: rejects.count, undated: tally.read.undated };
      await noteReading(db, organizationId, batchId, { notes: notesOf(howRead(opened)), lacks });
      await closeBatch(db, organizationId, batchId, 'DONE', Date.now());
    }
  } catch (error) {
    // The import ends here. What the last transaction left to the next one is stored all the same.
    await storing?.abandon();
    if (batchId !== null) await closeBatch(db, organizationId, batchId, 'FAILED', Date.now()).catch(() => undefined);
    throw error;
  } finally {
    listed = await rejects.close();
    // An erasure meanwhile may have forgotten it.
    if (listed) await note();
  }
  const columns = columnsUsedBy(opened.columns, opened.format, tally.kinds);
  const summary: ImportSummary = {
    ...{ file: name, batchId, format: opened.format, dryRun: options.dryRun ?? false },
    ...tally.read,
    contents: tally.contents?.counts ?? null,
    refused: rejects.count,
    refusedFor: commonest(tally.refusals),
    rejectsFile: listed ? rejectsPath : null,
    unused: columns.filter(({ becomes }) => becomes === null).map(({ column }) => column),
    used: Object.fromEntries(columns.flatMap(({ column, becomes }) => (becomes === null ? [] : [[column, becomes]]))),
    dates: opened.dates(),
    numbers: opened.numbers(),
    notes: notesOf(howRead(opened)),
    failure: failureOf(opened, tally),
    ...(options.dryRun ? nothingStored : tally.stored),
  };
  return { summary, totalBytes: opened.totalBytes };
}

/** Reads to the end of the file. @param storing null: nothing is stored. */
async function readAll(
  opened: OpenedExport,
  tally: ImportTally,
  storing: Storing | null,
  { onProgress }: ImportOptions,
): Promise<void> {
  for await (const read of opened.records) {
    for (const record of read) {
      const storable = await tally.take(record);
      if (storable !== undefined) await storing?.add(storable);
    }
    await storing?.storeFull();
    const { totalBytes } = opened;
    onProgress?.({ stage: 'reading', bytes: opened.bytesRead(), totalBytes, done: tally.read.rowsRead });
  }
}

const mostShown = 3;
const commonest = (refusals: ReadonlyMap<string, number>): ImportSummary['refusedFor'] =>
  [...refusals]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostShown)
    .map(([reason, rows]) => ({ reason, rows }));

const howRead = (opened: OpenedExport): HowRead => ({
  dates: opened.dates(),
  numbers: opened.numbers(),
  letters: opened.letters(),
  sheet: opened.sheet,
  withoutResult: opened.withoutResult(),
});

/** Why the file counts as failed; null when it does not. */
function failureOf(opened: OpenedExport, { read, rejects, refusals }: ImportTally): string | null {
  const usable = Object.values(read.records).some((n) => n > 0) || Object.keys(read.skipped).length > 0;
  if (rejects.count > 0 && !usable) return `nothing in it can be read: ${opened.likelyCause(refusals)}`;
  const early = opened.brokenOff();
  if (!usable && early === undefined) return 'it holds no rows';
  return early === undefined ? null : `it is not whole: ${early}`;
}

/** Counts of what was read, refused and stored so far. */
class ImportTally {
  readonly read = {
    rowsRead: 0,
    undated: 0,
    records: { engagement: 0, post: 0, person: 0, company: 0, lead: 0 },
    skipped: {} as Partial<Record<SkipReason, number>>,
  };
  readonly stored = {
    engagements: { new: 0, known: 0 },
    people: { new: 0, merged: 0 },
    posts: { new: 0 },
    suppressed: 0,
    leads: { leadsNew: 0, leadsUpdated: 0, leadsRemoved: 0 },
  };
  /** What the rows are. */
  readonly kinds = new Set<GenericKind>();
  /** How often each reason was given, for the first hundred different reasons. */
  readonly refusals = new Map<string, number>();
  private last: { at: number; kind?: string } = { at: -1 };

  constructor(
    readonly rejects: Rejects,
    private readonly isListable: (raw: string) => Promise<boolean>,
    /** Given in a dry run. */
    readonly contents?: FileContents,
  ) {}

  /** Counts a record. @returns it when it is to be stored. */
  async take(record: IntakeRecord): Promise<StorableRecord | undefined> {
    const { read, refusals } = this;
    // One row can give several records of different kinds: a comment, and what the row says about its author.
    if (record.at !== this.last.at || record.kind === this.last.kind) read.rowsRead += 1;
    this.last = record;
    if (record.kind === 'refused') {
      await this.rejects.add(record, await this.isListable(record.raw));
      if (refusals.size < mostReasons || refusals.has(record.reason)) {
        refusals.set(record.reason, (refusals.get(record.reason) ?? 0) + 1);
      }
      return undefined;
    }
    if (record.kind === 'skipped') {
      read.skipped[record.reason] = (read.skipped[record.reason] ?? 0) + 1;
      return undefined;
    }
    read.records[record.kind] += 1;
    const kind = rowKindOf(record);
    if (kind !== undefined) this.kinds.add(kind);
    if (record.kind === 'engagement' && record.occurredAt === null && !tellsTime(record.commentId)) read.undated += 1;
    this.contents?.take(record);
    return record;
  }

  /** Adds the counts of a stored batch. A row whose owner is not a member counts as refused. */
  async count(counts: BatchCounts): Promise<void> {
    const { stored } = this;
    stored.engagements.new += counts.engagementsNew;
    stored.engagements.known += counts.engagementsKnown;
    stored.people.new += counts.peopleNew;
    stored.people.merged += counts.peopleMerged;
    stored.posts.new += counts.postsNew;
    stored.suppressed += counts.suppressed;
    for (const { at, name } of counts.conflicts) {
      await this.rejects.add({ kind: 'refused', at, reason: conflictReason, raw: cleanText(name, 200) ?? '' });
    }
    for (const { at, email } of counts.unknownOwners) {
      const reason = 'the owner is no active member of this workspace';
      await this.rejects.add({ kind: 'refused', at, reason, raw: cleanText(email, 200) ?? '' });
    }
  }
}

/** Stores records in batches. One batch is stored while the next is read. */
class Storing {
  private readonly pace = new Pace({ targetMs: paces.alone, first: 1_000, least: 100, most: usualBatchSize });
  private readonly batchSize: number;
  private records: StorableRecord[] = [];
  private running = Promise.resolve();

  constructor(
    private readonly db: Database,
    private readonly writer: BatchWriter,
    private readonly tally: ImportTally,
    batchSize = usualBatchSize,
  ) {
    this.batchSize = Math.min(batchSize, usualBatchSize);
  }

  /** Collects a record. A single item may hold more people than a batch takes: then what there is of it is stored. */
  async add(record: StorableRecord): Promise<void> {
    this.records.push(record);
    if (this.records.length >= usualBatchSize) await this.flush();
  }

  /** Stores the collected records when there are enough for a batch. */
  async storeFull(): Promise<void> {
    if (this.records.length >= Math.min(this.batchSize, this.pace.size)) await this.flush();
  }

  async finish(): Promise<void> {
    await this.flush();
    await this.running;
    await this.tally.count(await this.writer.finish());
  }

  /** Ends the storing after a failure. What has begun is finished, and its errors are ignored. */
  async abandon(): Promise<void> {
    await this.running.catch(() => undefined);
    await this.writer.finish().catch(() => undefined);
  }

  private async flush(): Promise<void> {
    if (this.records.length === 0) return;
    const batch = batchOf(this.records);
    this.records = [];
    await this.running;
    // Awaited with the next batch. Until then a failure must not count as unhandled.
    this.running = handled(this.store(batch));
  }

  private async store(batch: Batch): Promise<void> {
    const { pace, writer, tally } = this;
    await tally.count(await pace.measure(batch.records.length, (begun) => writer.store(batch, begun)));
    await letOthersWrite(this.db.dialect);
  }
}

/** The id of a comment contains its time (`batch.ts` takes it). */
const tellsTime = (commentId: string | null) => commentId !== null && timeOfPostId(commentId) !== null;
