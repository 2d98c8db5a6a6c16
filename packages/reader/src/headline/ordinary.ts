/** Ordinary words of English (`vocabulary/ordinary`), by which no company is recognised. */
import { eachVocabularyFile } from '../text/vocabulary-file';
import { WordSet } from '../text/word-set';
import { inSteps } from '../text/in-steps';

/** Made when a headline is first read. */
export const ordinaryWords = inSteps(function* () {
  const words: string[] = [];
  for (const { rows } of eachVocabularyFile('ordinary')) {
    yield;
    for (const row of rows) words.push(...row);
  }
  return new WordSet(words);
});

/** @param word folded */
export const isOrdinary = (word: string): boolean => ordinaryWords().has(word);
