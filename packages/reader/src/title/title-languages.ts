/**
 * In which language a title is written, and in which a listed title cannot be found. Read from the word lists for one question at a time
 * and not kept: who changes a customer profile asks, and nobody else.
 */
import { setImmediate } from 'node:timers/promises';
import { eachVocabularyFile, type VocabularyFile } from '../text/vocabulary-file';
import { crossingTitle, fieldOf, type Field } from './field-words';
import { isFiller } from '../company/names';
import { tokensOf } from '../text/words';

export interface TitleLanguages {
  /** The language (ISO 639-1) that the words of a title tell; null where they are of none or of several. */
  of(title: string): string | null;
  /** Of these languages, those in which people with this listed title are not found. */
  notFound(title: string, among: readonly string[]): string[];
}

/** Kinds of rows that hold words of titles. */
const kinds: ReadonlySet<string> = new Set(['function', 'weak', 'rank', 'runs', 'lower']);
/** Letters of the shortest word, and the shortest stem, that tell a language. */
const shortest = { word: 3, stem: 4 };
/** Least share of the words, and how much more than the next language. */
const least = 0.25;
const clearly = 1.4;

const english = 'en';

class Lists implements TitleLanguages {
  /** Languages of a word, and of a stem with `*`, joined by spaces. */
  private readonly byWord = new Map<string, string>();
  /** Languages with a word for a field. */
  private readonly byField = new Map<Field, Set<string>>();

  /** Takes in the words of one file. */
  add({ name, rows }: VocabularyFile): void {
    // The first table is English with what other languages borrow from it: its words tell no language.
    const [language, tells] = name === 'base' ? [english, false] : [name, true];
    if (language.length !== 2) return;
    for (const [kind = '', , form, phrase = ''] of rows) {
      if (!kinds.has(kind) || form === 'end') continue;
      const words = tokensOf(phrase.replace('*', ''));
      for (const [at, word] of words.entries()) {
        const field = fieldOf(word);
        if (field !== undefined) this.byField.set(field, (this.byField.get(field) ?? new Set()).add(language));
        if (tells) this.note(form === 'stem' && at === words.length - 1 ? `${word}*` : word, language);
      }
    }
  }

  private note(word: string, language: string): void {
    const known = this.byWord.get(word);
    if (known === undefined) this.byWord.set(word, language);
    else if (!known.split(' ').includes(language)) this.byWord.set(word, `${known} ${language}`);
  }

  private languagesOf(word: string): ReadonlySet<string> {
    const found = new Set(this.byWord.get(word)?.split(' '));
    for (let end = shortest.stem; end <= word.length; end += 1) {
      for (const language of this.byWord.get(`${word.slice(0, end)}*`)?.split(' ') ?? []) found.add(language);
    }
    return found;
  }

  private wordsOf(title: string): string[] {
    return tokensOf(title).filter((word) => word.length >= shortest.word && !isFiller(word));
  }

  private votes(title: string): [language: string, share: number][] {
    const words = this.wordsOf(title);
    const votes = new Map<string, number>();
    for (const word of words) {
      const languages = this.languagesOf(word);
      for (const one of languages) votes.set(one, (votes.get(one) ?? 0) + 1 / languages.size / words.length);
    }
    return [...votes].sort(([, a], [, b]) => b - a);
  }

  of(title: string): string | null {
    const [best, next] = this.votes(title);
    if (best !== undefined && best[1] >= least && (next === undefined || best[1] >= clearly * next[1])) return best[0];
    const words = this.wordsOf(title);
    const isEnglish = (word: string) => this.languagesOf(word).has(english);
    return words.length > 0 && words.every(isEnglish) ? english : null;
  }

  notFound(title: string, among: readonly string[]): string[] {
    const own = this.of(title);
    const crossing = crossingTitle(title);
    const found = crossing === null ? undefined : this.byField.get(crossing.field);
    return among.filter((language) => language !== own && found?.has(language) !== true);
  }
}

/** Reads the word lists, file by file: others have their turn in between. */
export async function titleLanguages(): Promise<TitleLanguages> {
  const lists = new Lists();
  for (const file of eachVocabularyFile('.')) {
    await setImmediate();
    lists.add(file);
  }
  return lists;
}
