/** What the word lists say about each word of a headline, and about the parts between its marks. */
import { isBrand } from './brands';
import { jobFunctions } from '../title/function-words';
import { isPlace } from './place';
import { organisationWords, joins as joiners, jobSituations, subjects, withinNames, type ListedWord } from './lists';
import type { PhraseTable } from '../text/phrases';
import { functions, ranks, smallWords, tails, type FunctionRow, type RankRow } from '../title/role-tables';
import { seniorities } from '../title/title-words';
import type { WordKind } from '../text/vocabulary';
import type { Word } from '../text/words';
import { isCased, isIdeograph, isOpening, isWholeWord, endsRemark, type Token } from './tokens';

/** For each token a code of every family, 0 where the lists say nothing. */
export interface Evidence {
  /** A word of rank: `rankCode`. */
  readonly rank: Uint8Array;
  /** A word for what somebody works on: `jobCode`. */
  readonly job: Uint8Array;
  /** A word that joins, or says nothing by itself: `joinCodes`. */
  readonly join: Uint8Array;
  /** A word that organisations are called by: `houseCode`. */
  readonly house: Uint8Array;
  /** A word for a job of the past, sought, offered or resting, or for now. */
  readonly state: Uint8Array;
  /** A topic, a tool or a place. */
  readonly other: Uint8Array;
  /** 1 for what belongs to no job of now (`barOut`). */
  readonly barred: Uint8Array;
  /** Bits: 1 a listed phrase of rank or work begins here, 2 one ends here; 4 one of a house begins here, 8 ends here. */
  readonly edge: Uint8Array;
  /** 1: a listed name of an organisation begins here; 2: it goes on. */
  readonly brand: Uint8Array;
  /** All families but edge and brand in one number, with less detail. */
  readonly kind: Int32Array;
  /** The part of the headline a token belongs to; -1 for a mark between parts. */
  readonly part: Int16Array;
  readonly parts: readonly PartEvidence[];
}

/** A run of words between two marks. */
export interface PartEvidence {
  /** Its first token, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** What it holds, in one number. */
  readonly kind: number;
  readonly hasRank: boolean;
  readonly hasJob: boolean;
}

/** Codes of `join`. */
export const joinCodes = { strong: 1, strict: 2, withinNames: 3, small: 4, tail: 5 } as const;

const levelCodes = new Map(seniorities.map((level, n) => [level, n + 4]));
const rankWithoutLevel = levelCodes.size + 4;
const jobCodes = new Map(jobFunctions.map((name, n) => [name, n + 2]));
const stateCodes: ReadonlyMap<WordKind, number> = new Map<WordKind, number>([
  ['past', 1],
  ['seek', 2],
  ['hire', 3],
  ['slogan', 4],
  ['retired', 5],
  ['now', 6],
]);

/** 1 to 3: words beside a rank (done beside a job, somebody else's, wished for); from 4 ranks. */
function rankCode({ kind, level }: RankRow): number {
  if (kind === 'none') return 0;
  if (kind === 'side') return 1;
  if (kind === 'cut') return 2;
  if (kind === 'aspire') return aspires;
  return level === null ? rankWithoutLevel : (levelCodes.get(level) ?? rankWithoutLevel);
}
export const firstRank = 4;
const aspires = 3;

/** 1: a weak word; from 2 a function. */
function jobCode(row: FunctionRow): number {
  if (row.function === null) return 0;
  return row.strength < 0.4 ? 1 : (jobCodes.get(row.function) ?? 1);
}

/** The code of a public body in `house`; those above it attest a name too. */
export const bodyCode = 2;
/** 1 a company, 2 a public body, 3 a legal form, 4 a country in front of one. */
function houseCode({ kind, value }: ListedWord): number {
  if (kind === 'form') return 3;
  return kind === 'nation' ? 4 : value === 'body' ? bodyCode : 1;
}
const joinCode = ({ value }: ListedWord): number => (value === 'strong' ? joinCodes.strong : joinCodes.strict);
const stateCode = ({ kind }: ListedWord): number => stateCodes.get(kind) ?? 0;
/** The code of a place in `other`. */
export const placeCode = 3;
const otherCode = ({ kind, value }: ListedWord): number => (kind === 'place' ? placeCode : value === 'tool' ? 2 : 1);

/** Reads the word lists for the tokens of a text. */
export function evidenceOf(tokens: readonly Token[], text: string): Evidence {
  const size = tokens.length;
  const parts: PartEvidence[] = [];
  const evidence = {
    rank: new Uint8Array(size),
    job: new Uint8Array(size),
    join: new Uint8Array(size),
    house: new Uint8Array(size),
    state: new Uint8Array(size),
    other: new Uint8Array(size),
    barred: new Uint8Array(size),
    edge: new Uint8Array(size),
    brand: new Uint8Array(size),
    kind: new Int32Array(size),
    part: new Int16Array(size).fill(-1),
    parts,
  };
  for (let from = 0; from < size;) {
    let to = from;
    while (to < size && tokens[to]?.form.divides === false) to += 1;
    if (to > from) {
      evidence.part.fill(parts.length, from, to);
      readPart(evidence, tokens, from, to);
      readBrands(evidence.brand, tokens, text, from, to);
      parts.push(summaryOf(evidence, from, to));
    }
    from = to + 1;
  }
  barOut(evidence, tokens);
  return evidence;
}

