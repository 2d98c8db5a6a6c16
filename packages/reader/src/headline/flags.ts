/**
 * What a headline says about a person besides the job: looking for one, studying, retired, recruiting … Who of them is no lead
 * is for the eligibility rules and the customer profile to decide; here is only what was read, and in which words.
 */
import { fold } from '../text/fold';
import { piecesOf } from './pieces';
import { longestHeadline } from './tokens';
import { parseHeadline, type JobFacts } from './headline';
import { isAboutOtherJob, lineOf, tableOf } from './lists';
import { openingOf } from '../title/listed-title';
import { roleOf } from '../title/role';
import { ranks } from '../title/role-tables';
import { wordsOf } from '../text/words';

export const headlineFlagNames = [
  'jobSeeker',
  'hiring',
  'recruiter',
  'student',
  'aspiring',
  'interim',
  'freelance',
  'retired',
  'vendor',
  'volunteer',
  'former',
] as const;
export type HeadlineFlagName = (typeof headlineFlagNames)[number];

export interface HeadlineFlag {
  readonly flag: HeadlineFlagName;
  /** The words that say so, as written. */
  readonly words: string;
}

const phrases = tableOf('past', 'seek', 'hire', 'retired', 'recruiter', 'freelance', 'interim');
const flagOf: Readonly<Partial<Record<string, HeadlineFlagName>>> = {
  past: 'former',
  seek: 'jobSeeker',
  hire: 'hiring',
  retired: 'retired',
  recruiter: 'recruiter',
  freelance: 'freelance',
  interim: 'interim',
};
const hashtags: readonly (readonly [HeadlineFlagName, RegExp])[] = [
  [
    'jobSeeker',
    /#(?:open_?to_?work|opentonew\w{0,20}|looking_?for_?work|job_?seeker|jobsuche|arechercher?|busco\w{0,20}|cercolavoro)/i,
  ],
  ['hiring', /#(?:we_?are_?)?hiring\w{0,10}|#wirsuchen|#recrutement|#estamoscontratando/i],
  ['recruiter', /#recruiter\b/i],
  ['freelance', /#freelance\w{0,4}/i],
];

/** "I help founders raise", "Wir unterstützen KMU": who says so offers something to others. Tried on folded text. */
const offers =
  /^(?:(?:i|we) (?:help|support|enable|empower)|helping|supporting|enabling|empowering|(?:ich|wir) (?:helfe|helfen|unterstutze|unterstutzen|begleite|begleiten)|(?:j['’]|nous |on )(?:aide|aidons|accompagne|accompagnons)|ayud(?:o|amos|ando)|ajud(?:o|amos|ando)|aiut(?:o|iamo)|(?:ik|wij|we) (?:help|helpen)|(?:jag|vi) hjalper|(?:jeg|vi) (?:hjelper|hjaelper)|autan|autamme|pomag(?:am|amy)|pomah(?:am|ame)|ajut(?:am)?|segit(?:ek|unk)|допомага(?:ю|ємо|емо)|помога(?:ю|ем)|βοηθ(?:αω|ω|αμε|ουμε)|اساعد|نساعد|(?:אני )?עוזרת? ל|(?:אנחנו )?עוזרים ל|帮助|助力)(?![a-z])|支援し(?:ます|ています)|を応援|돕습니다|돕고|yardimci ol(?:uyorum|uyoruz)|yardim ediyor(?:um|uz)|madad kart[ai] h/u;

/**
 * Reads the flags of a headline: each at most once, with the first words that say so. At most 400 characters are read.
 * @param job what `parseHeadline` says of it, when that is known already.
 */
export function headlineFlags(
  headline: string | null | undefined,
  job: JobFacts = parseHeadline(headline),
): HeadlineFlag[] {
  if (headline === null || headline === undefined || headline === '') return [];
  const found = new Map<HeadlineFlagName, string>();
  const note = (flag: HeadlineFlagName, words: string) => {
    if (!found.has(flag)) found.set(flag, words);
  };
  const start = headline.slice(0, longestHeadline);
  for (const [flag, pattern] of hashtags) {
    const match = pattern.exec(start);
    if (match !== null) note(flag, match[0]);
  }
  for (const piece of piecesOf(start)) {
    for (const clause of piece.split(/,\s*/)) noteClause(clause, job.title, note);
  }
  // "Student, MSc Logistics, Lund": where no title is sure, the opening may say it.
  if (job.title === null && opensAsStudent(openingOf(start))) note('student', openingOf(start));
  if (job.title !== null && job.seniority === 'training') note('student', job.title);
  if (job.title !== null && job.seniority === 'unpaid') note('volunteer', job.title);
  return headlineFlagNames.flatMap((flag) => {
    const words = found.get(flag);
    return words === undefined ? [] : [{ flag, words }];
  });
}

/** Whether the words that open a headline say that somebody learns: "Student", neither "Former student" nor "Aspiring data scientist". */
const opensAsStudent = (opening: string): boolean =>
  roleOf(opening).seniority === 'training' &&
  ranks().at(wordsOf(opening), 0)?.row.kind !== 'aspire' &&
  !isAboutOtherJob(opening);

function noteClause(clause: string, title: string | null, note: (flag: HeadlineFlagName, words: string) => void): void {
  const line = lineOf(clause);
  for (let at = 0; at < line.tokens.length; at += 1) {
    const hit = phrases().at(line.tokens, at);
    const flag = hit === undefined ? undefined : flagOf[hit.row.kind];
    if (hit === undefined || flag === undefined) {
      const token = line.tokens[at];
      if (token?.runsOn !== true) continue;
      for (const { row, from, to } of phrases().partsOf(token.text)) {
        const named = to - from > 1 ? flagOf[row.kind] : undefined;
        if (named !== undefined && (named !== 'former' || from === 0))
          note(named, line.words[line.wordAt[at] ?? 0] ?? token.text);
      }
      continue;
    }
    const words = line.words.slice(line.wordAt[at], (line.wordAt[at + hit.length - 1] ?? 0) + 1).join(' ');
    if (says(flag, clause, at, line.tokens[at + hit.length]?.text)) note(flag, words);
  }
  if (roleOf(clause).aspiring) note('aspiring', clause);
  // "Supporting Nurse" is a title.
  if (offers.test(fold(clause)) && (title === null || !clause.includes(title))) note('vendor', clause);
}

/** "Former" begins what it speaks of; "acting" and "interim" stand beside a rank; a "hiring manager" does not advertise. */
function says(flag: HeadlineFlagName, clause: string, at: number, next: string | undefined): boolean {
  if (flag === 'former') return at === 0;
  if (flag === 'interim') return roleOf(clause).namesRank;
  if (flag === 'hiring') return next === undefined || !/^(?:manager|lead|director|coordinator|partner)/.test(next);
  return true;
}
