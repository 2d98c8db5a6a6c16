/** The list of leads as a table for people: the columns and words of the screen. Programs take the API's own CSV. */
import { saveFile } from '../components/save-file';
import { country, label, language, percent, t } from '../i18n';

interface CsvColumn {
  /** The column of the API's CSV. */
  readonly from: string;
  readonly head: () => string;
  /** The word of the screen for a value. */
  readonly word?: (value: string) => string;
}

const wordOf = (group: string) => (value: string) => label(group, value);
const dayOf = (time: string) => time.slice(0, 10);

const columns: readonly CsvColumn[] = [
  { from: 'profile.displayName', head: () => t('column.name') },
  { from: 'profile.title', head: () => t('column.title') },
  {
    from: 'profile.readConfidence',
    head: () => t('column.surely'),
    word: (value) => percent(Math.round(Number(value) * 100)),
  },
  { from: 'profile.headline', head: () => t('column.headline') },
  { from: 'profile.companyName', head: () => t('column.company') },
  { from: 'leadTier', head: () => t('column.tier'), word: wordOf('tier') },
  { from: 'fitGrade', head: () => t('column.fit') },
  { from: 'intentScore', head: () => t('column.intent') },
  { from: 'tierReason', head: () => t('column.why') },
  { from: 'lastDatedSignalAt', head: () => t('leads.last-engaged'), word: dayOf },
  { from: 'owner.displayName', head: () => t('column.owner') },
  { from: 'profile.location.country', head: () => t('column.country'), word: country },
  { from: 'outreach.status', head: () => t('column.outreach'), word: wordOf('outreach') },
  { from: 'disposition', head: () => t('watchlist.status'), word: wordOf('disposition') },
  { from: 'contact.email', head: () => t('column.email') },
  { from: 'outreach.note', head: () => t('do.note') },
  { from: 'profile.profileUrl', head: () => t('column.profileUrl') },
];

/**
 * Cells of CSV text (RFC 4180), row by row.
 * @param text whole rows. Only a quoted cell holds a comma, a quote or a line break.
 */
function* csvRows(text: string): Generator<string[], void> {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/gy;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, value = '', end = ''] = cell.exec(text) ?? [];
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === ',') continue;
    yield row;
    row = [];
    if (end === '') return;
  }
}

/** Formulas need no care here: the cells are those of the API, which made them inert (`csvLine`). */
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** The API's CSV with the columns and words of the screen, and with the mark by which spreadsheets know UTF-8. */
function inWords(text: string): string {
  const rows = csvRows(text);
  const first = rows.next();
  const names = first.done ? [] : first.value;
  const shown = columns.flatMap((column) => {
    const at = names.indexOf(column.from);
    return at < 0 ? [] : [{ ...column, at }];
  });
  const lines = [shown.map(({ head }) => quoted(head())).join(',')];
  for (const row of rows) {
    const cells = shown.map(({ at, word }) => {
      const value = row[at] ?? '';
      return quoted(value === '' || !word ? value : word(value));
    });
    lines.push(cells.join(','));
  }
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/**
 * Downloads the leads in the words of the screen.
 * @param address of the API's CSV. @returns false where the server could not give it.
 */
export async function saveLeads(address: string): Promise<boolean> {
  const headers = { Accept: 'text/csv', 'Accept-Language': language() };
  const answer = await fetch(address, { credentials: 'same-origin', cache: 'no-store', headers }).catch(
    () => undefined,
  );
  // The text breaks off where the right to read ended meanwhile: no part is taken for the whole.
  const text = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
  if (text === undefined) return false;
  saveFile('leads.csv', 'text/csv', inWords(text));
  return true;
}
