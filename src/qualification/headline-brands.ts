/**
 * Names of well-known companies and bodies (`vocabulary/brands`), as they write themselves. Evidence that a part of a headline which is
 * nothing but such a name is an employer; never looked for inside a part.
 */
import { vocabularyFiles } from '../text/vocabulary-file';
import { lazily } from './lazily';

const brands = lazily(() => new Set(vocabularyFiles('brands').flatMap(({ rows }) => rows.map(([name = '']) => name))));

/** Whether a text is a listed name, capitals and all. */
export const isBrand = (text: string): boolean => brands().has(text);
