/**
 * Names in a headline that may be a company the workspace knows, in whatever position: "Sales Director Northwind DACH". Read only
 * where nothing else says where somebody works, and taken only when the workspace knows a company of that name, so the rules here
 * leave out what would be wrong even then:
 *
 * - a name has a word of its own: neither an ordinary word ("Target", "Growth"), a word of titles, a place, a topic, a tool people
 *   work with ("Salesforce"), a legal form nor a word that companies in general are called by ("Consulting");
 * - a name ends where its words end: beside "Traders", "Northwind" is another company's first word;
 * - parts about former jobs, jobs beside the job, slogans and memberships name no employer of today.
 */
import { fold } from '../text/fold';
import { remembering } from '../text/remembering';
import { isOrdinary } from './ordinary';
import { piecesOf } from './pieces';
import { readable } from './tokens';
import { isPlace } from './place';
import { tidy } from './tidy';
import { isAboutOtherJob, isLegalForm, isTopic, joinsAlone, namesOrganisation } from './lists';
import { isKnownWord, roleOf } from '../title/role';

/** Words of the longest name that is looked for, words of a part that are looked at, and names of a headline. */
const most = { words: 5, ofPart: 24, names: 60 };
const longestName = 120;

/** Between words, and between the parts of one. */
const apart = /[^\p{L}\p{N}\p{M}]+/u;

/** Beside these words stands a company that is no employer of today. Tried on folded text. */
const elsewhere =
  /(?<![a-z])(?:ex|former|formerly|previously|past|alumn[aiu]s?|alum|certified|certificate|customer|client|user|fan|investor|award|winner|ehemals|fruher|zuvor|anciennement|anteriormente|precedentemente|voorheen|tidigare|tidligere|aiemmin|wczesniej|drive|eski|korabban|dawniej)(?![a-z])/;

/** Whether a word tells a company from others by itself. */
export const isOwnWord: (word: string) => boolean = remembering(8_192, (word) => {
  const folded = fold(word);
  const letters = /^[\p{Lo}]/u.test(folded) ? 2 : 3;
  return (
    folded.length >= letters &&
    /\p{L}/u.test(folded) &&
    !isOrdinary(folded) &&
    !isKnownWord(folded) &&
    !joinsAlone(folded) &&
    !isTopic(word) &&
    !isLegalForm(word) &&
    !namesOrganisation(word) &&
    !isPlace(word)
  );
});

/**
 * Names that may be a company, those to be preferred first: the longest, then as they stand. At most sixty, each once, as written;
 * at most 400 characters are read.
 */
export function namesIn(headline: string): readonly string[] {
  const start = readable(headline);
  // Most headlines without a company hold no word that could be one.
  if (!start.split(apart).some((word) => isCapital(word) && isOwnWord(word))) return [];
  const runs: { name: string; length: number }[] = [];
  for (const piece of piecesOf(start)) {
    for (const clause of piece.split(/\s*,\s*/)) {
      // What follows belongs to what was before: "ex Northwind, Contoso".
      if (isElsewhere(clause)) break;
      for (const run of runsOf(clause)) runs.push(run);
    }
  }
  runs.sort((one, other) => other.length - one.length);
  return [...new Set(runs.map(({ name }) => name))].slice(0, most.names);
}

/** Whether a part of a headline speaks of no employer of today: a former one, a customer, an investor, a second job. */
export const isElsewhere = (clause: string): boolean =>
  isAboutOtherJob(clause) || elsewhere.test(fold(clause)) || roleOf(clause).sideOnly;

function* runsOf(clause: string): Generator<{ name: string; length: number }> {
  const words = clause.split(' ').slice(0, most.ofPart);
  const bare = words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  const own = bare.map((word) => word !== '' && isCapital(word) && word.split(apart).some(isOwnWord));
  for (let from = 0; from < words.length; from += 1) {
    if (!isCapital(bare[from] ?? '')) continue;
    for (let length = 1; length <= most.words && from + length <= words.length; length += 1) {
      const last = bare[from + length - 1] ?? '';
      if (!isCapital(last) || !own.slice(from, from + length).includes(true)) continue;
      const ends = /[.!?:;)]$/.test(words[from + length - 1] ?? '') || mayFollowName(words[from + length]);
      if (!ends || !mayFollowName(words[from - 1])) continue;
      const name = tidy(words.slice(from, from + length).join(' '), longestName);
      if (name !== null && !isPlace(name)) yield { name, length };
    }
  }
}

/** Whether a word does not belong to the name it stands beside. */
const mayFollowName = (word: string | undefined) => word === undefined || isApart(word);
const isApart: (word: string) => boolean = remembering(8_192, (word) => {
  if (/^[&+]$/.test(word)) return false;
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (!isCapital(bare)) return true;
  return isKnownWord(fold(bare)) || roleOf(bare).wholly || isPlace(bare) || isTopic(bare);
});

/** A name begins with a capital, a digit, or a letter of a script that has no capitals. */
const isCapital = (word: string) => /^[\p{Lu}\p{Lt}\p{Lo}\p{N}]/u.test(word);
