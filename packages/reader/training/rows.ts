/** The labelled headlines that the model learns from, as ways through its states. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceOf } from '../src/headline/evidence';
import { Features, mostFeatures, stepTo } from '../src/headline/features';
import { labels, states } from '../src/headline/states';
import { isMark, readable, tokensIn, type Token } from '../src/headline/tokens';
import { repository } from '../../../scripts/database-server';

/** What a person read in a headline; several answers where several are sensible, null for none. */
export interface Row {
  readonly headline: string;
  readonly title: readonly (string | null)[];
  readonly company: readonly (string | null)[];
}

/** A headline as the model sees it. */
export interface Example {
  /** For each token its buckets. */
  readonly buckets: readonly Int32Array[];
  /** 1 for each token that is neither title nor company, whatever it looks like. */
  readonly barred: Uint8Array;
  /** For each token the kind of step that leads to it. */
  readonly steps: Uint8Array;
  readonly end: number;
  /** The ways through the states that are right: one for each accepted answer that stands in the headline. */
  readonly right: readonly Uint8Array[];
}

/** Sets of `test/judgement/headlines` that may be learned from. The others are for measuring. */
export const visible = [
  'tuning',
  'tuning-2',
  'tuning-3',
  'tuning-4',
  'tuning-W',
  'tuning-N',
  'tuning-E',
  'independent.visible',
  'third.visible',
  'fourth.visible',
  'fifth.visible',
  'eighth.visible',
  'ninth.visible',
  'tenth.visible',
  'eleventh.visible',
];

/** Sets to measure with. What stands in them, letter by letter, is not learned, wherever else it stands. */
export const heldOut = [
  'untouched',
  'independent.sealed',
  'third.sealed',
  'fourth.sealed',
  'fifth.sealed',
  'seventh.sealed',
  'tuning-6',
  'eighth.sealed',
  'ninth.sealed',
  'tenth.sealed',
  'twelfth.sealed',
  'thirteenth.sealed',
  'fourteenth.sealed',
  'fifteenth.sealed',
  'sixteenth.sealed',
  'eighteenth.sealed',
  'nineteenth.sealed',
  'twenty-first.sealed',
];

const judged = (name: string) => join(repository, 'test', 'judgement', 'headlines', `${name}.tsv`);
/** A headline by its letters. */
export const lettersOf = (headline: string): string =>
  headline
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const heldOutRows = (): Row[] => heldOut.flatMap((name) => rowsIn(judged(name)));

/** All rows that are learned from, in a fixed order, each headline once. */
export function rows(): Row[] {
  const folder = join(repository, 'packages', 'reader', 'training', 'headlines');
  const written = readdirSync(folder).filter((name) => name.endsWith('.tsv'));
  const files = [...visible.map(judged), ...written.sort().map((name) => join(folder, name))];
  const seen = new Set(heldOutRows().map(({ headline }) => lettersOf(headline)));
  return files.flatMap(rowsIn).filter(({ headline }) => {
    const letters = lettersOf(headline);
    if (seen.has(letters)) return false;
    seen.add(letters);
    return true;
  });
}

function rowsIn(file: string): Row[] {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line, n) => rowOf(line, `${file}:${n + 2}`));
}

const answersOf = (cell: string) => cell.split(' || ').map((answer) => (answer === 'null' ? null : answer));

function rowOf(line: string, where: string): Row {
  const [, headline = '', title = '', , , company = ''] = line.split('\t');
  if (headline === '' || title === '' || company === '') throw new Error(`${where}: not a labelled headline`);
  return { headline, title: answersOf(title), company: answersOf(company) };
}

/** @returns null when no accepted answer stands in the headline as it is cut into words */
export function exampleOf(row: Row): Example | null {
  const text = readable(row.headline);
  const tokens = tokensIn(text);
  const evidence = evidenceOf(tokens, text);
  const outside = [...evidence.barred];
  const right = waysOf(tokens, row).filter(
    (way) => !way.some((state, at) => outside[at] === 1 && states[state]?.label !== labels.outside),
  );
  if (right.length === 0 || tokens.length === 0) return null;
  const features = new Features(tokens, evidence);
  const found = new Int32Array(mostFeatures);
  const buckets = tokens.map((_, at) => found.slice(0, features.write(at, found)));
  const steps = Uint8Array.from(tokens, (_, at) => stepTo(at, tokens, evidence));
  return { buckets, barred: evidence.barred, steps, end: features.end, right };
}

/** SHA-256 of examples: of the rows, the word lists and the features alike. A model says by it of what it was learned. */
export function digestOf(examples: readonly Example[]): Buffer {
  const hash = createHash('sha256');
  for (const { buckets, barred, steps, end, right } of examples) {
    for (const list of [...buckets, barred, steps, ...right])
      hash.update(new Uint8Array(list.buffer, list.byteOffset, list.byteLength));
    hash.update(`${end};`);
  }
  return hash.digest();
}

type Span = readonly [first: number, last: number] | null;

/** More ways than this are no help: the same name in several places. */
const mostWays = 8;

function waysOf(tokens: readonly Token[], row: Row): Uint8Array[] {
  const ways = new Map<string, Uint8Array>();
  for (const title of spansOf(tokens, row.title)) {
    for (const company of spansOf(tokens, row.company)) {
      if (title !== null && company !== null && title[0] <= company[1] && company[0] <= title[1]) continue;
      if (ways.size < mostWays) ways.set(JSON.stringify([title, company]), wayOf(tokens.length, title, company));
    }
  }
  return [...ways.values()];
}

function spansOf(tokens: readonly Token[], answers: readonly (string | null)[]): Span[] {
  return answers.flatMap((answer) => (answer === null ? [null] : spansOfText(tokens, answer)));
}

/** Where the words of an answer stand; marks between them make no difference. */
function spansOfText(tokens: readonly Token[], answer: string): Span[] {
  const words = tokens.flatMap((token, at) => (isMark(token) ? [] : [{ text: wordsOfToken(token), at }]));
  const wanted = tokensIn(readable(answer)).flatMap((token) => (isMark(token) ? [] : [wordsOfToken(token)]));
  const found: Span[] = [];
  for (let from = 0; wanted.length > 0 && from + wanted.length <= words.length; from += 1) {
    const [first, last] = [words[from], words[from + wanted.length - 1]];
    if (first === undefined || last === undefined) break;
    if (wanted.every((text, n) => words[from + n]?.text === text)) found.push([first.at, last.at]);
  }
  return found;
}

function wordsOfToken({ form, text }: Token): string {
  return form.words.length === 0 ? text.toLowerCase() : form.words.map((word) => word.text).join(' ');
}

function wayOf(size: number, title: Span, company: Span): Uint8Array {
  const way = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) {
    const label = labelOf(at, title, labels.titleBegins) || labelOf(at, company, labels.companyBegins);
    const named = { title: title !== null && at >= title[0], company: company !== null && at >= company[0] };
    way[at] = states.findIndex(
      (state) => state.label === label && state.title === named.title && state.company === named.company,
    );
  }
  return way;
}

/** The label of a word of a span: `begins` for the first, the one behind it for others, 0 outside. */
function labelOf(at: number, span: Span, begins: number): number {
  if (span === null || at < span[0] || at > span[1]) return labels.outside;
  return at === span[0] ? begins : begins + 1;
}
