/** The word tables of `role.ts`: which phrases name a rank, which a function, and how strongly. */
import type { JobFunction } from './function-words';
import { PhraseTable } from '../text/phrases';
import type { Seniority } from './title-words';
import type { Word } from '../text/words';
import { fromWordLists, functionOfRow, levelOf, takeEach, type WordKind, type WordRow } from '../text/vocabulary';

export interface RankRow {
  readonly level: Seniority | null;
  /** `cut`: a rank that follows is somebody else's. `lower`: wins over lesser ranks. `side`: done beside a job. */
  readonly kind: WordKind;
}

export interface FunctionRow {
  readonly function: JobFunction | null;
  /** The strongest of a title wins; longer phrases are stronger. 0 counts only when nothing else is named. */
  readonly strength: number;
}

function* fill<Row extends object | true>(
  table: PhraseTable<Row>,
  rows: readonly WordRow[],
  of: (row: WordRow) => Row,
): Generator<void, PhraseTable<Row>> {
  yield* takeEach(rows, (row) => {
    if (row.form === 'end') table.addEnding(row.phrase, of(row));
    else table.add(row.phrase, of(row));
  });
  return table;
}

/** Nouns for people: a person who sells as an engineer sells, an assistant in marketing works in marketing. */
const peopleOf: Partial<Record<JobFunction, number>> = { administration: 0.5, consulting: 0.6, education: 0.7 };
const engineers =
  /^(?:engineer$|developer|ing[eé]ni|ingenj|ingegner|engenheir|in[zż]yn|in[zž]en|insin|mühendis|mérnök|інженер|инженер|μηχανικ|エンジニア|工程师|工程師|엔지니어|مهندس|מהנדס|architekt|architect|techni[ck]|teknik|tekniker|técnic|tecnic|analyst$|analist|analytik|analitik|аналітик|аналитик|analitik)/i;

/** A project is one of something: "Chef de projet marketing" works in marketing. */
const projects = /proje[ckt]|projet|progett|proyect|proiect|проект|проєкт|έργ|πρόγραμ/i;

function strengthOf(row: WordRow, named: JobFunction | null): number {
  if (named === 'operations' && projects.test(row.phrase)) return 0.1;
  if (row.phrase.includes(' ') && !/[\u3040-\u9fff\uac00-\ud7a3]/.test(row.phrase)) return row.phrase.split(' ').length;
  const people = engineers.test(row.phrase) ? 0.8 : 1;
  return (named === null ? 1 : (peopleOf[named] ?? people)) + row.phrase.length / 1000;
}

/** Remembers what is made for a key: thousands of phrases say the same, and share it. */
function shared<Row extends object>(): (key: string, make: () => Row) => Row {
  const made = new Map<string, Row>();
  return (key, make) => {
    const row = made.get(key) ?? make();
    made.set(key, row);
    return row;
  };
}
const rankOnce = shared<RankRow>();
const functionOnce = shared<FunctionRow>();

/** Ranks. A person who runs a company (`runs`) has the function management, where nothing else is named. */
export const ranks = fromWordLists((rowsOf) =>
  fill(
    new PhraseTable<RankRow>(),
    [...rowsOf('cut', 'aspire', 'lower', 'side', 'runs', 'rank'), ...rowsOf('none')],
    (row) => rankOnce(`${row.kind} ${row.value}`, () => ({ level: levelOf(row), kind: row.kind })),
  ),
);

/** Words for an assistant that stand behind whom they assist: "CEO assistant", `toimitusjohtajan assistentti`. */
export const tails = fromWordLists((rowsOf) => fill(new PhraseTable<true>(), rowsOf('tail'), () => true));

export const functions = fromWordLists((rowsOf) =>
  fill(
    new PhraseTable<FunctionRow>(),
    [...rowsOf('function'), ...rowsOf('weak', 'runs'), ...rowsOf('none')],
    functionRow,
  ),
);

function functionRow(row: WordRow): FunctionRow {
  if (row.kind === 'none') return functionOnce('none', () => ({ function: null, strength: 1 }));
  if (row.kind === 'runs') return functionOnce('runs', () => ({ function: 'management', strength: 0 }));
  const named = functionOfRow(row);
  const strength = row.phrase === 'infotech' ? 0.3 : row.kind === 'weak' ? 0 : strengthOf(row, named);
  return functionOnce(`${row.value} ${strength}`, () => ({ function: named, strength }));
}

/** Words that may stand in a title and say neither rank nor function. */
export const smallWords = fromWordLists((rowsOf) => fill(new PhraseTable<true>(), rowsOf('small'), () => true));

/** Words for who prepares, assists or begins: "analyst", `asystent*`. */
const helpers = fromWordLists(function* (rowsOf) {
  const table = new PhraseTable<true>();
  yield* takeEach(rowsOf('helper'), ({ form, phrase }) => {
    if (form === 'end') table.addEnding(phrase, true);
    table.add(phrase, true);
  });
  return table;
});

/** Whether a word of a title is one for who prepares, assists or begins. */
export const isHelper = (word: Word): boolean =>
  helpers().at([word], 0) !== undefined ||
  helpers().endOf(word) !== undefined ||
  (word.runsOn && helpers().partsOf(word.text).length > 0);
