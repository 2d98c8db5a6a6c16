/** Reads export files as text, in constant memory. Handles encodings, byte-order marks, line ends, gzip and spreadsheets. */
import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ByteSurvey, decide, type Encoding, type TextReading } from './encoding';
import { ExportError, systemCode } from './errors';
import { kindOfFile } from './file-kinds';
import { decoderOf, MixedDecoder, type Decoder } from './letters';
import { gunzipped } from './gunzip';
import { mendLetters } from './mend-letters';
import { sampler, type TextSource } from './readable-text';
import type { LinkColumns } from './sheet-rows';
import { openSheet, type SheetChoice } from './spreadsheet';

const chunkSize = 128 * 1024;
/** Bytes of a short piece. It may be longer, up to the end of its line. */
const pieceSize = 2 * 1024;

export interface TextOptions {
  /** The encoding, if a person says it. */
  readonly encoding?: Encoding;
  /** How well the beginning of a sheet fits, for workbooks with several. */
  readonly sheets?: SheetChoice;
  /** Which columns the addresses behind cells of a sheet get. */
  readonly links?: LinkColumns;
}

/**
 * Opens a file.
 * @throws ExportError when it is missing, empty, not a file, or neither text nor a spreadsheet.
 */
export async function openText(path: string, options: TextOptions = {}): Promise<TextSource> {
  const { size, modifiedAt, head } = await firstBytes(path);
  if (head.subarray(0, 2).toString('latin1') === 'PK')
    return openSheet(path, size, modifiedAt, options.sheets, options.links);
  const gzip = head[0] === 0x1f && head[1] === 0x8b;
  let bytesRead = () => 0;

  async function* bytes(): AsyncGenerator<Buffer, void, undefined> {
    const file = createReadStream(path, { highWaterMark: chunkSize });
    bytesRead = () => file.bytesRead;
    try {
      if (gzip) yield* gunzipped(buffersOf(file), size);
      else yield* buffersOf(file);
    } finally {
      file.destroy();
    }
  }

  const start = gzip ? await firstOf(bytes()) : head;
  const problem = kindOfFile(start);
  if (problem !== undefined) throw new ExportError(problem);
  const reading = options.encoding
    ? { encoding: options.encoding, guessed: false, damaged: 0 }
    : (markedEncoding(start) ?? (await survey(bytes())));
  const { encoding } = reading;
  const beginning = decoderOf(encoding).decode(start, { stream: true });
  requireText(beginning);
  // Spreadsheets of old Macs end their lines with a carriage return alone.
  const returns = /\r(?!\n)/.test(beginning) && !beginning.includes('\n');
  let mended = 0;
  let damaged = 0;
  const finished = (text: string): string => {
    for (let at = text.indexOf(replacement); at !== -1; at = text.indexOf(replacement, at + 1)) damaged += 1;
    const lines = returns ? text.replace(/\r\n?/g, '\n') : text;
    return mendLetters(lines, (count) => (mended += count));
  };

  async function* chunks(): AsyncGenerator<string, void, undefined> {
    [mended, damaged] = [0, 0];
    const decoder = reading.mixed ? new MixedDecoder(encoding) : decoderOf(encoding);
    for await (const chunk of bytes()) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield finished(text);
    }
    const rest = decoder.decode();
    if (rest !== '') yield finished(rest);
  }

  async function* lines(): AsyncGenerator<readonly string[], void, undefined> {
    if (!asciiBased(encoding) || reading.mixed) {
      for await (const text of chunks()) yield [text];
      return;
    }
    [mended, damaged] = [0, 0];
    const decoder = new PieceDecoder(decoderOf(encoding, { marks: true }), finished);
    for await (const chunk of bytes()) yield Array.from(piecesOf(chunk), (piece) => decoder.decode(piece));
    yield [decoder.end()];
  }

  return {
    totalBytes: size,
    modifiedAt,
    bytesRead: () => bytesRead(),
    // A survey has seen the whole file; where the encoding was said or marked there was none.
    reading: () => ({ ...reading, damaged: Math.max(reading.damaged, damaged), mended }),
    sheet: undefined,
    withoutResult: () => 0,
    chunks,
    lines,
    sample: sampler(chunks),
  };
}

/** What decoders make of bytes that are no letter. */
const replacement = '\ufffd';

/** Encodings in which a byte below 0x80 is always the ASCII letter, also within a letter of several bytes, or at its end. */
const asciiBased = (encoding: Encoding): boolean =>
  !['utf-16le', 'utf-16be', 'iso-2022-jp', 'shift_jis', 'gb18030', 'big5', 'euc-kr', 'euc-jp'].includes(encoding);

async function* buffersOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of stream) yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
}

/** Reads the file once to learn its encoding. Damage of the file is met again, and named, when it is read. */
async function survey(bytes: AsyncIterable<Buffer>): Promise<TextReading> {
  const found = new ByteSurvey();
  try {
    for await (const chunk of bytes) if (!found.add(chunk)) break;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
  found.end();
  return decide(found);
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
 * Decodes pieces of one text in an encoding based on ASCII. Plain pieces, which most are, bypass the decoder, which takes thirty
 * times as long.
 */
class PieceDecoder {
  /** Nothing is decoded yet, so a byte-order mark may come. */
  private first = true;
  /** The last piece may have ended within a character. */
  private open = false;

  /** @param finished the last step of text beyond ASCII. */
  constructor(
    private readonly decoder: Decoder,
    private readonly finished: (text: string) => string,
  ) {}

  decode(piece: Buffer): string {
    const plain = !this.open && isAscii(piece);
    const text = plain ? piece.toString('latin1') : this.decoder.decode(piece, { stream: true });
    if (!plain) this.open = (piece.at(-1) ?? 0) > 0x7f;
    return this.finished(this.withoutMark(text));
  }

  end(): string {
    return this.finished(this.withoutMark(this.decoder.decode()));
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

/** The encoding that the first bytes show: a byte-order mark, or the zeros of UTF-16. */
function markedEncoding(head: Buffer): TextReading | undefined {
  const said = (encoding: Encoding): TextReading => ({ encoding, guessed: false, damaged: 0 });
  if (head.length >= 2 && head[0] === 0xff && head[1] === 0xfe) return said('utf-16le');
  if (head.length >= 2 && head[0] === 0xfe && head[1] === 0xff) return said('utf-16be');
  const start = head.subarray(0, 1000);
  const zeros = (offset: number) => start.filter((byte, index) => index % 2 === offset && byte === 0).length;
  if (zeros(1) > start.length / 4) return said('utf-16le');
  if (zeros(0) > start.length / 4) return said('utf-16be');
  // Escapes to kanji. All its bytes are ASCII.
  if (head.includes('\x1b$B') || head.includes('\x1b$@')) return said('iso-2022-jp');
  return undefined;
}

/** Pictures, programs and the like decode to zeros and control characters, which text hardly has. */
function requireText(start: string): void {
  const odd = start.match(/[^\P{Cc}\t\n\f\r]|\p{Cs}|\ufffd/gu)?.length ?? 0;
  if (start.slice(0, 1000).includes('\0') || odd > start.length / 50) {
    throw new ExportError('This is not a text file, or it is in an encoding that cannot be told: save it as UTF-8.');
  }
}
