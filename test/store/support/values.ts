/** Few values of each kind, so that ties and collisions are common, and the hard ones among them. */

export const day = 86_400_000;
export const start = Date.UTC(2026, 8, 1);

/** Moments around the ends of two days, one apart, and one far away. */
export const moments = [
  start,
  start + day - 1,
  start + day,
  start + day + 1,
  start + day + 45_296_123,
  start + 2 * day - 1,
  start + 40 * day,
] as const;

/** A word longer than a search term may be, and one beyond the basic plane. */
const long = 'donaudampfschifffahrtselektrizitatenhauptbetriebswerkbauunterbeamtengesellschaft';
const astral = [...Array<string>(45).keys()].map((at) => String.fromCodePoint(0x20000 + (at % 7))).join('');

export const names = [
  'Zoë Müller',
  'zoe muller',
  'ZOE  MÜLLER',
  'José Álvarez',
  'Jose Alvarez',
  "Aoife O'Brien",
  '"Quoted" Q',
  '100% Pure',
  'under_score',
  'underXscore',
  'bang! bang',
  'back\\slash',
  'Łukasz Żółć',
  'Weiß Straße',
  'Weiss Strasse',
  'İpek Işık',
  '李小龍',
  '王',
  '😀 Smile',
  '😀',
  '김철수',
  'x',
  '',
  `Dr ${long}`,
  astral,
] as const;

export const comments = ['How?', 'Wie geht das bei Zoë?', 'GROWTH  is 100% müde', 'Pricing_please', '王 问'] as const;

export const companies = [
  'Acme, Inc.',
  'ACME, inc.',
  'Nörd & Søn',
  'Nord & Son',
  '100% Pure_Foods',
  '100X PureXFoods',
  'Globex',
  'Global Exports',
  '株式会社テスト',
  'a',
  'b!c',
  `${long} GmbH`,
] as const;

export const headlines = [
  'VP Sales at Acme, Inc.',
  'vp SALES @ Globex',
  'Head of Growth | Angel 🚀🚀',
  'C++ & C# engineer, 50%_off',
  'Über-Chef für Öl',
  'Uber chef fur Ol',
  '営業部長',
  'Speaker — author / dreamer',
  'Speaker   author',
  '!',
  long.toUpperCase(),
  '营销总监 销售VP数据平台',
  'ผู้จัดการฝ่ายขาย Bangkok',
  // More than the index takes of one person.
  `ACME ${Array.from({ length: 66 }, (_, n) => `s${n}`).join(' ')}`,
  Array.from({ length: 70 }, (_, n) => String.fromCodePoint(0x5000 + n)).join(''),
] as const;

export const labels = ['Voices', 'VOICES', 'Übersee', 'ubersee', '50%_off', 'x'] as const;
export const industries = [
  'Software Development',
  'software  development',
  'Ölförderung',
  'OLFORDERUNG',
  'Food & %_!\\',
] as const;

export const scores = [0, 39, 40, 60, 61, 75, 100] as const;
