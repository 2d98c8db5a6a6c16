/** Reads dates in their unambiguous forms. Those whose order of day and month must be told are in dates.ts. */
import { monthIn } from './language-words';

const months: readonly string[] = [
  'jan januar january janvier janv enero ene janeiro gennaio gen januari styczen stycznia янв январь января ocak oca',
  'feb februar february fevrier fevr febrero fevereiro fev febbraio februari luty lutego фев февраль февраля subat sub',
  'mar marz march mars marzo março marco maart mrt marzec marca мар март марта mart maerz mrz',
  'apr april avril avr abril abr aprile kwiecien kwietnia апр апрель апреля nisan nis',
  'may mai mayo maio maggio mag mei maj май мая mayis',
  'jun juni june juin junio junho giugno giu czerwiec czerwca июн июнь июня haziran haz',
  'jul juli july juillet juil julio julho luglio lug lipiec lipca июл июль июля temmuz tem',
  'aug august aout agosto ago augustus augusti sierpien sierpnia авг август августа agustos agu',
  'sep sept september septembre septiembre setembro settembre set wrzesien wrzesnia сен сентябрь сентября eylul eyl',
  'oct oktober october okt octobre octubre outubro out ottobre ott pazdziernik pazdziernika окт октябрь октября ekim eki',
  'nov november novembre noviembre novembro listopad listopada ноя ноябрь ноября kasim kas',
  'dec dezember december dez decembre diciembre dic dezembro dicembre desember des grudzien grudnia дек декабрь декабря aralik ara',
];
const folded = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase();
const byMonth = new Map(months.flatMap((words, at) => words.split(' ').map((word) => [folded(word), at + 1] as const)));

// No other word may stand before the time: in many languages it says which half of the day is meant.
const at = 'at|um|à|klo?\\.?|a las|a les|às|alle|alle ore|om|v|o|u|в|о|la|ob|kell|pukul|στις';
const clock = String.raw`(?:,?[T\s]+(?:(?:${at})\s+)?(\d{1,2})\s?[:.h]\s?(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?\s*([ap]\.?\s?m\.?)?)?`;
const zone = String.raw`(?:\s*(Z|UTC|GMT)?\s*([+-]\d{2}:?\d{2})?(?:\s*(?:UTC|GMT|\([^)]{1,60}\)|\[[\w/+-]{1,40}\]))?)?`;
const word = String.raw`\p{L}[\p{L}\p{M}]{1,11}`;
const weekday = String.raw`(?:\p{L}[\p{L}\p{M}]{1,14}\.?,?\s+(?:den\s+)?)?`;

