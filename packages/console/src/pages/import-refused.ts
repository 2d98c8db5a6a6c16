/** Downloads the rows that an import refused, as a CSV file. */
import { csvLine } from '../../../../src/shared/text/csv';
import { call } from '../api/client';
import type { RefusedRow } from '../api/operations';
import { saveFile } from '../components/save-file';

const atATime = 1_000;

/** Reads all refused rows and saves them as a file. @throws ApiError */
export async function saveRefusedRows(importId: string): Promise<void> {
  const lines = ['place,reason,row'];
  for (let after = 0; ; after += atATime) {
    const { data } = await call('list_refused_rows', { importId, after });
    lines.push(...data.map(({ place, reason, row }: RefusedRow) => csvLine([place, reason, row])));
    if (data.length < atATime) break;
  }
  saveFile('refused-rows.csv', 'text/csv', `\ufeff${lines.join('\r\n')}\r\n`);
}
