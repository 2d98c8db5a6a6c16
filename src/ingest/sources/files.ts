/** Export files in a folder, found by the post's number in their path, or by the posts and authors they name. */
import { z } from 'zod';
import { ExportError } from '../import';
import type { IntakeRecord } from '../import/records';
import { fold } from '../../../packages/reader/src';
import { Folder, markOfFiles } from './folder';
import {
  SourceFailure,
  type CollectOptions,
  type FindOptions,
  type FoundPost,
  type FoundPosts,
  type Source,
  type SourcePage,
  type SourceProfile,
} from './source';

/** Records up to `done` of this file are stored, and so are all earlier files. */
const position = z.object({ file: z.string(), done: z.number().int() });
type Position = z.infer<typeof position>;

const usualPage = 1_000;

/**
 * @param root `DISCOVERY_FILES_DIR`.
 * @param shift milliseconds added to every time in the files. The demo uses this to move its examples to today.
 */
export function filesSource(root: string, shift = 0): Source {
  const folder = new Folder(root, shift);
  return {
    name: 'files',
    shift,
    brings:
      'whatever the export files of the post hold; posts of a profile and posts by their words, as files name them',
    costs: 'nothing',
    cannot: null,
    async *collect(post, state, options) {
      const files = (await folder.filesOf(post.urns)).map(({ path }) => path);
      if (files.length === 0) {
        throw new SourceFailure('post_not_found', 'No export file carries a number of this post in its path.');
      }
      for await (const { records, at, share } of recordsIn(folder, files, state, { ...options, post: post.urn })) {
        yield { records, state: at, percent: Math.round(share * 100) } satisfies SourcePage;
      }
    },
    postsOf: (profile, state, options) => postsOf(folder, profile, state, options),
    postsWith: (words, state, options) => postsWith(folder, words, state, options),
    async markOf(urns) {
      const files = await folder.filesOf(urns);
      return files.length === 0 ? null : markOfFiles(files);
    },
  };
}

/** Posts that files name as the profile's, with everything in those files about them, such as comments under the post. */
async function* postsOf(
  folder: Folder,
  profile: SourceProfile,
  state: unknown,
  options: FindOptions,
): AsyncGenerator<FoundPosts, void, undefined> {
  const named = await folder.postsBy(profile, options.network, options.now);
  const urns = new Set(named.flatMap((post) => post.urns));
  const files = [...new Set(named.map((post) => post.file))].sort();
  for await (const { records, at } of recordsIn(folder, files, state, options)) {
    yield { records: records.filter((record) => isAbout(record, urns)), posts: [], state: at };
  }
  const posts: FoundPost[] = [];
  const seen = new Set<string>();
  for (const { urn, url, urns: names } of named) {
    if (names.some((name) => seen.has(name))) continue;
    for (const name of names) seen.add(name);
    const own = await folder.filesOf(names);
    if (own.length > 0) posts.push({ urn, url, mark: markOfFiles(own) });
  }
  yield { records: [], posts, state: { file: '￿', done: 0 } satisfies Position };
}

/** Posts whose text contains the words, ignoring case and accents. */
async function* postsWith(
  folder: Folder,
  words: string,
  state: unknown,
  options: FindOptions,
): AsyncGenerator<FoundPosts, void, undefined> {
  const wanted = fold(words);
  const files = (await folder.files()).map(({ path }) => path);
  for await (const { records, at } of recordsIn(folder, files, state, options, 'readable')) {
    const found = records.flatMap((record) =>
      record.kind === 'post' && record.text !== null && fold(record.text).includes(wanted) ? [record] : [],
    );
    const posts: FoundPost[] = [];
    for (const { post, urns } of found) {
      const own = await folder.filesOf(urns);
      if (own.length > 0) posts.push({ urn: post.urn, url: post.url, mark: markOfFiles(own) });
    }
    yield { records: found, posts, state: at };
  }
}

const isAbout = (record: IntakeRecord, urns: ReadonlySet<string>) =>
  (record.kind === 'engagement' && urns.has(record.post.urn)) ||
  (record.kind === 'post' && record.urns.some((urn) => urns.has(urn)));

type ReadOptions = Pick<CollectOptions, 'network' | 'now' | 'pageSize'> & { readonly post?: string };

interface Read {
  readonly records: readonly IntakeRecord[];
  readonly at: Position;
  /** The part of all files that has been read, 0 to 1. */
  readonly share: number;
}

/**
 * The records of some files, a page at a time. A page may hold the end of one file and the beginning of the next.
 * @param wanted `readable`: a file that is not an export is skipped.
 */
async function* recordsIn(
  folder: Folder,
  files: readonly string[],
  state: unknown,
  { network, now, post, pageSize = () => usualPage }: ReadOptions,
  wanted: 'all' | 'readable' = 'all',
): AsyncGenerator<Read, void, undefined> {
  const from = position.nullable().catch(null).parse(state);
  let page: IntakeRecord[] = [];
  let at = from;
  const pageSoFar = (share: number): Read[] => {
    const records = page;
    page = [];
    return at === null || records.length === 0 ? [] : [{ records, at, share }];
  };
  for (const [number, file] of files.entries()) {
    if (from && file < from.file) continue;
    const skip = from?.file === file ? from.done : 0;
    at = { file, done: skip };
    const shareAt = (ofFile: number) => (number + ofFile) / files.length;
    try {
      const opened = await folder.open(file, { network, now: now(), ...(post ? { post } : {}) });
      let seen = 0;
      for await (const batch of opened.records) {
        for (const record of batch) {
          seen += 1;
          if (seen <= skip) continue;
          page.push(record);
          at = { file, done: seen };
          if (page.length >= pageSize()) yield* pageSoFar(shareAt(opened.bytesRead() / Math.max(1, opened.totalBytes)));
        }
      }
    } catch (error) {
      if (!(error instanceof ExportError)) throw error;
      if (wanted === 'readable') continue;
      // What was read so far is stored before the failure.
      yield* pageSoFar(shareAt(0));
      throw new SourceFailure('source_failed', `${file}: ${error.message}`);
    }
  }
  yield* pageSoFar(1);
}
