/**
 * A folder of export files: which files there are, which posts they name, and the authors of those posts. A file is read again
 * only when it has changed.
 */
import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ExportError, openExport, type ExportOptions, type Network, type OpenedExport } from '../import';
import type { IntakeRecord, PersonRef } from '../import/records';
import { SourceFailure, type SourceProfile } from './source';

/** A file of the folder. */
export interface FolderFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** A post that a file names together with its author. */
export interface NamedPost {
  readonly file: string;
  readonly urn: string;
  readonly urns: readonly string[];
  readonly url: string;
}

interface ReadFile {
  readonly version: string;
  /** With the identities of the authors. */
  readonly posts: readonly (Omit<NamedPost, 'file'> & { readonly authors: readonly string[] })[];
}

const deepest = 4;
const mostEntries = 20_000;
const mostPosts = 200_000;
/** A folder with up to this many files is listed at every question, a larger one at most every few seconds. */
const alwaysLookedAt = 2_000;
const msPerEntry = 0.5;

export class Folder {
  private listing: Promise<readonly FolderFile[]> | undefined;
  private listedAt = -Infinity;
  private readonly read = new Map<string, ReadFile>();
  private byAuthor = new Map<string, NamedPost[]>();
  private indexing: Promise<void> | undefined;

  /** @param shift milliseconds added to every time. */
  constructor(
    private readonly root: string,
    private readonly shift = 0,
  ) {}

  /** Opens a file of the folder; see `openExport`. */
  open(file: string, options: ExportOptions): Promise<OpenedExport> {
    return openExport(join(this.root, file), { ...options, shift: this.shift });
  }

  /** All files in a fixed order, except lists of refused rows. */
  async files(): Promise<readonly FolderFile[]> {
    const known = this.listing && (await this.listing.catch(() => undefined));
    const age = performance.now() - this.listedAt;
    if (this.listing && known && known.length > alwaysLookedAt && age < known.length * msPerEntry) return known;
    this.listedAt = performance.now();
    this.listing = this.list();
    return this.listing;
  }

  /** Files whose path contains the number of one of these URNs. */
  async filesOf(urns: readonly string[]): Promise<readonly FolderFile[]> {
    const numbers = urns.flatMap((urn) => /:([\d-]+)$/.exec(urn)?.[1]?.split('-').at(-1) ?? []);
    if (numbers.length === 0) return [];
    const named = new RegExp(`(?<!\\d)(?:${numbers.join('|')})(?!\\d)`);
    return (await this.files()).filter(({ path }) => named.test(path));
  }

  /** Posts that files name as written by this profile. */
  async postsBy(profile: SourceProfile, network: Network, now: () => number): Promise<readonly NamedPost[]> {
    // Jobs that ask at the same time share one index run.
    this.indexing ??= this.index(network, now).finally(() => (this.indexing = undefined));
    await this.indexing;
    return keysOf(profile).flatMap((key) => this.byAuthor.get(key) ?? []);
  }

  /** Reads the files that are new or have changed. */
  private async index(network: Network, now: () => number): Promise<void> {
    const files = await this.files();
    let changed = this.read.size !== files.length;
    const present = new Set<string>();
    for (const file of files) {
      present.add(file.path);
      const version = versionOf(file);
      if (this.read.get(file.path)?.version === version) continue;
      changed = true;
      this.read.set(file.path, { version, posts: await this.postsIn(file.path, network, now()) });
    }
    if (!changed) return;
    for (const path of this.read.keys()) if (!present.has(path)) this.read.delete(path);
    this.byAuthor = new Map();
    let total = 0;
    for (const [file, { posts }] of this.read) {
      for (const { authors, ...post } of posts) {
        total += 1;
        if (total > mostPosts) throw new SourceFailure('source_failed', 'DISCOVERY_FILES_DIR names too many posts.');
        for (const author of authors) {
          const list = this.byAuthor.get(author);
          if (list) list.push({ ...post, file });
          else this.byAuthor.set(author, [{ ...post, file }]);
        }
      }
    }
  }

  private async postsIn(file: string, network: Network, now: number): Promise<ReadFile['posts']> {
    const posts = new Map<string, ReadFile['posts'][number]>();
    try {
      const opened = await this.open(file, { network, now });
      for await (const batch of opened.records) {
        for (const record of batch) {
          const named = namedIn(record);
          if (named && !posts.has(named.urn)) posts.set(named.urn, named);
        }
      }
    } catch (error) {
      // A file of another kind, or one that is still being written. It names no post yet.
      if (!(error instanceof ExportError)) throw error;
    }
    return [...posts.values()];
  }

  private async list(): Promise<readonly FolderFile[]> {
    const found: FolderFile[] = [];
    let entries = 0;
    const look = async (path: string, depth: number): Promise<void> => {
      for (const entry of await listed(path)) {
        entries += 1;
        if (entries > mostEntries)
          throw new SourceFailure('source_failed', 'DISCOVERY_FILES_DIR holds too many files.');
        const full = join(path, entry.name);
        if (entry.name.startsWith('.') || entry.name.endsWith('.rejects')) continue;
        if (entry.isDirectory() && depth < deepest) await look(full, depth + 1);
        else if (entry.isFile()) {
          const facts = await stat(full).catch(() => undefined);
          if (facts)
            found.push({ path: relative(this.root, full), bytes: facts.size, modifiedMs: Math.trunc(facts.mtimeMs) });
        }
      }
    };
    await look(this.root, 1);
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

const versionOf = ({ bytes, modifiedMs }: FolderFile) => `${bytes}:${modifiedMs}`;

/** A mark that stays the same as long as these files do. */
export function markOfFiles(files: readonly FolderFile[]): string {
  const digest = createHash('sha256');
  for (const file of files) digest.update(`${file.path}\n${versionOf(file)}\n`);
  return digest.digest('base64url');
}

/** The post and author that a record names together, if any. */
function namedIn(record: IntakeRecord): ReadFile['posts'][number] | undefined {
  if (record.kind === 'post' && record.author) {
    return { urn: record.post.urn, urns: record.urns, url: record.post.url, authors: keysOf(record.author) };
  }
  if (record.kind === 'engagement' && record.isPostAuthor) {
    return { urn: record.post.urn, urns: [record.post.urn], url: record.post.url, authors: keysOf(record.actor) };
  }
  return undefined;
}

const keysOf = ({ memberId, slug, isCompany }: Pick<PersonRef, 'memberId' | 'slug' | 'isCompany'>): string[] => [
  ...(memberId === null ? [] : [`member ${memberId}`]),
  ...(slug === null ? [] : [`${isCompany ? 'company' : 'slug'} ${slug}`]),
];

async function listed(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    throw new SourceFailure('source_failed', 'DISCOVERY_FILES_DIR cannot be read.');
  }
}
