/** Questions to the word lists about a piece of a headline, or a name. */
import { fold } from '../text/fold';
import { remembering } from '../text/remembering';
import { PhraseTable } from '../text/phrases';
import { fromWordLists, takeEach, type WordKind, type WordRow } from '../text/vocabulary';
import { wordsOf, wordsOfOne, type Word } from '../text/words';

/** Words of a text with their folded tokens; `wordAt` says for each token in which word it stands. */
export interface Line {
  readonly words: readonly string[];
  readonly tokens: readonly Word[];
  readonly wordAt: readonly number[];
}

export function lineOf(text: string): Line {
  const words = text.split(' ').filter((word) => word !== '');
  const tokens: Word[] = [];
  const wordAt: number[] = [];
  for (let n = 0; n < words.length; n += 1) {
    for (const token of wordsOfOne(words[n] ?? '')) {
      tokens.push(token);
      wordAt.push(n);
    }
  }
  return { words, tokens, wordAt };
}

/** What the tables keep of a row; the same object for the same kind and value. */
export type ListedWord = Pick<WordRow, 'kind' | 'value'>;

/** A table of phrases of some kinds. */
export const tableOf = (...kinds: WordKind[]): (() => PhraseTable<ListedWord>) =>
  fromWordLists(function* (rowsOf) {
    const table = new PhraseTable<ListedWord>();
    const shared = new Map<string, ListedWord>();
    yield* takeEach(rowsOf(...kinds), ({ kind, value, form, phrase }) => {
      const key = `${kind} ${value}`;
      const word = shared.get(key) ?? { kind, value };
      shared.set(key, word);
      if (form === 'end') table.addEnding(phrase, word);
      else table.add(phrase, word);
    });
    return table;
  });

/** What joins a title and a company, or two parts of a name. */
export const joins = tableOf('join');
/** What organisations are called by: words for them, legal forms, and the countries in front of names of public bodies. */
export const organisationWords = tableOf('org', 'form', 'nation');
/** How a person stands to a job: past, sought, offered, resting, now; and how slogans begin. */
export const jobSituations = tableOf('past', 'seek', 'hire', 'slogan', 'retired', 'now');
/** Topics, skills, tools and places. */
export const subjects = tableOf('topic', 'place');
const forms = tableOf('form');
const foldedOf = (kind: WordKind): (() => ReadonlySet<string>) =>
  fromWordLists(function* (rowsOf) {
    const texts = new Set<string>();
    yield* takeEach(rowsOf(kind), (row) => void texts.add(fold(row.phrase)));
    return texts;
  });
const topics = foldedOf('topic');
const places = foldedOf('place');

/** Whether a text speaks of another job than that of now: one of the past, one sought or offered; or is a slogan. */
export const isAboutOtherJob: (text: string) => boolean = remembering(4_096, (text) => {
  const { tokens } = lineOf(text);
  return tokens.some((_, at) => {
    const kind = jobSituations().at(tokens, at)?.row.kind;
    return kind !== undefined && kind !== 'now' && (at === 0 || kind !== 'slogan');
  });
});

/** Whether a word joins a title and a company, or two parts of a name, by itself. */
export function joinsAlone(word: string): boolean {
  return withinNames.has(word) || joins().at(wordsOfOne(word), 0) !== undefined;
}

/** Small words that stand within names. */
export const withinNames: ReadonlySet<string> = new Set(
  'of von vom der des de du d l di da do dos della dell del van af and und et y e og och ja и і a és și ve ו و'.split(
    ' ',
  ),
);

/** A company's legal form: `GmbH`, `Sp. z o.o.`, ООО, 株式会社. */
export function isLegalForm(text: string): boolean {
  const tokens = wordsOf(text);
  return tokens.length > 0 && forms().at(tokens, 0)?.length === tokens.length;
}

/** Whether a text holds a word that companies are called by: Bank, Group, Klinik, 公司. */
export const namesOrganisation: (text: string) => boolean = remembering(4_096, (text) => hasOrganisationWord(text));

function hasOrganisationWord(text: string): boolean {
  const isWord = (row: ListedWord | undefined) => row?.kind === 'org';
  const tokens = wordsOf(text);
  return tokens.some(
    (token, at) =>
      isWord(organisationWords().at(tokens, at)?.row) ||
      (token.text.length > 5 && isWord(organisationWords().endOf(token))) ||
      (token.runsOn &&
        organisationWords()
          .partsOf(token.text)
          .some(({ row }) => isWord(row))),
  );
}

/** Whether a text is nothing but topics, skills and hobbies. */
export const isTopic: (text: string) => boolean = remembering(4_096, readsAsTopic);

function readsAsTopic(text: string): boolean {
  if (topics().has(fold(text))) return true;
  const tokens = wordsOf(text);
  for (let at = 0; at < tokens.length;) {
    const found = subjects().at(tokens, at);
    if (found?.row.kind !== 'topic') return false;
    at += found.length;
  }
  return tokens.length > 0;
}

export function isListedPlace(text: string): boolean {
  return places().has(fold(text));
}
