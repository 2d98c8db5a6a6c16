/** What exports write where they know nothing, and the escapes of web pages that they leave in texts. */
import { decodeHTMLStrict } from 'entities';

/** Values that are nothing, in lower case and without spaces around. Spreadsheets and programs of many languages write them. */
const nothing: ReadonlySet<string> = new Set([
  ...[
    'n/a',
    'n.a.',
    'n.a',
    '#n/a',
    'n/d',
    'n.d.',
    'k.a.',
    'k. a.',
    's/o',
    's/d',
    'б/д',
    'н/д',
    '-',
    '--',
    '---',
    '–',
    '—',
    '.',
    '?',
    '…',
    '...',
  ],
  ...['null', 'none', 'nil', 'nan', 'undefined', '(null)', '<null>', '[null]', '\\\\n', '[object object]', '[]', '{}'],
  ...[
    '#name?',
    '#ref!',
    '#value!',
    '#div/0!',
    '#num!',
    '#null!',
    '#error!',
    '#spill!',
    '#wert!',
    '#bezug!',
    '#nv',
    '#nom?',
    '#valeur!',
  ],
  ...['(blank)', '(empty)', '(leer)', '(vide)', '(vacío)', '(none)', 'unknown', 'not available', 'not provided'],
  ...['not specified', 'unbekannt', 'inconnu', 'desconocido', 'no data'],
  // What the network shows in place of people whom the viewer may not see.
  ...[
    'linkedin member',
    'linkedin-mitglied',
    'membre linkedin',
    'membre de linkedin',
    'miembro de linkedin',
    'usuário do linkedin',
  ],
  ...[
    'utente linkedin',
    'membro di linkedin',
    'linkedin-lid',
    'linkedin-medlem',
    'użytkownik linkedin',
    'linkedin üyesi',
    'linkedin 用户',
    'linkedin メンバー',
    'linkedin 회원',
    'участник linkedin',
  ],
]);

/** Whether a value is nothing: empty, or a placeholder. */
export function isPlaceholder(value: string): boolean {
  if (value.length > 40) return false;
  const plain = value.trim();
  // In capitals: R and spreadsheets write it so, and Na is a name.
  return plain === '' || plain === 'NA' || nothing.has(plain.toLowerCase());
}

/** Addresses of pages that name nobody: `/in/hidden`, `/in/N/A`, `/search/results/people/headless`. */
export const namesNobody =
  /\/in\/(?:hidden|n\/?a|null|undefined|unknown|none|headless|unavailable|nan|#n\/a)?\/?(?:[?#].*)?$|\/search\/results\/people\/headless/i;

/** A text with its HTML entities decoded once: `R&amp;D` is `R&D`. */
export function withoutEntities(text: string): string {
  return text.includes('&') && text.includes(';') ? decodeHTMLStrict(text) : text;
}
