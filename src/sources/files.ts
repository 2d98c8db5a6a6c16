/** Export files that lie in a folder, found by the post's number in their path. */
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { ExportError, openExport } from '../intake';
import type { IntakeRecord } from '../intake/records';
import { SourceFailure, type CollectOptions, type Source, type SourcePage, type SourcePost } from './source';

/** Records up to `done` of this file are stored, and so are the files before it. */
const position = z.object({ file: z.string(), done: z.number().int() });

const deepest = 4;
const mostEntries = 20_000;
const recordsPerPage = 1_000;

/** @param folder `DISCOVERY_FILES_DIR`. */
export function filesSource(folder: string): Source {
  return {
    name: 'files',
    brings: 'whatever the export files of the post hold',
    costs: 'nothing',
    async *collect(post, state, options) {
      const from = position.nullable().catch(null).parse(state);
      const files = await filesOf(folder, post);
      if (files.length === 0) {
        throw new SourceFailure('post_not_found', 'No export file carries a number of this post in its path.');
      }
      for (const [at, file] of files.entries()) {
        if (from && file < from.file) continue;
        const skip = from?.file === file ? from.done : 0;
        yield* pagesOf(folder, file, post, skip, (share) => Math.round(((at + share) / files.length) * 100), options);
      }
    },
  };
}

async function* pagesOf(
  folder: string,
  file: string,
  post: SourcePost,
  skip: number,
  percentOf: (share: number) => number,
  { network, now }: CollectOptions,
): AsyncGenerator<SourcePage, void, undefined> {
  let done = 0;
  let page: IntakeRecord[] = [];
  const pageSoFar = (share: number): SourcePage => {
    done += page.length;
    const records = page;
    page = [];
    return { records, state: { file, done }, percent: percentOf(share) };
  };
  try {
    const opened = await openExport(join(folder, file), { network, now: now(), post: post.urn });
    let seen = 0;
    done = skip;
    for await (const batch of opened.records) {
      for (const record of batch) {
        seen += 1;
        if (seen <= skip) continue;
        page.push(record);
        if (page.length === recordsPerPage) yield pageSoFar(opened.bytesRead() / Math.max(1, opened.totalBytes));
      }
    }
    yield pageSoFar(1);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new SourceFailure('source_failed', `${file}: ${error.message}`);
  }
}

/** Files below the folder whose path holds a number of the post, in a fixed order. */
async function filesOf(folder: string, post: SourcePost): Promise<string[]> {
  const numbers = post.urns.flatMap((urn) => /:([\d-]+)$/.exec(urn)?.[1]?.split('-').at(-1) ?? []);
  const named = new RegExp(`(?<!\\d)(?:${numbers.join('|')})(?!\\d)`);
  const found: string[] = [];
  let entries = 0;
  const look = async (path: string, depth: number): Promise<void> => {
    for (const entry of await listed(path)) {
      entries += 1;
      if (entries > mostEntries) throw new SourceFailure('source_failed', 'DISCOVERY_FILES_DIR holds too many files.');
      const full = join(path, entry.name);
      if (entry.name.startsWith('.') || entry.name.endsWith('.rejects')) continue;
      if (entry.isDirectory() && depth < deepest) await look(full, depth + 1);
      else if (entry.isFile() && named.test(relative(folder, full))) found.push(relative(folder, full));
    }
  };
  await look(folder, 1);
  return found.sort();
}

async function listed(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    throw new SourceFailure('source_failed', 'DISCOVERY_FILES_DIR cannot be read.');
  }
}
