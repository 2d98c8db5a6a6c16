/** Relative times as the network's pages show them, in the languages of its users: `2d`, `il y a 2 sem.`, `vor 3 Tagen`. */

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const [week, month, year] = [7 * day, 30 * day, 365 * day];

/**
 * Words for units, without marks and full stops, in lower case. A month counts 30 days, a year 365. A letter that means two units in
 * two languages (`h`, `d`) stands under the one of the network's English pages; one that is ambiguous without its language is left out.
 */
const units: readonly (readonly [number, string])[] = [
  [
    1_000,
    's sec secs second seconds sek sekunde sekunden seg segundo segundos seconde secondes secondo secondi sekund sekunder сек',
  ],
  [
    minute,
    'm min mins minute minutes minuten minuto minutos minuti minut minuty minuter minutter minuut мин минут минуты dk dakika 分 分钟 分鐘 分前 분',
  ],
  [
    hour,
    'h hr hrs hour hours std stunde stunden hora horas heure heures ora ore uur uren tim time timer timme timmar godz godzin godziny ч час часа часов saat sa 小时 小時 時間 시간 u',
  ],
  [
    day,
    'd day days tag tage tagen dia dias j jour jours giorno giorni gg dag dagen dagar dage dg dzien dni dn д дн день дня дней gun 天 日 일 hari',
  ],
  [
    week,
    'w wk wks week weeks woche wochen wo sem semana semanas semaine semaines sett settimana settimane weken v vecka veckor uke uker uge uger tyg tydz tydzien tygodnie tygodni нед неделя недели недель hf hafta 周 週 週間 주 minggu',
  ],
  [
    month,
    'mo mos month months monat monate monaten mon mes meses mois mese mesi maand maanden mnd man manad manader maned maneder mies miesiac miesiace miesiecy мес месяц месяца месяцев ay 个月 個月 か月 ヶ月 개월 bulan bln',
  ],
  [
    year,
    'y yr yrs year years jahr jahre jahren a ano anos an ans anno anni jaar jr ar rok lata lat г год года лет y yil 年 년 tahun',
  ],
];

/** Words for now, and for days that have no number. */
const named: readonly (readonly [number, string])[] = [
  [
    0,
    'now|just now|right now|jetzt|gerade eben|maintenant|a l.instant|ahora|agora|adesso|ora|nu|nyss|teraz|сейчас|simdi|刚刚|たった今|방금',
  ],
  [0, 'today|heute|aujourd.hui|hoy|hoje|oggi|vandaag|idag|i dag|dzisiaj|dzis|сегодня|bugun|今天|今日|오늘'],
  [day, 'yesterday|gestern|hier|ayer|ontem|ieri|gisteren|igar|i gar|wczoraj|вчера|dun|昨天|昨日|어제'],
];

/** Words around the number: before it, and after the unit. */
const around =
  /^(?:vor|il y a|hace|ha|fa|for|for omkring|sedan|hai|около|约|約|about|approx|ca)\s+|\s*(?:ago|her|atras|fa|geleden|sedan|siden|temu|назад|once|前|전|edited|bearbeitet|modifie|editado|modificato)$/g;

/** `an hour ago`, `vor einem Tag`, `il y a une heure`. */
const article = /^(?:an?|ein(?:e[mnr]?)?|une?|uno|una|um|uma|een|en|ett|et|one) /;

const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[•·()]/g, ' ')
    .replace(/\./g, '')
    .replace(/\s+/g, ' ')
    .trim();

const byWord = new Map(
  units.flatMap(([length, words]) => words.split(' ').map((word) => [folded(word), length] as const)),
);
const byName = named.map(([length, words]) => [length, new RegExp(`^(?:${words})$`)] as const);

/**
 * How long ago a relative time is, in ms.
 * @returns null for a text that is no relative time as a whole, or in a language that is not known.
 */
export function agoOf(text: string): number | null {
  if (text.length > 60) return null;
  let rest = folded(text);
  const name = byName.find(([, words]) => words.test(rest));
  if (name) return name[0];
  // Behind these words the letters are those of another language: a month in Spanish and French, a week in Norwegian.
  if (/^(?:hace|il y a|for) .*\d ?[mu]\b/.test(rest)) return null;
  // A word may stand on both sides, and "edited" after it.
  for (let n = 0; n < 3; n += 1) rest = rest.replace(around, '').trim();
  const match = /^(\d{1,4})\s?([^\d\s]{1,12})\+?$/u.exec(rest.replace(article, '1 '));
  const length = byWord.get(match?.[2] ?? '');
  return match && length !== undefined ? Number(match[1]) * length : null;
}
