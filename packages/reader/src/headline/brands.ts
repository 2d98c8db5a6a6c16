/**
 * Names of well-known companies and bodies (`vocabulary/brands`), as they write themselves. Evidence that they are an
 * employer, one feature among others of the model that reads headlines.
 */
import { vocabularyFiles } from '../text/vocabulary-file';
import { WordSet } from '../text/word-set';
import { lazily } from '../text/lazily';

const brands = lazily(
  () => new WordSet(vocabularyFiles('brands').flatMap(({ rows }) => rows.map(([name = '']) => name))),
);

/** Whether a text is a listed name, capitals and all. */
export const isBrand = (text: string): boolean => brands().has(text);
