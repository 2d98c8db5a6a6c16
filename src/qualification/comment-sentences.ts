/** A comment as sentences, and what each of them says by itself. */
import { wordsOfFolded, type PhraseClass } from './comment-phrases';
import { candidatesIn, languagesOf, standingIn, wordsOfSentence, type Match, type Words } from './comment-matching';
import { inOneClause, speakingOf } from './comment-speaking';

/** Words of a sentence in which one commercial word alone ("Pricing please") is a request; in a longer one it is a topic. */
const shortRequest = 3;
/** Words that a sentence of praise may have; a longer one says something. */
const longestPraise = 14;

/** Words before which a congratulation opens a sentence, after a name or a greeting; letters where words run together. */
const openingWords = 4;
const openingLetters = 12;

/** What a sentence says by itself. */
export interface Sentence {
  readonly says: ReadonlySet<PhraseClass>;
  readonly words: number;
  /** Asks something that is answered. */
  readonly asks: boolean;
  /** Begins as a question does, without the mark. */
  readonly opensAsking: boolean;
  readonly buys: boolean;
  readonly seeksJob: boolean;
  readonly praises: boolean;
  /** Congratulates at its beginning, however long it is. */
  readonly cheers: boolean;
}

const sentenceEnd = /([.!?。！？؟;;…\n]+)/u;
/** A point inside a word or number ends nothing. */
const innerPoint = /\.(?=[\p{L}\p{N}])/gu;
const mark = /[?？؟⁇⁉❓❔]/u;
const greekMark = /[;;]/u;
const greek = /\p{Script=Greek}/u;
const anyLetter = /\p{L}/u;

/** The sentences of a comment that have a letter. */
export function sentencesOf(text: string): Sentence[] {
  const parts = text.replace(innerPoint, ' ').split(sentenceEnd);
  const read: { text: string; end: string; words: Words; standing: Match[] }[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const part = parts[at] ?? '';
    if (!anyLetter.test(part)) continue;
    const words = wordsOfSentence(part);
    read.push({ text: part, end: parts[at + 1] ?? '', words, standing: standingIn(words) });
  }
  const languages = languagesOf(read.flatMap(({ standing }) => standing));
  return read.map(({ standing, words, ...ends }) => {
    const spoken = standing.filter(({ phrase }) => languages.has(phrase.language));
    const marked = isMarked(ends);
    return sentenceOf(ends.end, marked, words, speakingOf(spoken, words, marked));
  });
}

/** Whether a question mark is at its end or inside it. */
const isMarked = ({ text, end }: { text: string; end: string }) =>
  mark.test(end) || mark.test(text) || (greekMark.test(end) && greek.test(text));

function sentenceOf(end: string, marked: boolean, words: Words, matches: readonly Match[]): Sentence {
  const says = new Set<PhraseClass>();
  let opensAsking = false;
  let cheers = false;
  for (const { phrase, from } of matches) {
    if (phrase.class === 'question' && phrase.place === 'start') opensAsking = true;
    else says.add(phrase.class);
    if (phrase.class === 'cheer' && from <= (phrase.joined ? openingLetters : openingWords)) cheers = true;
  }
  const seeks = (what: PhraseClass) =>
    matches.some(
      (seek) =>
        seek.phrase.class === 'seek' &&
        matches.some((thing) => thing.phrase.class === what && inOneClause(seek, thing, words)),
    );
  const short = words.count <= longestPraise && !says.has('but');
  const praises = cheers || ((says.has('congratulation') || says.has('cheer')) && short);
  // Not after a tag question ("oder?"), and not praise ("Isn't it great?").
  const asksByMark = marked && !(praises && !opensAsking && !says.has('topic')) && !endsInTagQuestion(words);
  const asks = (asksByMark || says.has('question')) && !says.has('rhetorical');
  const isAsking = asks || (opensAsking && end === '');
  const buys = buysIn(says, isAsking, seeks('thing'), words.count);
  return { says, words: words.count, asks, opensAsking, praises, cheers, buys, seeksJob: seeks('job') };
}

/** Whether a sentence asks for a price, a demonstration and the like, or looks for such a thing. */
function buysIn(says: ReadonlySet<PhraseClass>, asks: boolean, seeksThing: boolean, words: number): boolean {
  if (says.has('past') && !asks) return false;
  if (says.has('buying') || seeksThing) return true;
  if (!says.has('topic') || (says.has('method') && !says.has('request'))) return false;
  return asks || says.has('request') || words <= shortRequest;
}

/** "..., right?" wants agreement. */
function endsInTagQuestion(words: Words): boolean {
  const { list, clauses, bare, joined } = words;
  const last = clauses.at(-1);
  const lastClause = list.filter((_, at) => clauses[at] === last);
  const ends = (one: Match) => one.phrase.class === 'tagquestion' && isLast(one);
  const isLast = ({ phrase, from, to }: Match) =>
    phrase.joined
      ? to === bare.length
      : to === list.length && wordsOfFolded(list.slice(from).join(' ')).length === lastClause.length;
  // A whole sentence that is nothing else ("Right?"), or a clause behind another.
  if (!joined && last === 0 && list.length > 2) return false;
  return candidatesIn(words).some(ends);
}
