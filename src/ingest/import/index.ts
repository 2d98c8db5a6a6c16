/** Turns export files into normalised records. The importer needs nothing else from this folder. */
export type { Network } from './network';
export type { PostRef } from './urn';
export { parsePostReference } from './urn';
export { parseProfileReference } from './profile';
export type * from './records';
export type { ExportOptions, OpenedExport } from './open';
export { openExport } from './open';
export { readPage } from './page';
export { rowsOfCsv } from './csv';
export { ExportError } from './errors';
export { formats } from './formats';
