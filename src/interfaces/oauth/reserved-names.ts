/** Names with which an application claims to be safe or official. Only the service says what it has verified. */
import { skeletonOf } from './homoglyphs';
import { lettersForDigits, withoutGaps } from './spelling';

/**
 * Beginnings of such words, in the languages of the consent page and in alphabets that names often use. Lower case without
 * accents.
 */
const claims = [
  ...[
    'verif',
    'offici',
    'certif',
    'trusted',
    'trustworthy',
    'genuine',
    'authentic',
    'approv',
    'endors',
    'authoris',
    'authoriz',
  ],
  ...[
    'offizi',
    'zertif',
    'gepruft',
    'bestatigt',
    'vertrauenswurdig',
    'autorisiert',
    'geverif',
    'goedgekeurd',
    'betrouwbaar',
  ],
  ...[
    'ufficial',
    'affidabil',
    'di fiducia',
    'oficial',
    'de confian',
    'autoriza',
    'oficj',
    'zweryfik',
    'zatwierdz',
    'zaufan',
  ],
  ...['potwierdzon', 'официал', 'проверен', 'подтвержд', 'одобрен', 'доверен'],
  ...[
    '公式',
    '認証',
    '承認',
    '認定',
    '信頼',
    '正規',
    '官方',
    '验证',
    '驗證',
    '认证',
    '信赖',
    '批准',
    '공식',
    '인증',
    '검증',
    '정품',
  ],
];

/** The same words as they look, for letters that have look-alikes. */
const looks = claims
  .filter((claim) => /^[a-z ]+$/.test(claim))
  .map((claim) => claim.split(' ').map(skeletonOf).join(' '));

/** Whether the name contains such a word, also with look-alike letters, digits for letters, or gaps. */
export function isReservedName(name: string): boolean {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  if (claims.some((claim) => bare.includes(claim) || name.includes(claim))) return true;
  const look = withoutGaps(lettersForDigits(name).split(/\s+/)).map(skeletonOf).join(' ');
  return looks.some((claim) => look.includes(claim));
}
