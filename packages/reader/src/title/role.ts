/** Rank and function of one title, read from the word tables. */
import type { JobFunction } from './function-words';
import { wordsOf, type Word } from '../text/words';
import { remembering } from '../text/remembering';
import { functions, isHelper, ranks, smallWords, tails, type FunctionRow, type RankRow } from './role-tables';
import { seniorities, type Seniority } from './title-words';

/** What a piece of text says about a job. */
export interface Role {
  readonly seniority: Seniority | null;
  readonly function: JobFunction | null;
  /** Names only something done beside a job: "Angel investor", "Board member". */
  readonly sideOnly: boolean;
  /** Every word of the text belongs to a known title, function, region or small word. */
  readonly wholly: boolean;
  /** A word of rank was read, even one without a level ("Product Owner"). */
  readonly namesRank: boolean;
  /** Wants to become what follows: "Aspiring VP". */
  readonly aspiring: boolean;
}

const rankOf = new Map(seniorities.map((level, rank) => [level, rank]));
const lowerable: ReadonlySet<Seniority> = new Set(['director', 'manager', 'senior', 'entry']);
/** Whose assistant is an administrator, whatever they run. */
const assisted: ReadonlySet<Seniority> = new Set(['owner', 'cxo', 'partner', 'vp', 'director', 'manager']);

/** A phrase found in a title: the words it covers, and where among them it begins. */
interface Hit<Row> {
  readonly at: number;
  readonly length: number;
  readonly row: Row;
}

/** Reads a title. Pure and quick: a few map look-ups per word. */
export const roleOf: (title: string) => Role = remembering(4_096, (title) => {
  const words = wordsOf(title);
  const whole = roleOfWords(words);
  // A word alone is one job, unless it runs on without spaces.
  const mayHoldTwo = (words.length > 1 || words[0]?.runsOn === true) && (runsAll(whole) || words.some(isLesser));
  return mayHoldTwo ? (withoutLesser(title, words, whole) ?? whole) : whole;
});

/**
 * What joins two jobs in the languages of the word lists: the marks, "and", and the letters for it that Arabic and Hebrew write onto
 * the next word. The slash of "Leiter/in" joins nothing.
 */
const joiningWords =
  'and|und|et|y|e|ed|en|och|og|ja|i|a|și|si|és|ve|та|і|й|и|και|dan|ir|un|và|aur|cum|sowie|plus|as well as|và|และ|اور|و|এবং';
/** Whether a word or mark joins two jobs. */
export const joinsJobs = (text: string): boolean => joiner.test(text);
const joiner = new RegExp(`^(?:[&+/＆＋]|${joiningWords})$`, 'iu');
const betweenJobs = new RegExp(
  `(?<!\\s)\\s*[&+＆＋・兼겸]\\s*|(?<!\\s)\\s*/\\s*(?!-?(?:in|innen|rice|trice|euse|e|a|r|er)(?!\\p{L}))|(?<!\\s)\\s+(?:${joiningWords})\\s+|(?<!\\s)\\s+(?:ו(?=[\u05d0-\u05ea]{3})|و(?=[\u0621-\u064a]{3}))`,
  'iu',
);

/** Runs the firm. */
const runsAll = ({ seniority }: Role): boolean => seniority === 'owner' || seniority === 'cxo';

/** Who prepares, assists or begins. */
const isLesser = (word: Word): boolean => isHelper(word) || isLow(word);

/** The same, of words that name a person: "Analytics" is a field. */
const isLow = (word: Word): boolean =>
  ranks().at([word], 0)?.row.kind === 'lower' ||
  tails().at([word], 0) !== undefined ||
  tails().endOf(word) !== undefined;

/** Marks that jobs stand between, where a title is read as one. */
const betweenMarks = /(?<!\s)\s*[,;|·•]\s*|(?<!\s)\s+[-–—]\s+/u;

