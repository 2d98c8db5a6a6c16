/** Expected of `test/import/cases`: from bytes to values (encodings, lines, sheets, numbers, dates, placeholders). */
import type { ImportCase } from '../cases.test';

export const valueCases: readonly ImportCase[] = [
  {
    file: '04b-early-cp1252.csv',
    format: 'phantombuster-likers',
  },
];
