/**
 * Reads zip archives sent by strangers: what is inside, and its bytes. Names inside are never used as paths. The size of an
 * entry is bounded before a byte of it is unpacked. yauzl holds entries to the size that they declare, and refuses entries with
 * absolute names or `..`.
 */
import { open as openCallback, type Entry, type ZipFile } from 'yauzl';
import { ExportError } from './errors';

/** Entries of an archive. Spreadsheets have dozens. */
const mostEntries = 5_000;
/** Bytes of one entry, unpacked. */
const largestEntry = 4 * 1024 ** 3;
/** Tables shrink to a tenth. A large archive with more growth than this was made to fill a disk. */
const mostGrowth = 200;
const smallEnough = 64 * 1024 ** 2;
/** Bytes of names, notes and extra fields of all entries, which are held in memory. */
const mostAboutEntries = 8 * 1024 ** 2;

export interface ArchiveEntry {
  readonly name: string;
  /** Bytes, unpacked. */
  readonly size: number;
  /** Epoch ms, as the archive says. */
  readonly modifiedAt: number;
}

/** An open archive. Close it. */
export class Archive {
  private constructor(
    private readonly zip: ZipFile,
    private readonly byName: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws ExportError when it is damaged, encrypted, or malicious. */
  static async open(path: string): Promise<Archive> {
    const zip = await opened(path);
    try {
      return new Archive(zip, await entriesOf(zip));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  close(): void {
    this.zip.close();
  }

  /** In the archive's order, without folders. */
  get entries(): readonly ArchiveEntry[] {
    return [...this.byName.values()].map((entry) => ({
      name: entry.fileName,
      size: entry.uncompressedSize,
      modifiedAt: entry.getLastModDate({ timezone: 'UTC' }).getTime(),
    }));
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  /** Bytes of an entry, unpacked; 0 when there is none. */
  sizeOf(name: string): number {
    return this.byName.get(name)?.uncompressedSize ?? 0;
  }

  /**
   * The bytes of an entry; none when there is no such entry.
   * @param most bytes that it may have.
   * @throws ExportError when they are damaged, or too many.
   */
  async *bytes(name: string, most = largestEntry): AsyncGenerator<Buffer, void, undefined> {
    const entry = this.byName.get(name);
    if (!entry) return;
    if (entry.uncompressedSize > most) {
      throw new ExportError(`${entry.fileName.slice(0, 100)} in it has more than ${most} bytes: no export does.`);
    }
    try {
      const stream = await new Promise<AsyncIterable<unknown> & { destroy(): void }>((resolve, reject) => {
        this.zip.openReadStream(entry, (error, readable) => (error ? reject(error) : resolve(readable)));
      });
      try {
        for await (const chunk of stream) if (Buffer.isBuffer(chunk)) yield chunk;
      } finally {
        stream.destroy();
      }
    } catch (error) {
      if (error instanceof ExportError) throw error;
      throw damaged();
    }
  }
}

const damaged = () => new ExportError('The archive or spreadsheet is damaged: it cannot be unpacked.');

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    openCallback(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(damaged()) : resolve(zip),
    );
  });
}

/** Files of an archive by name. Throws unless all of them may be unpacked. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries) {
    throw new ExportError(`The archive holds ${zip.entryCount} entries; ${mostEntries} are allowed.`);
  }
  const found = new Map<string, Entry>();
  let total = 0;
  let about = 0;
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      about += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (about > mostAboutEntries) {
        reject(new ExportError('The archive says more about its files than any export does.'));
        return;
      }
      if (found.has(entry.fileName)) {
        reject(
          new ExportError(
            `${entry.fileName.slice(0, 100)} is in the archive twice: rename one, so that neither is lost.`,
          ),
        );
        return;
      }
      if (!entry.fileName.endsWith('/')) found.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    // yauzl also reports names with `..` or a drive here.
    zip.on('error', () => reject(new ExportError('The archive is damaged, or holds names that no export has.')));
    zip.readEntry();
  });
  for (const entry of found.values()) {
    if (entry.isEncrypted()) throw new ExportError('The archive is locked with a password: unpack it first.');
    total += entry.uncompressedSize;
    if (entry.uncompressedSize > largestEntry) throw new ExportError('A file in the archive has more than 4 GB.');
  }
  if (total > smallEnough && total > mostGrowth * zip.fileSize) {
    throw new ExportError(
      `The archive grows to more than ${mostGrowth} times its size when it is unpacked: no export does.`,
    );
  }
  return found;
}