/** A job named in a title. */
interface Job {
  readonly text: string;
  readonly role: Role;
  readonly decides: boolean;
  /** Holds a rank alone that runs everything: "Geschäftsführer", no "Konserndirektør Digital". */
  readonly runs: boolean;
  readonly lesser: boolean;
  readonly low: boolean;
  /** Somebody's assistant, whose rank is named: "Founder Assistant", "Assistant to the CEO". */
  readonly assists: boolean;
  /** The ranks that follow may be those of whom they assist: "Assistant to the CEO". */
  readonly assistsNext: boolean;
}

function jobOf(text: string): Job {
  const words = wordsOf(text);
  const hits = rankHits(words);
  const role = roleOfWords(words);
  const assistsNext = assistsAt(hits, words.length) < words.length;
  return {
    ...{ text, role, assistsNext, lesser: words.some(isLesser), low: words.some(isLow) },
    runs:
      runsAll(role) &&
      role.function === 'management' &&
      hits.reduce((sum, hit) => sum + hit.length, 0) === words.length,
    decides: role.seniority !== null && assisted.has(role.seniority),
    assists: assistsNext || tailOf(words, hits) !== null,
  };
}

/** The jobs of a title; one that names one alone is not read again. */
function jobsIn(title: string, between: RegExp): Job[] {
  const texts = title.split(between).filter((text) => text.trim() !== '');
  return texts.length > 1 ? texts.map(jobOf) : [];
}

/**
 * A title without the lower jobs named beside a higher one: "CFO & Company Secretary", "Owner / Dental Assistant", "COO, Company
 * Secretary". Null where there are none: the ranks of "Assistant to the CEO & CFO" and "CEO & Founder Assistant" are somebody else's.
 */
function withoutLesser(title: string, words: readonly Word[], whole: Role): Role | null {
  const joined = jobsIn(title, betweenJobs);
  const byMarks = joined.length > 1 ? [] : jobsIn(title, betweenMarks);
  if (joined.length + byMarks.length === 0) return null;
  const isCut = assistsAt(rankHits(words), words.length) < words.length;
  if (joined.length > 1) {
    const [first] = joined;
    // Before an assistant's job stands their own: "CEO & Assistant to the Chairman".
    const isOwn = first?.decides === true && !first.lesser;
    const assists = joined.some((job) => job.assists && !job.assistsNext);
    return assists || ((isCut || joined.some((job) => job.assistsNext)) && !isOwn)
      ? null
      : withoutLower(joined, whole, true);
  }
  if (isCut) return null;
  // "Geschäftsleitung, Assistenz" assists; a company secretary or a nurse is nobody's assistant.
  const isOwn =
    byMarks[0]?.decides === true && byMarks.every(({ lesser, low, role }) => (low ? hasField(role) : !lesser));
  return isOwn ? withoutLower(byMarks, whole, false) : null;
}

const decides = (job: Job): boolean => job.decides;
const hasField = (role: Role): boolean => role.function !== null && role.function !== 'administration';

/** @param joined by a word: beside somebody who runs the firm every job without a rank is a lower one ("Geschäftsführer und Buchhalter"). */
function withoutLower(jobs: readonly Job[], whole: Role, joined: boolean): Role | null {
  const runs = joined && jobs.some((job) => job.runs);
  const isLower = ({ lesser, assists, role }: Job) => lesser || assists || (runs && role.seniority === null);
  const main = jobs.filter((job) => job.decides || !isLower(job));
  if (main.length === jobs.length || !main.some(decides)) return null;
  const role = roleOfWords(wordsOf(main.map(({ text }) => text).join(' & ')));
  return { ...role, wholly: whole.wholly, namesRank: true };
}

