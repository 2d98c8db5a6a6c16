/** Removes people from files that hold their rows: lists of refused rows, uploads not imported yet, and copies of an undo. */
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { unfinishedRejects } from '../ingest/import/rejects';
import type { Database } from '../database/database';
import type { PacedEraser } from '../store/statements/paced-eraser';
import { forgetRejectsFile, rejectsFilesOf, type NotedFile } from '../store/privacy/rejects-files';
import { forgetUpload } from '../store/uploads/uploads';

/** Where the lines that stay are until all were read. */
const draftOf = (path: string): string => `${path}.clean`;
/** How much younger than an erasure an upload may be and still go: clocks of machines differ. */
const clocksDifferMs = 60_000;

export interface Cleaning {
  /** Undefined: nobody can be recognised, so every file goes whole. */
  readonly eraser: PacedEraser | undefined;
  /** Only files of this place, and those whose place nobody knows. Left out: of every place of this process. */
  readonly place?: string;
  /** Epoch ms of the erasure. An upload that began later stays. Left out: all go. */
  readonly at?: number | undefined;
  /** Called between files and lines. */
  readonly checkpoint: () => Promise<void>;
}

/**
 * Removes every line that names one of these people. An unfinished list goes whole: an import that was ended left it, or one
 * that still runs. An upload is deleted whole, because it can be uploaded again. One that is being imported is read to its end,
 * filtered by the marks of erased people. A file that is gone is only forgotten.
 * @returns how many lines were removed.
 */
export async function cleanFiles(
  db: Database,
  organizationId: string,
  { eraser, place, at = Infinity, checkpoint }: Cleaning,
): Promise<number> {
  let removed = 0;
  for (const file of await rejectsFilesOf(db, organizationId)) {
    await checkpoint();
    const { id, path } = file;
    if (place !== undefined && file.place !== undefined && file.place !== place) continue;
    if (isElsewhere(db, file)) continue;
    if (!path.endsWith('.rejects') || eraser === undefined) {
      if (!path.endsWith('.rejects') && file.writtenAt > at + clocksDifferMs) continue;
      await removeFile(path);
      await forgetUpload(db, organizationId, basename(path));
      await forgetRejectsFile(db, organizationId, id);
      continue;
    }
    await removeUnfinished(path);
    if (existsSync(path)) removed += await cleanFile(path, eraser, checkpoint);
    else await forgetRejectsFile(db, organizationId, id);
  }
  return removed;
}

/**
 * Whether another machine may have the file: an older release noted it, and it is not here. SQLite has one machine.
 */
export const isElsewhere = (db: Database, { place, path }: Pick<NotedFile, 'place' | 'path'>): boolean =>
  place === undefined && db.dialect !== 'sqlite' && !existsSync(path) && !existsSync(unfinishedRejects(path));

/** Removes a file, or the folder of a copy, and what was left unfinished beside it. */
export async function removeFile(path: string): Promise<void> {
  // At once, not file by file: an undo of this process that uses a scratch copy finds all of it gone, and makes another.
  rmSync(path, { force: true, recursive: true });
  await removeUnfinished(path);
}

/** Removes what an import, or the cleaning of a list, has not finished. */
async function removeUnfinished(path: string): Promise<void> {
  for (const unfinished of [unfinishedRejects(path), draftOf(path)]) await rm(unfinished, { force: true });
}

async function cleanFile(path: string, eraser: PacedEraser, checkpoint: () => Promise<void>): Promise<number> {
  const draft = draftOf(path);
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  let removed = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (await eraser.names(line)) removed += 1;
    else if (!output.write(`${line}\n`)) {
      await once(output, 'drain');
      await checkpoint();
    }
  }
  output.end();
  await finished(output);
  if (removed > 0) await rename(draft, path);
  else await rm(draft);
  return removed;
}
