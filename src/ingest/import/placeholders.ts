/** What exports write where they know nothing, and the escapes of web pages that they leave in texts. */
import { decodeHTMLStrict } from 'entities';

/** Values that are nothing, in lower case and without spaces around. Spreadsheets and programs of many languages write them. */
const nothing: ReadonlySet<string> = new Set([
  ...[
    'n/a',
    'n.a.',
    'n.a',
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
  ...['(blank)', '(empty)', '(leer)', '(vide)', '(vacío)', '(none)', 'unknown', 'not available', 'not provided'],
  ...['not specified', 'unbekannt', 'inconnu', 'desconocido', 'no data'],
  ...['not found', 'no result', 'no results', 'no email found', 'sin datos', 'n. v.', 'tbd', 'loading...', 'anonymous'],
]);

/**
 * What spreadsheets of all languages show for an error: `#NAME?`, `#¡VALOR!`, `#N/D`, `#NV`. A hashtag ends with a letter, unless
 * it is one of the last few.
 */
const sheetError = /^#(?:[\p{Lu}\d/.¿¡-]{1,16}[!?]|\p{Lu}\/\p{Lu}{1,3}|NV|BRAK|YOK|PUUTTUU!?)$/u;
/** What the network shows in place of people whom the viewer may not see, in any word order: `LinkedIn-Mitglied`. */
const somebodyOfTheNetwork =
  /^(?:(?:member|membre|miembro|usuário|usuario|membro|utente|участник|użytkownik|anonymous member)(?: d[eio]l?)? linkedin|linkedin[ -]?(?:member|mitglied|user|lid|medlem|üyesi|用户|会员|會員|メンバー|회원|-jäsen)|领英会员|anonymous member)$/i;
const invisible = /[\p{Cf}\u00a0]/gu;
/** No placeholder is longer. */
const longest = 30;
/** What a placeholder of the network begins with; names mostly do not, and the pattern is not tried on them. */
const mayHide = /linkedin|领英|anonymous m/i;

/** Whether a value is nothing: empty, or a placeholder. */
export function isPlaceholder(value: string): boolean {
  if (value.length > longest) return false;
  const plain = (/^[\x20-\x7e]*$/.test(value) ? value : value.replace(invisible, ' ')).trim();
  // In capitals: R and spreadsheets write it so, and Na is a name.
  if (plain === '' || plain === 'NA') return true;
  if (plain.startsWith('#') && sheetError.test(plain)) return true;
  return nothing.has(plain.toLowerCase()) || (mayHide.test(plain) && somebodyOfTheNetwork.test(plain));
}

/** Addresses of pages that name nobody: `/in/hidden`, `/in/N/A`, `/search/results/people/headless`. */
export const namesNobody =
  /\/in\/(?:hidden|n\/?a|null|undefined|unknown|none|headless|unavailable|nan|#n\/a)?\/?(?:[?#].*)?$|\/search\/results\/people\/headless/i;

/** A text with its HTML entities decoded once: `R&amp;D` is `R&D`. */
export function withoutEntities(text: string): string {
  return text.includes('&') && text.includes(';') ? decodeHTMLStrict(text) : text;
}