/** The same for a title that is split into words already (`wordsOf`). */
export function roleOfWords(all: readonly Word[]): Role {
  const hits = rankHits(all);
  const end = assistsAt(hits, all.length);
  const tokens = end === all.length ? all : all.slice(0, end);
  const own = hits.filter((hit) => hit.at < end);
  const tail = tailOf(tokens, own);
  const known = new Uint8Array(tokens.length);
  const minor = new Uint8Array(tokens.length);
  let best: Seniority | null = null;
  let lowered: Seniority | null = null;
  let sideLevel: Seniority | null = null;
  let side = false;
  let namesRank = tail !== null;
  for (const { at, length, row } of own) {
    known.fill(1, at, at + length);
    if (row.kind === 'side') {
      side = true;
      minor.fill(1, at, at + length);
      sideLevel = higher(sideLevel, row.level);
      continue;
    }
    namesRank = true;
    if (row.kind === 'lower') lowered = higher(lowered, row.level);
    else if (tail === null) best = higher(best, row.level);
  }
  if (lowered !== null && (best === null || lowerable.has(best))) best = lowered;
  const first = own[0];
  const main = tail?.function ?? functionOf(tokens, minor, known, false);
  const sideOnly = side && best === null && main === null;
  // "Non-Executive Director & Mentor": the seat on a board says more than what else is done beside a job.
  const otherFunction = () => (sideLevel === null ? functionOf(tokens, minor, known, true) : 'management');
  // Of who owns it, other words say what the company does: "Majitel truhlářství".
  const runs = own.some(({ row }) => row.kind === 'runs');
  const owns =
    best === 'owner' &&
    (main === null || (runs && own.every(({ row }) => row.level === 'owner' || row.level === null)));
  // "Chef patron", "Primar": a listed trade of somebody who runs what they work in.
  const runsTrade = runs && main === 'other' && (best === 'owner' || best === 'cxo');
  return {
    seniority: sideOnly ? sideLevel : best,
    function: sideOnly ? otherFunction() : owns || runsTrade ? 'management' : main,
    sideOnly,
    wholly: tokens.length > 0 && tokens.every((token, at) => known[at] === 1 || isSmall(token)),
    namesRank: namesRank || side,
    aspiring: first?.row.kind === 'aspire' && first.at === 0 && all.length > first.length,
  };
}

/** All levels that a title names, for people who hold two at once: "Founder & CEO" is owner and cxo. */
export function topLevelsOf(title: string): ReadonlySet<Seniority> {
  const tokens = wordsOf(title);
  const hits = rankHits(tokens);
  const end = assistsAt(hits, tokens.length);
  const levels = new Set<Seniority>();
  for (const { at, row } of hits) {
    if (at < end && row.level !== null && row.kind !== 'side' && row.kind !== 'lower') levels.add(row.level);
  }
  return levels;
}

function rankHits(tokens: readonly Word[]): Hit<RankRow>[] {
  const hits: Hit<RankRow>[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = ranks().at(tokens, at);
    if (found !== undefined) {
      hits.push({ at, length: found.length, row: found.row });
      at += found.length;
      continue;
    }
    const token = tokens[at];
    if (token === undefined) break;
    if (token.text === 'md' && meaningOfMd(tokens) === 'management')
      hits.push({ at, length: 1, row: managingDirector });
    const row = token.text.length >= 6 ? ranks().endOf(token) : undefined;
    if (row !== undefined) hits.push({ at, length: 1, row });
    else if (token.runsOn) {
      for (const part of ranks().partsOf(token.text)) hits.push({ at, length: 1, row: part.row });
    }
    at += 1;
  }
  return hits;
}

const managingDirector: RankRow = { level: 'cxo', kind: 'runs' };

/** "MD" is a managing director, beside words for medicine a degree, and in Korean a merchandiser ("패션 MD"). */
function meaningOfMd(tokens: readonly Word[]): JobFunction {
  if (tokens.some(({ runsOn }) => runsOn)) return 'sales';
  return tokens.some((_, at) => functions().at(tokens, at)?.row.function === 'health') ? 'health' : 'management';
}

/** Where a title stops because the ranks behind belong to somebody else: "Assistant to the CEO". */
function assistsAt(hits: readonly Hit<RankRow>[], end: number): number {
  for (const [n, { at, length, row }] of hits.entries()) {
    if (row.kind === 'cut' && hits.slice(n + 1).some((later) => later.row.level !== null)) return at + length;
  }
  return end;
}

