/** What is asked of the thread that reads an upload, and what it answers. All of it is plain data. */
import type { ExportOptions, IntakeRecord, Network, OpenedExport } from '../import';
import type { UploadChoices } from './kind';
import type { UploadPreview } from './preview-file';

/** Reads a file whole, or its beginning. */
export type ReadingTask =
  | { readonly kind: 'read'; readonly path: string; readonly options: ExportOptions }
  | {
      readonly kind: 'preview';
      readonly path: string;
      readonly choices: UploadChoices;
      readonly network: Network;
      readonly now: number;
    };

/** Sent by the reader when it has room for further records. */
export type ToThread = 'more';

/** What is known of a file once it is open. */
export type OpenedFacts = Pick<
  OpenedExport,
  'format' | 'label' | 'unit' | 'totalBytes' | 'beginning' | 'columns' | 'firstRows' | 'sheet'
>;

/** How far the reading is. */
export interface ReadingState {
  readonly bytesRead: number;
  readonly dates: ReturnType<OpenedExport['dates']>;
  readonly numbers: ReturnType<OpenedExport['numbers']>;
  readonly letters: ReturnType<OpenedExport['letters']>;
  readonly brokenOff: string | undefined;
  readonly withoutResult: number;
}

export type FromThread =
  | { readonly kind: 'opened'; readonly facts: OpenedFacts; readonly state: ReadingState }
  | { readonly kind: 'records'; readonly records: readonly IntakeRecord[]; readonly state: ReadingState | undefined }
  | { readonly kind: 'previewed'; readonly preview: UploadPreview }
  | { readonly kind: 'ended'; readonly state: ReadingState }
  /** An `ExportError`. */
  | { readonly kind: 'refused'; readonly message: string; readonly about: 'content' | 'file' }
  /** Any other error. */
  | { readonly kind: 'failed'; readonly message: string };
