/** Opens an export file: finds out what it is and reads it as records. */
import type { Network } from './network';
import type { IntakeRecord } from './records';

export interface ExportOptions {
  /** A format's name, or `auto` (the default): told by content. */
  readonly format?: string;
  readonly network: Network;
  /** Epoch ms; the clock of the run. No observation is later. */
  readonly now: number;
  /** Epoch ms when the export was taken, if known. Otherwise: the row's own time, a date in the file name, the file's time. */
  readonly observedAt?: number;
  /** The post (URN or URL) that rows without one are about; some comment exports name none. */
  readonly post?: string;
}

export interface OpenedExport {
  /** Name of the format, `phantombuster-likers`. */
  readonly format: string;
  /** The same for people. */
  readonly label: string;
  /** What `at` of a record counts. */
  readonly unit: 'line' | 'item';
  /** Size of the file on disk. */
  readonly totalBytes: number;
  /** Bytes of the file read so far, for a progress bar. */
  bytesRead(): number;
  /** The records, some hundreds at a time; can be iterated once. Leaving the loop early closes the file. */
  readonly records: AsyncIterable<IntakeRecord[]>;
}

/** A file that cannot be read at all: no known format, not text, not there. The message says what to do. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

/**
 * Opens an export file.
 * @throws ExportError when the file is missing, or fits no format (the message lists them).
 */
export async function openExport(path: string, options: ExportOptions): Promise<OpenedExport> {
  throw new ExportError(`Not readable yet: ${path} (${options.format ?? 'auto'})`);
}