/** An assistant behind whom they assist: "CEO assistant", 总经理助理. What they do; null when it is no such title. */
function tailOf(
  tokens: readonly Word[],
  hits: readonly Hit<RankRow>[],
): { readonly function: JobFunction | null } | null {
  const last = tokens.length - 1;
  const token = tokens[last];
  if (token === undefined) return null;
  const parts = token.runsOn ? tails().partsOf(token.text) : [];
  const lastPart = parts[parts.length - 1];
  const grown = tails().endOf(token) !== undefined;
  if (!grown && lastPart?.to !== token.text.length && tails().at(tokens, last)?.length !== 1) return null;
  const before = hits.filter((hit) => (hit.at < last || lastPart !== undefined) && hit.row.kind !== 'lower');
  const whom = before.find((hit) => hit.row.level !== null && assisted.has(hit.row.level));
  return whom === undefined ? null : { function: 'administration' };
}

/** More than the strength of any phrase. */
const belowAll = 100;

/**
 * The function named most strongly, the first of equals; `other` where no function is. Marks the words it knows in `known`.
 */
function functionOf(
  tokens: readonly Word[],
  minor: Uint8Array,
  known: Uint8Array,
  readMinor: boolean,
): JobFunction | null {
  let best: JobFunction | null = null;
  let strongest = -Infinity;
  const take = (row: FunctionRow, at: number) => {
    if (row.function === null || (minor[at] !== 0 && !readMinor)) return;
    const named = tokens[at]?.runsOn === true ? row.strength : Math.floor(row.strength * 10) / 10;
    const strength = row.function === 'other' ? named - belowAll : named;
    if (strength <= strongest) return;
    best = row.function;
    strongest = strength;
  };
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at];
    if (token === undefined) break;
    const found = functions().at(tokens, at);
    if (token.text === 'md' && found?.length === 1) {
      known[at] = 1;
      take({ function: meaningOfMd(tokens), strength: 0 }, at);
      at += 1;
      continue;
    }
    if (found !== undefined && !(found.length === 1 && found.row.strength < 2 && isBareSmall(token.text, found.row))) {
      known.fill(1, at, at + found.length);
      take(found.row, at);
      at += found.length;
      continue;
    }
    const row = token.text.length >= 5 ? functions().endOf(token) : undefined;
    if (row !== undefined) {
      known[at] = 1;
      take(row, at);
    } else if (token.runsOn) {
      const parts = functions().partsOf(token.text);
      for (const part of parts) take(part.row, at);
      if (coversAll(token.text, parts)) known[at] = 1;
    }
    at += 1;
  }
  return best;
}

/** Whether every letter of a word without spaces belongs to a known part. */
function coversAll(token: string, parts: readonly { readonly from: number; readonly to: number }[]): boolean {
  const covered = new Uint8Array(token.length);
  for (const { from, to } of [...parts, ...ranks().partsOf(token), ...smallWords().partsOf(token)])
    covered.fill(1, from, to);
  return covered.every((value) => value === 1);
}

/** "Strategic" and "regional" say nothing, whatever stem of another language they begin with. */
function isBareSmall(token: string, row: FunctionRow): boolean {
  return row.function !== null && adjectives.test(token);
}
const adjectives =
  /^(?:strateg(?:ic|isk|isch|iczn|ick|ique|ico|ica|iai|inen)\p{L}{0,3}|strat[eé]giai|general|regional|стратег[иі]ч\p{L}{1,4}|stratejik)$/u;

/** Letters of a word that is still tried in two parts. */
const longestCompound = 60;

/** Whether a folded word is a word of titles, by itself or grown together of two such words. */
export function isKnownWord(word: string): boolean {
  if (functions().knows(word) || ranks().knows(word) || functions().atEnd(word) !== undefined) return true;
  if (word.length > longestCompound) return false;
  for (let at = 4; at <= word.length - 4; at += 1) {
    if (functions().knows(word.slice(0, at)) && functions().knows(word.slice(at))) return true;
  }
  return false;
}

function isSmall(token: Word): boolean {
  return smallWords().at([token], 0) !== undefined;
}

function higher(one: Seniority | null, other: Seniority | null): Seniority | null {
  if (one === null || other === null) return one ?? other;
  return (rankOf.get(one) ?? 0) <= (rankOf.get(other) ?? 0) ? one : other;
}
