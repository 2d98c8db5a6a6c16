/** Unpacks the files inside a zip archive, one at a time. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../database/new-id';
import { Archive, type ArchiveEntry } from './archive';
import { ExportError } from './errors';
import { cleanText } from './fields';

/** Most files of one archive. */
const mostFiles = 100;
/** Entries that every zipped spreadsheet has. */
const ofSpreadsheets = ['[Content_Types].xml', 'mimetype', 'Index/Document.iwa', 'Index.zip'];

export interface UnpackedFile {
  /** The name in the archive without its folders. It is text to show, never a path. */
  readonly name: string;
  /** Where the file is now. The caller removes it. */
  readonly path: string;
  /** Epoch ms, as the archive says. */
  readonly modifiedAt: number;
}

/**
 * Whether a file is a zip archive of files. A spreadsheet, which is a zip archive itself, is not. @throws ExportError for a
 * damaged one.
 */
export async function isArchive(path: string): Promise<boolean> {
  if (!(await startsWithPk(path))) return false;
  const archive = await Archive.open(path);
  try {
    return !ofSpreadsheets.some((name) => archive.has(name));
  } finally {
    archive.close();
  }
}

async function startsWithPk(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.toString('latin1') === 'PK';
  } catch {
    // A directory. The code that opens it reports it.
    return false;
  } finally {
    await file.close();
  }
}

interface UnpackLimits {
  readonly largest?: number;
  readonly ending?: AbortSignal;
}

/** Leaves out what an archive holds besides files: folders, notes of macOS, hidden files. */
const isExport = ({ name, size }: ArchiveEntry) =>
  size > 0 && !name.split('/').some((part) => part === '__MACOSX' || part.startsWith('.'));

/**
 * Unpacks an archive, each file when it is asked for.
 * @param placeFor a folder, in which each file gets a generated name; or a function that creates the place of a file of so
 * many bytes and returns its path.
 * @param limits `largest`: bytes that one file may have; `ending`: ends the work.
 * @throws ExportError when the archive is empty, too large or damaged; the reason of `ending`.
 */
export async function* unpack(
  path: string,
  placeFor: string | ((bytes: number) => Promise<string>),
  { largest = Number.POSITIVE_INFINITY, ending }: UnpackLimits = {},
): AsyncGenerator<UnpackedFile, void, undefined> {
  const archive = await Archive.open(path);
  try {
    const files = archive.entries.filter(isExport);
    if (files.length === 0) throw new ExportError('The archive holds no files.');
    if (files.length > mostFiles) {
      throw new ExportError(`The archive holds ${files.length} files; ${mostFiles} are allowed.`);
    }
    for (const entry of files) {
      const name = cleanText(entry.name.split('/').at(-1) ?? '', 200) ?? 'file';
      if (entry.size > largest) throw new ExportError(`${name} in the archive has more than ${largest} bytes.`);
      const place = typeof placeFor === 'string' ? join(placeFor, newId()) : await placeFor(entry.size);
      try {
        ending?.throwIfAborted();
        const options = ending ? { signal: ending } : {};
        await pipeline(archive.bytes(entry.name), createWriteStream(place, { mode: 0o600 }), options);
      } catch (error) {
        await rm(place, { force: true });
        ending?.throwIfAborted();
        throw error;
      }
      yield { name, path: place, modifiedAt: Math.max(0, entry.modifiedAt || 0) };
    }
  } finally {
    archive.close();
  }
}

export interface FileToRead {
  readonly path: string;
  /** The file's name inside the archive and its number there, from 1; undefined for a file that is not from an archive. */
  readonly inside: { readonly name: string; readonly number: number } | undefined;
}

/**
 * The files at a path: the file itself, or the files of an archive. An unpacked file exists only while it is used, and only
 * this user can read it.
 * @throws ExportError for an archive that cannot be unpacked.
 */
export async function* filesAt(path: string): AsyncGenerator<FileToRead, void, undefined> {
  if (!(await isArchive(path))) {
    yield { path, inside: undefined };
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-archive-'));
  try {
    let number = 0;
    for await (const file of unpack(path, folder)) {
      number += 1;
      const at = new Date(file.modifiedAt);
      await utimes(file.path, at, at);
      yield { path: file.path, inside: { name: file.name, number } };
      await rm(file.path, { force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
