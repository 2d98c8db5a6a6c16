/** Downloads the rows that an import refused, as a CSV file. */
import { call } from '../api/client';
import type { RefusedRow } from '../api/operations';
import { saveFile } from '../components/save-file';

const atATime = 1_000;

/** A cell that no spreadsheet takes for a formula. */
const cell = (text: string) => {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
};

/** Reads all refused rows and saves them as a file. @throws ApiError */
export async function saveRefusedRows(importId: string): Promise<void> {
  const lines = ['place,reason,row'];
  for (let after = 0; ; after += atATime) {
    const { data } = await call('list_refused_rows', { importId, after });
    lines.push(...data.map(({ place, reason, row }: RefusedRow) => [place, reason, row].map(cell).join(',')));
    if (data.length < atATime) break;
  }
  saveFile('refused-rows.csv', 'text/csv', `\ufeff${lines.join('\r\n')}\r\n`);
}