/** Forms by the order of their parts: y, m, d, then the time of day. Each is a whole text. */
const forms: readonly { readonly order: 'ymd' | 'dmy' | 'mdy' | 'mdty'; readonly form: RegExp }[] = [
  // 2026-11-14 9:05, 2026/1/5, 2026.11.14, 2026-11-14 09:00:00 +0000 UTC
  { order: 'ymd', form: new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})\\.?${clock}${zone}$`, 'iu') },
  // 2026年11月14日, 2026년 11월 14일
  {
    order: 'ymd',
    form: new RegExp(`^(\\d{4})\\s*([年년])\\s*(\\d{1,2})\\s*[月월]\\s*(\\d{1,2})\\s*[日일]?${clock}${zone}$`, 'iu'),
  },
  // 14 Nov 2026, 14. November 2026, 14-Nov-26, 14th of November 2026, Fri, 14 Nov 2026 10:00:00 GMT, 14 de noviembre de 2026
  {
    order: 'dmy',
    form: new RegExp(
      `^${weekday}(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?[\\s/-]*(?:del?\\s+|of\\s+)?(${word})\\.?,?[\\s/-]+(?:del?\\s+)?(\\d{4}|\\d{2})\\.?${clock}${zone}$`,
      'iu',
    ),
  },
  // Nov 14, 2026; Nov 24 2026; November 14th, 2026 at 9:05 AM
  {
    order: 'mdy',
    form: new RegExp(
      `^${weekday}(${word})\\.?[\\s-]+(\\d{1,2})(?:st|nd|rd|th)?,?[\\s-]+(\\d{4})${clock}${zone}$`,
      'iu',
    ),
  },
  // Tue Nov 10 09:00:00 +0000 2026, as some interfaces write
  {
    order: 'mdty',
    form: new RegExp(
      `^${weekday}(${word})\\s+(\\d{1,2})\\s+(\\d{1,2}):(\\d{2}):(\\d{2})(?:\\s+(?:(UTC|GMT|Z)|([+-]\\d{4})))?\\s+(\\d{4})$`,
      'iu',
    ),
  },
];

/**
 * The moment of a date in a form that can be read in one way only, in UTC if it names no zone.
 * @returns epoch ms; null for any other text; NaN for a date that does not exist.
 */
export function momentOf(text: string): number | null {
  if (text.length > 90) return null;
  const plain = plainForm(text);
  for (const { order, form } of forms) {
    const found = form.exec(plain);
    if (!found) continue;
    const [, a = '', b = '', c = '', d = '', ...more] = found;
    if (order === 'ymd') return timeOf(a, c, d, more);
    if (order === 'mdty') return timeOf(found[8] ?? '', monthOf(a), b, [c, d, found[5], undefined, found[6], found[7]]);
    const [day, name] = order === 'dmy' ? [a, b] : [b, a];
    // With a full stop behind its year it is a date of the south of Europe, where `listopada` is another month than in Poland.
    const month = order === 'dmy' && /\d{4}\.(?!\d)/.test(plain) ? String(monthIn(name) ?? '') : monthOf(name);
    if (month !== '') return timeOf(c, month, day, [d === '' ? undefined : d, ...more]);
  }
  return null;
}

/** Without the words that stand behind a year or a time (`2026 г.`, `10:22 Uhr`); `20261114T090000Z` with its marks. */
const plainForm = (given: string): string => {
  const text = /^[\x20-\x7e]*$/.test(given) ? given : withoutLocalWords(given);
  return text
    .replace(/(?<=\d) ?(?:uhr|г\.?)$/i, '')
    .replace(/^(\d{4})\. (\d{1,2})\. (\d{1,2})(?!\d)/, '$1.$2.$3')
    .replace(/^(20\d\d)(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?!\d)/, '$1-$2-$3T$4:$5:$6')
    .replace(/(?<=[\dmM.]) \(?([CEMP][SDE]S?T)\)?$/, (_, name: string) => ` ${zones.get(name) ?? name}`);
};

/** Zones by their letters: those of RFC 5322, section 4.3, and Central Europe's. Others are those of several countries. */
const zones: ReadonlyMap<string, string> = new Map(
  [
    ...([
      'EST -0500',
      'EDT -0400',
      'CST -0600',
      'CDT -0500',
      'MST -0700',
      'MDT -0600',
      'PST -0800',
      'PDT -0700',
    ] as const),
    ...(['CET +0100', 'CEST +0200'] as const),
  ].map((zone) => [zone.slice(0, -6), zone.slice(-5)] as const),
);

/** Weekdays and halves of the day of East Asia: `2026年11月14日(土) 午後3時5分`. And `г.` or `р.` between a year and a time. */
const withoutLocalWords = (text: string): string =>
  text
    .replace(/\s?\(?(?:星期[一二三四五六日天]|[日月火水木金土](?:曜日|(?=\)))|[일월화수목금토]요일)\)?/u, '')
    .replace(/(?:上午|午前|오전)\s?(\d{1,2}[:時时시][^]{1,12})$/u, '$1 am')
    .replace(/(?:下午|午後|오후)\s?(\d{1,2}[:時时시][^]{1,12})$/u, '$1 pm')
    .replace(
      /(\d{1,2})[時时시]\s?(\d{1,2})[分분]/u,
      (_, hour: string, minute: string) => `${hour}:${minute.padStart(2, '0')}`,
    )
    .replace(/(?<=\d{4}) ?[гр]\.,?(?=\s|$)/u, '');

const monthOf = (name: string): string => String(byMonth.get(folded(name)) ?? monthIn(name) ?? '');

type Parts = readonly (string | undefined)[];

function timeOf(
  year: string,
  month: string,
  day: string,
  [hour = '0', minute = '0', second = '0', half, , offset]: Parts,
): number {
  const date = new Date(Date.UTC(Number(year) + (year.length === 2 ? 2000 : 0), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return NaN;
  const hours = hourOf(Number(hour), half?.toLowerCase().replace(/[.\s]/g, ''));
  if (hours === null || Number(minute) > 59 || Number(second) > 59) return NaN;
  const local = date.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return local - offsetMs(offset);
}

/** @returns null when there is no such hour. */
export function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

function offsetMs(offset: string | undefined): number {
  if (offset === undefined || offset === '') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

/** Days of a spreadsheet (45975.4375) between 2005 and 2050. A whole number of five digits could be any count. */
const [firstDay, lastDay] = [38_353, 54_788];

/**
 * The moment of a number: seconds, milliseconds, micro- or nanoseconds since 1970, also as a program writes floats, a spreadsheet's
 * day, or `20261114`. Null: none.
 */
export function momentOfNumber(given: string): number | null {
  const text = /^\d{16,19}\.0+$|^\d(?:\.\d+)?e\+?1[58]$/i.test(given) ? BigInt(Number(given)).toString() : given;
  const compact = /^(20\d\d)(\d\d)(\d\d)$/.exec(text);
  if (compact) return timeOf(compact[1] ?? '', compact[2] ?? '', compact[3] ?? '', []);
  if (/^\d{16}$/.test(text)) return Math.floor(Number(text) / 1_000);
  if (/^\d{19}$/.test(text)) return Math.floor(Number(text) / 1_000_000);
  if (/^\d{9,11}(?:\.\d{1,9})?$/.test(text)) return Math.round(Number(text) * 1_000);
  if (/^\d{12,14}(?:\.0+)?$/.test(text)) return Number(text);
  // Milliseconds that a spreadsheet shows with a power of ten.
  if (/^\d(?:\.\d{4,12})?E\+?12$/i.test(text)) return Number(text);
  if (/^\d{5}(?:[.,]\d{1,12})?$/.test(text)) {
    const days = Number(text.replace(',', '.'));
    return days >= firstDay && days <= lastDay ? Math.round((days - 25_569) * 86_400) * 1_000 : null;
  }
  return null;
}