const past = stateCodes.get('past');
const now = stateCodes.get('now');
const retired = stateCodes.get('retired');
/** Behind a word for a job of the past, for one that is sought or offered, or for retirement. */
const bars: ReadonlySet<number | undefined> = new Set(
  (['past', 'seek', 'hire', 'retired'] as const).map((kind) => stateCodes.get(kind)),
);

/**
 * "Former CEO at Acme", "looking for a role as", "Aspiring VP": whatever stands behind such words, up to the next bar, dash or full
 * stop or a word for now, is neither title nor company of today.
 */
function barOut({ state, rank, barred, part, parts }: Evidence, tokens: readonly Token[]): void {
  let out = false;
  tokens.forEach((token, at) => {
    const from = parts[part[at] ?? -1]?.from ?? at;
    if (endsRemark(token, tokens[at - 1]) || state[at] === now) out = false;
    else if (at > from && state[at] === past && saidBehind.has(token.form.words[0]?.text ?? ''))
      barred.fill(1, from, at + 1);
    else if (isNote(tokens, at) && (state[at] === past || state[at] === retired))
      barred.fill(1, parts[part[at - 2] ?? -1]?.from ?? at, at + 1);
    else if ((bars.has(state[at]) || rank[at] === aspires) && !isHashtag(tokens, at)) out = true;
    if (out) barred[at] = 1;
  });
}

/** A word by itself in brackets: "Major (Retd)", "Major (ret.)"; not "(ent. Attendo)". */
const isNote = (tokens: readonly Token[], at: number): boolean => {
  const [opening, word, next] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (opening === undefined || !isOpening(opening)) return false;
  const behind = next?.text === '.' ? tokens[at + 2] : next;
  return word?.form.words.length === 1 && behind?.form.divides === true;
};

/** Words for the past that stand behind what they speak of: מנכ"ל לשעבר, مدير سابق, "삼성 출신". */
const saidBehind: ReadonlySet<string> = new Set(['לשעבר', 'שעבר', 'בעבר', 'سابق', 'سابقا', 'سابقه', '출신', 'retd']);

const isHashtag = (tokens: readonly Token[], at: number) => tokens[at - 1]?.text === '#';

function readPart(evidence: Evidence, tokens: readonly Token[], from: number, to: number): void {
  const words: Word[] = [];
  const tokenAt: number[] = [];
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    // Letters without spaces are looked through as a run.
    if (token === undefined || isIdeograph(token)) continue;
    for (const word of token.form.words) {
      words.push(word);
      tokenAt.push(at);
    }
  }
  const runs = runsOf(tokens, from, to);
  const work = { bits: evidence.edge, begins: 1 };
  const read = <Row extends object | true>(
    table: PhraseTable<Row>,
    codes: Uint8Array,
    codeOf: (row: Row) => number,
    edge: Edge | null = null,
    shortest = 1,
  ) => {
    cover(table, words, tokenAt, codes, codeOf, edge);
    for (const run of runs) coverRun(table, run, codes, codeOf, edge, shortest);
  };
  read(ranks(), evidence.rank, rankCode, work);
  read(functions(), evidence.job, jobCode, work);
  read(joiners(), evidence.join, joinCode);
  read(organisationWords(), evidence.house, houseCode, { bits: evidence.edge, begins: 4 });
  // 前 and 전 by themselves are in too many words.
  read(jobSituations(), evidence.state, stateCode, null, 2);
  read(subjects(), evidence.other, otherCode);
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (evidence.join[at] === 0) evidence.join[at] = smallCode(token);
    if (evidence.other[at] === 0 && token.text.length > 2 && isCased(token) && isPlace(token.text)) {
      evidence.other[at] = placeCode;
    }
    evidence.kind[at] = kindOf(evidence, at);
  }
}

function smallCode({ form: { words } }: Token): number {
  const [word] = words;
  if (word === undefined || words.length > 1) return 0;
  if (withinNames.has(word.text)) return joinCodes.withinNames;
  if (smallWords().at(words, 0) !== undefined) return joinCodes.small;
  return tails().at(words, 0) !== undefined || tails().endOf(word) !== undefined ? joinCodes.tail : 0;
}

function kindOf(e: Evidence, at: number): number {
  const rank = Math.min(e.rank[at] ?? 0, firstRank);
  const job = Math.min(e.job[at] ?? 0, 2);
  const withHouse = ((rank * 3 + job) * 6 + (e.join[at] ?? 0)) * 5 + (e.house[at] ?? 0);
  return (withHouse * 7 + (e.state[at] ?? 0)) * 4 + (e.other[at] ?? 0);
}

