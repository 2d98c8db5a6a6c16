/** Removes people from files that hold their rows: lists of rows refused by imports, and uploads not imported yet. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { unfinishedRejects } from '../ingest/import/rejects';
import type { Database } from '../database/database';
import type { PacedEraser } from '../store/privacy/paced-eraser';
import { forgetRejectsFile, rejectsFilesOf } from '../store/privacy/rejects-files';

/** Where the lines that stay are until all were read. */
const draftOf = (path: string): string => `${path}.clean`;

/**
 * Removes every line that names one of these people. An unfinished list goes whole: an import that was ended left it, or one
 * that still runs. An upload is deleted whole, because it can be uploaded again. One that is
 * being imported is read to its end, filtered by the marks of erased people. A file that is gone, or on another machine, is
 * only forgotten.
 * @returns how many lines were removed.
 */
export async function cleanRejects(db: Database, organizationId: string, eraser: PacedEraser): Promise<number> {
  let removed = 0;
  for (const { id, path } of await rejectsFilesOf(db, organizationId)) {
    if (!path.endsWith('.rejects')) {
      await rm(path, { force: true });
      await forgetRejectsFile(db, organizationId, id);
      continue;
    }
    await removeUnfinished(path);
    if (existsSync(path)) removed += await cleanFile(path, eraser);
    else await forgetRejectsFile(db, organizationId, id);
  }
  return removed;
}

/** Removes what an import, or the cleaning of a list, has not finished. */
async function removeUnfinished(path: string): Promise<void> {
  for (const unfinished of [unfinishedRejects(path), draftOf(path)]) await rm(unfinished, { force: true });
}

async function cleanFile(path: string, eraser: PacedEraser): Promise<number> {
  const draft = draftOf(path);
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
  let removed = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (await eraser.names(line)) removed += 1;
    else if (!output.write(`${line}\n`)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  if (removed > 0) await rename(draft, path);
  else await rm(draft);
  return removed;
}

/** Deletes the files. */
export async function removeRejects(db: Database, organizationId: string): Promise<number> {
  const files = await rejectsFilesOf(db, organizationId);
  for (const { id, path } of files) {
    await rm(path, { force: true });
    await removeUnfinished(path);
    await forgetRejectsFile(db, organizationId, id);
  }
  return files.length;
}
