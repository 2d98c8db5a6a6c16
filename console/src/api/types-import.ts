/** What the operations of uploads take and answer. */

export interface UploadChoices {
  readonly uploadId: string;
  readonly fileName: string;
  readonly columns?: string;
  readonly kind?: string;
  readonly dateOrder?: 'dmy' | 'mdy';
  /** Milliseconds since 1970. */
  readonly modifiedAt?: number;
}

export interface UploadPreview {
  readonly archive: boolean;
  readonly format: string | null;
  readonly label: string | null;
  readonly problem: string | null;
  readonly rows: number;
  readonly whole: boolean;
  readonly records: Readonly<Record<'engagement' | 'post' | 'person' | 'company' | 'lead', number>>;
  /** What these rows would change of what is stored. */
  readonly expected: {
    readonly people: { readonly new: number; readonly changed: number; readonly unchanged: number };
    readonly engagements: { readonly new: number; readonly known: number };
    readonly posts: { readonly new: number };
    readonly suppressed: number;
  } | null;
  readonly refused: number;
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
  readonly columns: readonly string[];
  readonly firstRows: readonly (readonly string[])[];
  readonly readAs: readonly (string | null)[];
  readonly choices: readonly {
    readonly name: string;
    readonly kinds: readonly string[];
    readonly required: readonly string[];
  }[];
}

export interface UploadImport {
  readonly id: string;
  readonly fileName: string;
  readonly status: 'waiting' | 'ready' | 'running' | 'done' | 'dead' | 'cancelled';
  readonly error: string | null;
  readonly progress: {
    readonly stage: 'reading' | 'scoring';
    readonly bytes: number;
    readonly totalBytes: number;
    readonly done: number;
  } | null;
  readonly result: {
    readonly batchId: string | null;
    readonly refused: number;
    readonly listed: boolean;
    readonly failure: string | null;
    readonly leadsNew: number;
  } | null;
}

export interface RefusedRow {
  readonly place: string;
  readonly reason: string;
  readonly row: string;
}