/** Where the ends of phrases are noted, and the bit of a first word. */
interface Edge {
  readonly bits: Uint8Array;
  readonly begins: number;
}

/** Endings of compounds are looked for in words of at least so many letters. */
const shortestCompound = 5;

/** Writes a code on every token that a phrase of the table covers. */
function cover<Row extends object | true>(
  table: PhraseTable<Row>,
  words: readonly Word[],
  tokenAt: readonly number[],
  codes: Uint8Array,
  codeOf: (row: Row) => number,
  edge: Edge | null,
): void {
  for (let at = 0; at < words.length;) {
    const found = table.at(words, at);
    if (found !== undefined) {
      write(codes, edge, tokenAt[at] ?? 0, tokenAt[at + found.length - 1] ?? 0, codeOf(found.row));
      at += found.length;
      continue;
    }
    const word = words[at];
    const row = word !== undefined && word.text.length >= shortestCompound ? table.endOf(word) : undefined;
    const token = tokenAt[at] ?? 0;
    if (row !== undefined) codes[token] = codeOf(row);
    at += 1;
  }
}

function write(codes: Uint8Array, edge: Edge | null, first: number, last: number, code: number): void {
  codes.fill(code, first, last + 1);
  if (edge === null || code === 0) return;
  edge.bits[first] = (edge.bits[first] ?? 0) | edge.begins;
  edge.bits[last] = (edge.bits[last] ?? 0) | (edge.begins * 2);
}

/** Letters written without spaces, one token each, or a word of Katakana or Korean letters, which is one token. */
interface Run {
  readonly at: number;
  readonly text: string;
  readonly oneToken: boolean;
}

function runsOf(tokens: readonly Token[], from: number, to: number): Run[] {
  const runs: Run[] = [];
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token === undefined) continue;
    if (isWholeWord(token)) runs.push({ at, text: token.form.words[0]?.text ?? '', oneToken: true });
    if (!isIdeograph(token)) continue;
    const start = at;
    let text = token.text;
    for (let next = tokens[at + 1]; at + 1 < to && next !== undefined && isIdeograph(next); next = tokens[at + 1]) {
      text += next.text;
      at += 1;
    }
    runs.push({ at: start, text, oneToken: false });
  }
  return runs;
}

/** The same for phrases of at least so many letters inside a run; of a word the last one says what it is. */
function coverRun<Row extends object | true>(
  table: PhraseTable<Row>,
  run: Run,
  codes: Uint8Array,
  codeOf: (row: Row) => number,
  edge: Edge | null,
  shortest: number,
): void {
  const found = table.partsOf(run.text).filter(({ from, to }) => to - from >= shortest);
  if (run.oneToken) {
    const last = found[found.length - 1];
    if (last !== undefined && codes[run.at] === 0) codes[run.at] = codeOf(last.row);
    return;
  }
  for (const { row, from, to } of found) write(codes, edge, run.at + from, run.at + to - 1, codeOf(row));
}

/** Tokens of the longest listed name that is looked for. */
const longestBrand = 4;

function readBrands(brand: Uint8Array, tokens: readonly Token[], text: string, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const first = tokens[at];
    if (first === undefined || !isCased(first)) continue;
    for (let end = Math.min(to, at + longestBrand); end > at; end -= 1) {
      if (!isBrand(text.slice(first.from, tokens[end - 1]?.to))) continue;
      brand.fill(2, at, end);
      brand[at] = 1;
      at = end - 1;
      break;
    }
  }
}

function summaryOf(e: Evidence, from: number, to: number): PartEvidence {
  let [rank, job, house, state, joined] = [0, 0, 0, 0, 0];
  let [known, topic] = [1, 1];
  for (let at = from; at < to; at += 1) {
    const rankHere = e.rank[at] ?? 0;
    const jobHere = e.job[at] ?? 0;
    const houseHere = e.house[at] ?? 0;
    if (rankHere >= firstRank) rank = 1;
    else if (rankHere > 0 && rank === 0) rank = 2;
    if (jobHere > 0) job = Math.max(job, Math.min(jobHere, 2));
    if (houseHere < 4) house = Math.max(house, houseHere);
    if (rankHere === 0 && jobHere === 0 && e.join[at] === 0) known = 0;
    if (e.other[at] === 0) topic = 0;
    if (state === 0) state = e.state[at] ?? 0;
    if (e.join[at] === joinCodes.strong) joined = 1;
  }
  const words = ((rank * 3 + job) * 4 + house) * 4 + known * 2 + topic;
  const whole = e.brand[from] === 1 && !e.brand.subarray(from + 1, to).some((code) => code !== 2) ? 1 : 0;
  return { from, to, kind: ((words * 7 + state) * 2 + joined) * 2 + whole, hasRank: rank === 1, hasJob: job === 2 };
}
