/**
 * The file format of a backup: gzipped lines of JSON. The first line says what the file is. Then come each table with its rows,
 * and each file. The last line says how many rows there must be, with the SHA-256 of all lines before it. The format does not
 * depend on the kind of database.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const cell = z.union([z.string(), z.number(), z.null()]);

const headerLine = z.object({
  format: z.literal('leadlight-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** Release of Leadlight. */
  release: z.string(),
  /** Version of the database. */
  database: z.string(),
  dialect: z.enum(['sqlite', 'mysql']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Settings that held secrets. They are not in the file. */
  keptElsewhere: z.array(z.string()),
});
export type BackupHeader = z.output<typeof headerLine>;

const tableLine = z.object({ table: identifier, columns: z.array(identifier).min(1) });
const rowLine = z.array(cell);
const fileLine = z.object({ file: z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/), text: z.string() });
const endLine = z.object({ end: z.object({ rows: z.record(identifier, z.number()), sha256: z.string() }) });

export type BackupLine =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'rows'; readonly table: string; readonly columns: readonly string[]; readonly rows: Row[] }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'end'; readonly rows: Readonly<Record<string, number>> };

type Row = z.output<typeof rowLine>;

/** A file that is not a complete backup. The message says why. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

/** Most bytes of rows passed on at once, and of one line. */
const partBytes = 2 ** 20;
const longestLine = 2 ** 28;

/** Collects the lines of a backup while they are written, and makes its last one. */
export class BackupLines {
  private readonly hash = createHash('sha256');
  private readonly rows: Record<string, number> = {};
  private table: string | undefined;

  header(header: BackupHeader): string {
    return this.line(header);
  }

  /** Starts a table. Its rows follow. */
  startTable(table: string, columns: readonly string[]): string {
    this.table = table;
    this.rows[table] = 0;
    return this.line({ table, columns });
  }

  tableRows(rows: readonly (readonly (string | number | null)[])[]): string {
    if (this.table === undefined) throw new Error('rows without a table');
    this.rows[this.table] = (this.rows[this.table] ?? 0) + rows.length;
    return rows.map((row) => this.line(row)).join('');
  }

  file(name: string, text: string): string {
    return this.line({ file: name, text });
  }

  /** The last line, and the number of rows in the backup. */
  end(): { readonly text: string; readonly rows: Readonly<Record<string, number>> } {
    const end = { rows: this.rows, sha256: this.hash.digest('hex') };
    return { text: `${JSON.stringify({ end })}\n`, rows: this.rows };
  }

  private line(value: object): string {
    const text = `${JSON.stringify(value)}\n`;
    this.hash.update(text);
    return text;
  }
}

/**
 * Reads a backup from its beginning. The last line it gives is the end. If that arrives, everything before was intact.
 * @throws DamagedBackup when the file is cut off, was changed, or is something else.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupLine, void, undefined> {
  const hash = createHash('sha256');
  const counted: Record<string, number> = {};
  let begun = false;
  let ended = false;
  let table: z.output<typeof tableLine> | undefined;
  let rows: Row[] = [];
  let held = 0;
  const part = (): BackupLine[] => {
    if (!table || rows.length === 0) return [];
    const line: BackupLine = { kind: 'rows', ...table, rows };
    [rows, held] = [[], 0];
    return [line];
  };
  for await (const text of linesOf(path)) {
    if (ended) throw new DamagedBackup('there is more after its end');
    const value = parsed(text);
    if (Array.isArray(value)) {
      const row = rowLine.safeParse(value);
      if (!table || !row.success || row.data.length !== table.columns.length) throw unlike('a row');
      counted[table.table] = (counted[table.table] ?? 0) + 1;
      rows.push(row.data);
      if ((held += text.length) >= partBytes) yield* part();
    } else if (!begun) {
      yield { kind: 'header', header: headerOf(value) };
      begun = true;
    } else {
      yield* part();
      const [next, file, end] = [tableLine.safeParse(value), fileLine.safeParse(value), endLine.safeParse(value)];
      if (next.success) {
        table = next.data;
        counted[table.table] ??= 0;
      } else if (file.success) yield { kind: 'file', name: file.data.file, text: file.data.text };
      else if (end.success) {
        ended = true;
        if (end.data.end.sha256 !== hash.digest('hex')) throw new DamagedBackup('its checksum does not match');
        if (!sameCounts(end.data.end.rows, counted)) throw new DamagedBackup('some of its rows are missing');
        yield { kind: 'end', rows: end.data.end.rows };
      } else throw unlike('a line');
    }
    if (!ended) hash.update(text).update('\n');
  }
  if (!ended) throw new DamagedBackup('it is cut off before its end');
}

function headerOf(value: unknown): BackupHeader {
  const header = headerLine.safeParse(value);
  if (header.success) return header.data;
  const known = z.looseObject({ format: z.literal('leadlight-backup') }).safeParse(value).success;
  throw new DamagedBackup(known ? 'a newer version of Leadlight made it' : 'it is not a backup of Leadlight');
}

const unlike = (what: string) => new DamagedBackup(`${what} in it does not have the form of a backup`);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unlike('a line');
  }
}

const sameCounts = (left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>) =>
  JSON.stringify(Object.entries(left).sort()) === JSON.stringify(Object.entries(right).sort());

/** Lines of a gzipped file. This is own code because `node:readline` also ends a line at U+2028, which JSON does not escape. */
async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  const file = createReadStream(path);
  const plain = createGunzip();
  file.on('error', (error) => plain.destroy(error));
  file.pipe(plain);
  let parts: Buffer[] = [];
  let length = 0;
  const chunks: AsyncIterable<Buffer> = plain;
  try {
    for await (const chunk of chunks) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at));
        yield Buffer.concat(parts).toString('utf8');
        [parts, length, from] = [[], 0, at + 1];
      }
      parts.push(chunk.subarray(from));
      if ((length += chunk.length - from) > longestLine) throw unlike('a line');
    }
  } catch (error) {
    const broken = zlibError.safeParse(error);
    throw broken.success ? new DamagedBackup(`it is not a complete gzip file (${broken.data.message})`) : error;
  } finally {
    file.destroy();
    plain.destroy();
  }
  if (length > 0) throw new DamagedBackup('it is cut off before its end');
}

const zlibError = z.object({ code: z.string().startsWith('Z_'), message: z.string() });
