/**
 * The second part of an erasure: removing mentions of the person. Their rows went in one transaction. This searches texts, a
 * slice at a time, as a job, so that a crash leaves nothing undone. The job carries the person's names, encrypted with the
 * suppression key, and is removed when it is done.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { define, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { fold, TextEraser, type PersonTerms } from '../../packages/reader/src';
import type { Database } from '../database/database';
import { removeUnusedWords } from '../store/privacy/erase-rows';
import { termsOf } from '../store/statements/search-terms';
import { writeWorkspace } from '../store/log/workspace-lock';
import { workOffQueue } from '../scoring/rescore';
import { removeQueued, replaceQueuedInput } from '../store/jobs/queue';
import { cleanTexts } from '../store/privacy/clean-texts';
import { markingKey, usableKey } from '../store/statements/key-check';
import { PacedEraser } from '../store/statements/paced-eraser';
import { purgeFiles, type Purged } from '../store/privacy/purge';
import { removeScratchOf } from '../store/undo/scratch-folders';
import { cleanImportLog } from './import-log';
import { eraseInFiles, termsSchema } from './file-erasures';
import { keeperOf } from '../store/statements/keeper';

interface Sweep {
  readonly sealed: string;
  readonly purge: boolean;
  readonly subject?: string | undefined;
  /** Epoch ms of the erasure; jobs of older releases have none. */
  readonly at?: number | undefined;
}

const sweepPerson: JobKind<Sweep> = {
  name: 'erase-mentions',
  // Never given up because processes die. `doctor` reports a scrub that does not finish.
  maxAttempts: 1_000,
  input: z.object({
    sealed: z.string(),
    purge: z.boolean(),
    subject: z.string().optional(),
    at: z.number().optional(),
  }),
};

/** Time left to the caller of the erasure to finish. After that a worker takes the job. */
const graceMs = 60_000;

export interface Scrubbed {
  /** Rows changed or removed, by table. */
  readonly texts: Readonly<Record<string, number>>;
  /** Lines removed from lists of refused rows on this machine. */
  readonly rejectedRows: number;
  /** Records removed from the logs of batches. */
  readonly loggedRecords: number;
  readonly purged: Purged | null;
}

/** Queues the scrub in the current transaction. @returns the id of its job. */
export async function queueScrub(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  options: { purge: boolean; now: number; subject?: string },
): Promise<string> {
  const key = await markingKey(db);
  const { purge, subject, now: at } = options;
  const input = { sealed: key.seal(JSON.stringify(terms)), purge, at, subject };
  const { id } = await enqueue(db, sweepPerson, input, {
    organizationId,
    now: options.now,
    runAt: options.now + graceMs,
  });
  return id;
}

interface Scrubbing {
  readonly purge: boolean;
  /** The marks of the person, if it is one. */
  readonly subject?: string | undefined;
  /** Epoch ms of the erasure. Uploads that began later stay: their import leaves out who is erased. Left out: all go. */
  readonly at?: number | undefined;
  readonly checkpoint?: () => Promise<void>;
}

/** Removes all mentions of these people. Safe to repeat. */
export async function scrubMentions(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  { purge, subject, at, checkpoint = () => setImmediate() }: Scrubbing,
): Promise<Scrubbed> {
  const eraser = new PacedEraser(new TextEraser(terms));
  // The log and its scratch copy come first. An undo that runs meanwhile writes what the log contains, so afterwards it cannot
  // store the person again.
  const loggedRecords = await cleanImportLog(db, organizationId, terms, eraser, checkpoint);
  removeScratchOf(keeperOf(db), organizationId);
  const searched = new Set(terms.flatMap(({ names }) => names.flatMap((name) => [...termsOf(fold(name))])));
  const texts = await cleanTexts(db, organizationId, { eraser, checkpoint, searched });
  // Search terms and evidence of leads whose headline named them are rewritten before the files are.
  if ((texts['people'] ?? 0) > 0) {
    await workOffQueue(db, organizationId, Date.now(), { checkpoint });
    await writeWorkspace(db, organizationId, () => removeUnusedWords(db, organizationId, searched));
  }
  const rejectedRows = await eraseInFiles(db, organizationId, terms, { eraser, subject: subject ?? null, at });
  return { texts, rejectedRows, loggedRecords, purged: purge ? await purgeFiles(db) : null };
}

/** Runs a queued scrub at once, for a caller that waits for it. */
export async function scrubNow(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  { jobId, purge, subject }: { jobId: string; purge: boolean; subject: string },
): Promise<Scrubbed> {
  const swept = await scrubMentions(db, organizationId, terms, { purge: false, subject });
  if (!purge) {
    await removeQueued(db, jobId);
    return swept;
  }
  // The job stays until the files are rewritten, so that a crash cannot leave that undone. The names are removed from it
  // before.
  const key = await markingKey(db);
  await replaceQueuedInput(db, jobId, { sealed: key.seal('[]'), purge });
  const purged = await purgeFiles(db);
  await removeQueued(db, jobId);
  return { ...swept, purged };
}

export const scrubJob = define({
  ...sweepPerson,
  keepsDone: false,
  async run(context, { sealed, purge, subject, at }) {
    const terms = termsSchema.parse(JSON.parse((await usableKey(context.db)).open(sealed)));
    const checkpoint = () => context.checkpoint();
    await scrubMentions(context.db, context.organizationId, terms, { purge, subject, at, checkpoint });
  },
});
