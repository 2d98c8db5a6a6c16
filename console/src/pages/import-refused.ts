/** Rows that an import refused, as a CSV file. */
import { call } from '../api/client';
import type { RefusedRow } from '../api/types-import';

const atATime = 1_000;

/** A cell that no spreadsheet takes for a formula. */
const cell = (text: string) => {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
};

/** Reads all of them and hands them to the browser. @throws ApiError */
export async function saveRefusedRows(importId: string): Promise<void> {
  const lines = ['place,reason,row'];
  for (let after = 0; ; after += atATime) {
    const { data } = await call('list_refused_rows', { importId, after });
    lines.push(...data.map(({ place, reason, row }: RefusedRow) => [place, reason, row].map(cell).join(',')));
    if (data.length < atATime) break;
  }
  const address = URL.createObjectURL(new Blob([`\ufeff${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'refused-rows.csv';
  link.click();
  URL.revokeObjectURL(address);
}
