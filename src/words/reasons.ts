/** What the rules say about people, in the language of the person who reads it: in mails as it stands, in the console beside its own rows. */
import { germanDoings, germanReasons } from './de-reasons';
import { germanValues } from './de-values';
import { englishReasons, englishValues } from './en-reasons';
import type { Language } from './languages';
import { sentencesIn, type Say, type Wording } from './sentences';

const doings = sentencesIn((say) => ({ rows: germanDoings, values: germanValues(say) }));

/** The rows and values of a language, for the function that says its sentences. */
export const wordingOf: Readonly<Record<Language, (say: Say) => Wording>> = {
  en: (say) => ({ rows: englishReasons, values: englishValues(say) }),
  de: (say) => ({ rows: germanReasons, values: { ...germanValues(say), did: doings } }),
};

const spoken: Readonly<Record<Language, Say>> = { en: sentencesIn(wordingOf.en), de: sentencesIn(wordingOf.de) };

/** A reason in a language; one that no row has as it is. */
export const reasonIn = (language: Language, reason: string): string => spoken[language](reason) ?? reason;
