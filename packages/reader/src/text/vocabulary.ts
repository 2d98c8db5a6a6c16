/**
 * The words of titles and headlines, read from `vocabulary/*.tsv` once, when first asked for. What the columns mean, and where
 * the words come from, is in `vocabulary/README.md`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Pause } from './in-steps';
import { ownText, vocabularyPath } from './vocabulary-file';
import { jobFunctions, type JobFunction } from '../title/function-words';
import { seniorities, type Seniority } from '../title/title-words';

/** What a phrase is. */
export const wordKinds = [
  'runs',
  'rank',
  'cut',
  'tail',
  'lower',
  'aspire',
  'side',
  'none',
  'function',
  'weak',
  'small',
  'join',
  'past',
  'now',
  'seek',
  'hire',
  'slogan',
  'recruiter',
  'freelance',
  'interim',
  'retired',
  'org',
  'nation',
  'topic',
  'place',
  'form',
  'helper',
] as const;
export type WordKind = (typeof wordKinds)[number];

export interface WordRow {
  readonly language: string;
  readonly kind: WordKind;
  /** A seniority, a function, or a word of its kind; `-` where the kind says all. */
  readonly value: string;
  /** `word`: whole words. `stem`: words that begin so. `end`: the end of a compound. */
  readonly form: 'word' | 'stem' | 'end';
  readonly phrase: string;
}

const folderName = 'vocabulary';

/** English and what several languages share first: where languages differ in a word, the first listing stays. */
const firstLanguages = ['base', 'en', 'de', 'fr', 'es'];
/** Listed later, and shorter: of the words that they share with others these keep what they had. */
const lastLanguages = ['bg', 'bn', 'ca', 'et', 'fa', 'hr', 'id', 'lt', 'lv', 'ms', 'sk', 'sl', 'sr', 'th', 'ur', 'vi'];

/** The rows of one language after the other. */
function* languagesInTurn(): Generator<WordRow[], void> {
  const path = dirname(vocabularyPath('en.tsv'));
  const languages = readdirSync(path)
    .filter((name) => name.endsWith('.tsv'))
    .map((name) => name.slice(0, -'.tsv'.length))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  for (const language of languages) {
    const [, ...lines] = readFileSync(join(path, `${language}.tsv`), 'utf8').split('\n');
    yield lines.filter((line) => line !== '').map((line, n) => rowOf(language, line, n + 2));
  }
}

const kindByName: ReadonlyMap<string, WordKind> = new Map(wordKinds.map((kind) => [kind, kind]));

function placeOf(language: string): number {
  const at = firstLanguages.indexOf(language);
  if (at >= 0) return at;
  return firstLanguages.length + (lastLanguages.includes(language) ? 1 : 0);
}

function rowOf(language: string, line: string, number: number): WordRow {
  const [name = '', value = '', form = '', phrase = ''] = line.split('\t');
  const kind = kindByName.get(name);
  if (kind === undefined || phrase === '' || (form !== 'word' && form !== 'stem' && form !== 'end')) {
    throw new Error(`${folderName}/${language}.tsv:${number}: not a row of the word lists: ${line}`);
  }
  return { language, kind, value, form, phrase: ownText(phrase) };
}

/** A row's seniority; null for `none`. @throws Error for a word that is no level */
export function levelOf(row: WordRow): Seniority | null {
  if (row.value === 'none' || row.value === '-') return null;
  const level = seniorities.find((name) => name === row.value);
  if (level === undefined) throw new Error(`${folderName}/${row.language}.tsv: "${row.value}" is no seniority`);
  return level;
}

/** A row's function; null for `none`. @throws Error for a word that is no function */
export function functionOfRow(row: WordRow): JobFunction | null {
  if (row.value === 'none' || row.value === '-') return null;
  const found = jobFunctions.find((name) => name === row.value);
  if (found === undefined) throw new Error(`${folderName}/${row.language}.tsv: "${row.value}" is no function`);
  return found;
}

/** All rows, in the order in which they take precedence. Read each time: tables keep what they need of them. */
export const wordRows = (): readonly WordRow[] => [...languagesInTurn()].flat();

/** Rows of some kinds, in their order. */
export type RowsOf = (...kinds: readonly WordKind[]) => readonly WordRow[];

/** What is to be made of the lists when they are read next. */
const waiting: ((rowsOf: RowsOf) => Generator<void, void>)[] = [];
/** The reading that goes on. */
let reading: Generator<void, void> | undefined;

/**
 * A value that is made of the word lists when one is first asked for. The lists are read once for all of them, and not kept: as rows
 * they are several times the size of the tables.
 * @param make yields after each step. It must not ask for another such value.
 */
export function fromWordLists<Value extends object>(make: (rowsOf: RowsOf) => Generator<void, Value>): () => Value {
  let made: Value | undefined;
  waiting.push(function* (rowsOf) {
    made = yield* make(rowsOf);
  });
  return () => {
    if (made === undefined) makeAllNow();
    if (made === undefined) throw new Error('a value of the word lists was asked for while it is made');
    return made;
  };
}

/** Makes all values that wait for the lists. */
export async function prepareWordLists(pause: Pause): Promise<void> {
  while (waiting.length > 0) {
    step();
    const wait = pause();
    if (wait) await wait;
  }
}

/** All of them: left halfway, the reading would keep the rows. */
function makeAllNow(): void {
  while (waiting.length > 0) step();
}

function step(): void {
  reading ??= makeAll();
  try {
    if (reading.next().done === true) reading = undefined;
  } catch (error) {
    reading = undefined;
    throw error;
  }
}

function* makeAll(): Generator<void, void> {
  const byKind = new Map<WordKind, WordRow[]>(wordKinds.map((kind) => [kind, []]));
  const rows: WordRow[] = [];
  for (const some of languagesInTurn()) {
    rows.push(...some);
    for (const row of some) byKind.get(row.kind)?.push(row);
    yield;
  }
  const rowsOf: RowsOf = (...kinds) => {
    const [only, ...more] = kinds;
    if (only !== undefined && more.length === 0) return byKind.get(only) ?? [];
    const wanted = new Set(kinds);
    return rows.filter((row) => wanted.has(row.kind));
  };
  for (;;) {
    const [make] = waiting;
    if (make === undefined) return;
    yield* make(rowsOf);
    waiting.shift();
  }
}

/** Rows that a table takes in one step: some milliseconds. */
const rowsAtOnce = 250;

/** Gives each row to `take`, in steps. */
export function* takeEach(rows: readonly WordRow[], take: (row: WordRow) => void): Generator<void, void> {
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (row !== undefined) take(row);
    if (at % rowsAtOnce === rowsAtOnce - 1) yield;
  }
}
