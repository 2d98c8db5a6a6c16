/**
 * What follows an erasure: everything that only mentions the person. Their rows went in one transaction; this looks through texts, a
 * slice at a time, as a job, so that a crash leaves none of it undone. The job carries what they were called, sealed with the
 * suppression key, and is removed when it is done.
 */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { define, type JobKind } from '../jobs/definition';
import { enqueue } from '../jobs/enqueue';
import { TextEraser, type PersonTerms } from '../rules/privacy/names-in-text';
import type { Database } from '../database/database';
import { fold } from '../shared/text/fold';
import { removeUnusedWords } from '../store/privacy/erase-rows';
import { termsOf } from '../store/reads/search-terms';
import { writeWorkspace } from '../store/writes/workspace-lock';
import { workOffQueue } from '../scoring/rescore';
import { removeQueued, replaceQueuedInput } from '../store/jobs/queue';
import { cleanTexts } from '../store/privacy/clean-texts';
import { markingKey, usableKey } from '../store/privacy/key-check';
import { PacedEraser } from '../store/privacy/paced-eraser';
import { purgeFiles, type Purged } from '../store/privacy/purge';
import { removeScratchOf } from '../store/undo/scratch-folders';
import { cleanKeptRecords } from './kept-records';
import { cleanRejects } from './rejects';
import { keeperOf } from '../store/privacy/keeper';

const termsSchema = z.array(
  z.object({
    ids: z.array(z.string()),
    members: z.array(z.string()),
    slugs: z.array(z.string()),
    names: z.array(z.string()),
    emails: z.array(z.string()),
  }),
);

const sweepPerson: JobKind<{ sealed: string; purge: boolean }> = {
  name: 'erase-mentions',
  // Never given up because processes die: `doctor` tells of one that does not come to its end.
  maxAttempts: 1_000,
  input: z.object({ sealed: z.string(), purge: z.boolean() }),
};

/** Left to the caller of the erasure; a worker takes it up when they did not finish. */
const graceMs = 60_000;

export interface Scrubbed {
  /** Rows changed or removed, by table. */
  readonly texts: Readonly<Record<string, number>>;
  /** Lines taken out of lists of refused rows. */
  readonly rejectedRows: number;
  /** Records taken out of the logs of batches. */
  readonly keptRecords: number;
  readonly purged: Purged | null;
}

/** Queues the scrub in the current transaction. @returns the id of its job. */
export async function queueScrub(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  options: { purge: boolean; now: number },
): Promise<string> {
  const key = await markingKey(db);
  const input = { sealed: key.seal(JSON.stringify(terms)), purge: options.purge };
  const { id } = await enqueue(db, sweepPerson, input, {
    organizationId,
    now: options.now,
    runAt: options.now + graceMs,
  });
  return id;
}

/** Looks through everything for mentions of these people. Safe to repeat. */
export async function scrubMentions(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  { purge, checkpoint = () => setImmediate() }: { purge: boolean; checkpoint?: () => Promise<void> },
): Promise<Scrubbed> {
  const eraser = new PacedEraser(new TextEraser(terms));
  // First the log and its copy: an undo that goes on meanwhile writes what the log says, and nothing after the log has changed.
  const keptRecords = await cleanKeptRecords(db, organizationId, terms, eraser, checkpoint);
  removeScratchOf(keeperOf(db), organizationId);
  const searched = new Set(terms.flatMap(({ names }) => names.flatMap((name) => [...termsOf(fold(name))])));
  const texts = await cleanTexts(db, organizationId, { eraser, checkpoint, searched });
  // Search words and reasons of leads whose headline named them are written again, before the files are.
  if ((texts['people'] ?? 0) > 0) {
    await workOffQueue(db, organizationId, Date.now(), { checkpoint });
    await writeWorkspace(db, organizationId, () => removeUnusedWords(db, organizationId, searched));
  }
  const rejectedRows = await cleanRejects(db, organizationId, eraser);
  return { texts, rejectedRows, keptRecords, purged: purge ? await purgeFiles(db) : null };
}

/** Does a queued scrub at once, for a caller who waits for it. */
export async function scrubNow(
  db: Database,
  organizationId: string,
  terms: readonly PersonTerms[],
  { jobId, purge }: { jobId: string; purge: boolean },
): Promise<Scrubbed> {
  const swept = await scrubMentions(db, organizationId, terms, { purge: false });
  if (!purge) {
    await removeQueued(db, jobId);
    return swept;
  }
  // The job stays until the files are rewritten, so that a crash leaves nobody without that; what they were called goes before.
  const key = await markingKey(db);
  await replaceQueuedInput(db, jobId, { sealed: key.seal('[]'), purge });
  const purged = await purgeFiles(db);
  await removeQueued(db, jobId);
  return { ...swept, purged };
}

export const scrubJob = define({
  ...sweepPerson,
  keepsDone: false,
  async run(context, { sealed, purge }) {
    const terms = termsSchema.parse(JSON.parse((await usableKey(context.db)).open(sealed)));
    await scrubMentions(context.db, context.organizationId, terms, { purge, checkpoint: () => context.checkpoint() });
  },
});
