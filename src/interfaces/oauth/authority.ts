/** Names with which an application pretends to be the operator of the service or workspace: administrators, IT, support. */
import { skeletonOf } from './homoglyphs';
import { lettersForDigits, withoutGaps } from './spelling';

/** Beginnings and ends of words that claim this anywhere in a name. Lower case without accents. */
const administrators = [
  ...[
    'admin',
    'admins',
    'sysadmin',
    'administrat',
    'administrad',
    'amministra',
    'beheerder',
    'helpdesk',
    'servicedesk',
    'systemverwaltung',
    'webmaster',
    'informationtechnology',
    'workspaceowner',
  ],
  ...['администр', 'админ', 'διαχειριστ', 'מנהל', 'مسؤول', 'مشرف', 'yonetici', 'yllapito', 'quantrivien'],
  ...['管理者', '管理员', '管理員', '관리자', 'ヘルプデスク', '情報システム', 'ผู้ดูแล'],
];

/** Words that claim this at the beginning or the end of a name. */
const helpers = [
  ...['support', 'soporte', 'suporte', 'supporto', 'assistenza', 'kundendienst', 'ondersteuning', 'wsparcie'],
  ...['kundenservice', 'kundensupport', 'destek', 'поддержк', 'תמיכה', 'الدعم', '고객센터'],
  ...['サポート', '客服', '고객지원'],
];

/** Words that may follow such a word: `Acme Support Team`. */
const followers = [
  ...[
    'team',
    'teams',
    'desk',
    'center',
    'centre',
    'department',
    'dept',
    'group',
    'staff',
    'office',
    'service',
    'services',
  ],
  ...['abteilung', 'dienst', 'equipo', 'equipe'],
];

/** These count only behind another word or with one of `followers` after them: `Acme Security`, not `Security Camera`. */
const departments = ['security', 'infosec', 'compliance', 'help'];

const looks = (words: readonly string[]) => words.map((word) => skeletonOf(word) || word);
const [administratorLooks, helperLooks, followerLooks, departmentLooks] = [
  looks(administrators),
  looks(helpers),
  looks(followers),
  looks(departments),
];
const it = skeletonOf('it');

/** The words of a name as they look, including words joined by capitals or signs. */
export function wordLooks(name: string): readonly string[] {
  return withoutGaps(name.split(/[^\p{L}\p{N}\p{M}.]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean)).flatMap((word) => {
    // `I.T.` is one word, `Acme.Support` is two.
    const parts = /^(?:\p{L}\.)+\p{L}?$/u.test(word) ? [word] : word.split('.');
    return parts.map((part) => skeletonOf(part)).filter(Boolean);
  });
}

/** A number or version on its own: nobody reads `1.17` as IT. A single digit may stand for a letter of a spaced word. */
const numbers = /(?<![\p{L}\p{N}.])\d(?:\.?\d)+(?![\p{L}\p{N}])/gu;

/** Whether the name makes such a claim, also with look-alike letters, digits for letters, or gaps. */
export function posesAsAuthority(name: string): boolean {
  const bare = name
    .normalize('NFKC')
    .replace(/\([^()]*\)\s*$/u, '')
    .replace(numbers, ' ');
  return [bare, lettersForDigits(bare)].some((text) => posing(wordLooks(text))) || saysIt(name);
}

function posing(words: readonly string[]): boolean {
  const whole = words.join('');
  if (
    administratorLooks.some((word) =>
      words.some((one) => one === word || ((word.length > 4 || !isLatin(word)) && fits(one, word))),
    )
  ) {
    return true;
  }
  if (administratorLooks.some((word) => word.length > 7 && whole.includes(word))) return true;
  let end = words.length;
  while (end > 1 && isFollower(words[end - 1] ?? '')) end -= 1;
  const last = words[end - 1] ?? '';
  const lastTwo = words.slice(Math.max(0, end - 2), end).join('');
  if (words.length > 1 && departmentLooks.some((word) => word === last || word === lastTwo)) return true;
  return last === it || helperLooks.some((word) => fits(last, word) || words[0] === word);
}

const isLatin = (word: string) => /^[a-z]/.test(word);
/** Scripts without spaces have such a word anywhere in a longer one. */
const fits = (one: string, word: string) =>
  one.startsWith(word) || one.endsWith(word) || (!isLatin(word) && one.includes(word));
const isFollower = (word: string) => followerLooks.includes(word) || /^[\dlo]{1,3}$/.test(word);

/** `IT` in capitals means the department anywhere in a name; `it` only at the end. */
const saysIt = (name: string) => /(?<![\p{L}\p{N}])I\.?T\.?(?![\p{L}\p{N}])/u.test(name.normalize('NFKC'));
