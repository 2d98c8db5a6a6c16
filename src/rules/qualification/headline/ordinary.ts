/** Ordinary words of English (`vocabulary/ordinary`), by which no company is recognised. */
import { vocabularyFiles } from '../../../shared/text/vocabulary-file';
import { WordSet } from '../../../shared/text/word-set';
import { lazily } from '../lazily';

const words = lazily(() => new WordSet(vocabularyFiles('ordinary').flatMap(({ rows }) => rows.flat())));

/** @param word folded */
export const isOrdinary = (word: string): boolean => words().has(word);
