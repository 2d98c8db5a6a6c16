/** Ordinary words of English (`vocabulary/ordinary`), by which no company is recognised. */
import { vocabularyFiles } from '../text/vocabulary-file';
import { WordSet } from '../text/word-set';
import { lazily } from '../text/lazily';

const words = lazily(() => new WordSet(vocabularyFiles('ordinary').flatMap(({ rows }) => rows.flat())));

/** @param word folded */
export const isOrdinary = (word: string): boolean => words().has(word);
