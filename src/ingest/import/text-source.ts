/** Reads export files as text, in constant memory. Handles encodings, byte-order marks, gzip and spreadsheets. */
import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { ExportError, systemCode } from './errors';
import { sampleOf, type TextSource } from './readable-text';
import { openSheet } from './spreadsheet';

const chunkSize = 128 * 1024;
/** Bytes of a short piece. It may be longer, up to the end of its line. */
const pieceSize = 2 * 1024;

/**
 * Opens a file.
 * @throws ExportError when it is missing, empty, not a file, or neither text nor a spreadsheet.
 */
export async function openText(path: string): Promise<TextSource> {
  const { size, modifiedAt, head } = await firstBytes(path);
  if (head.subarray(0, 2).toString('latin1') === 'PK') return openSheet(path, size, modifiedAt);
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  let bytesRead = () => 0;

  async function* bytes(): AsyncGenerator<Buffer, void, undefined> {
    const file = createReadStream(path, { highWaterMark: chunkSize });
    bytesRead = () => file.bytesRead;
    // The callback is where pipeline reports; the same error also ends the loop below.
    const stream = gzip ? pipeline(file, createGunzip({ chunkSize }), () => undefined) : file;
    try {
      for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    } finally {
      file.destroy();
    }
  }

  const start = gzip ? await firstOf(bytes()) : head;
  const encoding = guessEncoding(start);
  requireText(new TextDecoder(encoding).decode(start, { stream: true }));

  async function* chunks(): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of bytes()) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  }

  async function* lines(): AsyncGenerator<readonly string[], void, undefined> {
    if (encoding.startsWith('utf-16')) {
      for await (const text of chunks()) yield [text];
      return;
    }
    const decoder = new PieceDecoder(encoding);
    for await (const chunk of bytes()) yield Array.from(piecesOf(chunk), (piece) => decoder.decode(piece));
    yield [decoder.end()];
  }

  return {
    totalBytes: size,
    modifiedAt,
    bytesRead: () => bytesRead(),
    chunks,
    lines,
    sample: (wanted) => sampleOf(chunks(), wanted),
  };
}

/** Parts of a chunk. All but the last end with a line. */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  for (let from = 0; from < chunk.length;) {
    const newline = chunk.indexOf(10, from + pieceSize);
    const end = newline === -1 ? chunk.length : newline + 1;
    yield chunk.subarray(from, end);
    from = end;
  }
}

/**
 * Decodes pieces of one text in UTF-8 or Windows-1252. Plain pieces, which most are, bypass the decoder, which takes thirty
 * times as long.
 */
class PieceDecoder {
  private readonly decoder: TextDecoder;
  /** Nothing is decoded yet, so a byte-order mark may come. */
  private first = true;
  /** The last piece may have ended within a character. */
  private open = false;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  decode(piece: Buffer): string {
    const plain = !this.open && isAscii(piece);
    const text = plain ? piece.toString('latin1') : this.decoder.decode(piece, { stream: true });
    if (!plain) this.open = (piece.at(-1) ?? 0) > 0x7f;
    return this.withoutMark(text);
  }

  end(): string {
    return this.withoutMark(this.decoder.decode());
  }

  private withoutMark(text: string): string {
    const marked = this.first && text.startsWith('\ufeff');
    if (text !== '') this.first = false;
    return marked ? text.slice(1) : text;
  }
}

async function firstBytes(path: string): Promise<{ size: number; modifiedAt: number; head: Buffer }> {
  try {
    const info = await stat(path);
    if (!info.isFile())
      throw new ExportError(info.isDirectory() ? 'It is a directory.' : 'It is not a regular file.', 'file');
    if (info.size === 0) throw new ExportError('The file is empty.');
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(chunkSize, info.size)), 0);
      return { size: info.size, modifiedAt: Math.floor(info.mtimeMs), head: buffer.subarray(0, bytesRead) };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ExportError) throw error;
    const code = systemCode(error);
    throw new ExportError(
      code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read (${String(code)}).`,
      'file',
    );
  }
}

async function firstOf(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  try {
    for await (const chunk of chunks) return chunk;
  } catch {
    throw new ExportError('The file starts like gzip but is not valid gzip.');
  }
  return Buffer.alloc(0);
}

/**
 * Guesses the encoding from the first bytes: a byte-order mark, zero bytes, valid UTF-8, else Windows-1252, which Excel writes.
 */
function guessEncoding(head: Buffer): string {
  if (head.length >= 2 && head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head.length >= 2 && head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head.subarray(0, 4).toString('latin1') === '\xd0\xcf\x11\xe0') {
    throw new ExportError('This is an old spreadsheet (.xls) or one with a password: save it as .xlsx or CSV.');
  }
  const start = head.subarray(0, 1000);
  const zeros = (offset: number) => start.filter((byte, index) => index % 2 === offset && byte === 0).length;
  if (zeros(1) > start.length / 4) return 'utf-16le';
  if (zeros(0) > start.length / 4) return 'utf-16be';
  try {
    // `stream`: the last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Pictures, programs and the like decode to zeros and control characters, which text hardly has. */
function requireText(start: string): void {
  const odd = start.match(/[^\P{Cc}\t\n\f\r]|\p{Cs}|\ufffd/gu)?.length ?? 0;
  if (start.slice(0, 1000).includes('\0') || odd > start.length / 50) {
    throw new ExportError('This is not a text file, or its encoding is not UTF-8, UTF-16 or Windows-1252.');
  }
}
