/** A comment as sentences, and what each of them says by itself. */
import { endsSentence, kindAt, letter, questionMark } from './comment-letters';
import { candidatesIn, languagesOf, stands, wordsOfSentence, type Match, type Words } from './comment-matching';
import type { askingClasses } from './comment-classes';
import { bitsOf, classOf } from './comment-phrases';
import { inOneClause, speakingOf } from './comment-speaking';

/** Words of a sentence in which one commercial word alone ("Pricing please") is a request; in a longer one it is a topic. */
const shortRequest = 3;
/** Words that a sentence of praise may have; a longer one says something. */
const longestPraise = 14;

/** Words before which a congratulation opens a sentence, after a name or a greeting; letters where words run together. */
const openingWords = 4;
const openingLetters = 12;

/** Words between "we need" and how many. */
const longestOrder = 3;

/** What a sentence may ask for. */
export type Wanted = (typeof askingClasses)[number];

/** What a sentence says by itself. */
export interface Sentence {
  /** The classes of what it says, as bits. */
  readonly says: number;
  /** Its words, folded. */
  readonly list: readonly string[];
  /** How many they are about. */
  readonly words: number;
  /** Has a question mark. */
  readonly marked: boolean;
  /** Ends in laughter. */
  readonly laughs: boolean;
  /** Asks something that is answered. */
  readonly asks: boolean;
  /** Begins as a question does, without the mark. */
  readonly opensAsking: boolean;
  /** What it asks of somebody who sells; null where it asks for nothing. */
  readonly wants: Wanted | null;
  /** Asks for something that is not on sale: slides, how many people it took, a driver. */
  readonly other: boolean;
  /** Seeks people or a dealership, or offers work. */
  readonly hires: boolean;
  /** Wants to show or send their own. */
  readonly sells: boolean;
  /** Names an offer, a demo or a price. */
  readonly namesSale: boolean;
  /** They have bought already, or need it no longer. */
  readonly withdraws: boolean;
  readonly seeksJob: boolean;
  readonly praises: boolean;
  /** Congratulates at its beginning, however long it is. */
  readonly cheers: boolean;
}

/** Laughing faces, anywhere and at the end. Behind 😅 people admit that they have the problem. */
export const laughter = /[😂🤣😆💀]/u;
const laughs = /[😂🤣😆💀][^\p{L}\p{N}]*$/u;
const greekMark = /[;;]/u;
const greek = /\p{Script=Greek}/u;
/** A point inside a word or number ends nothing. */
const innerPoint = /\.(?=[\p{L}\p{N}])/gu;

const bits = {
  question: bitsOf('question'),
  cheer: bitsOf('cheer'),
  selfPromotion: bitsOf('self_promotion'),
  seek: bitsOf('seek'),
  thing: bitsOf('thing'),
  instead: bitsOf('instead'),
  end: bitsOf('end'),
  vendor: bitsOf('vendor'),
  objection: bitsOf('objection'),
  job: bitsOf('job'),
  praise: bitsOf('congratulation', 'cheer'),
  but: bitsOf('but'),
  topic: bitsOf('topic'),
  cost: bitsOf('cost'),
  versus: bitsOf('versus'),
  subject: bitsOf('topic', 'cost', 'fit', 'versus'),
  rhetorical: bitsOf('rhetorical'),
  past: bitsOf('past'),
  request: bitsOf('request'),
  price: bitsOf('price'),
  leaving: bitsOf('leaving'),
  method: bitsOf('method'),
  please: bitsOf('please'),
  tagquestion: bitsOf('tagquestion'),
};

const withdrawn = classOf('withdrawn');
const content = classOf('content');
const other = classOf('other');
const hire = classOf('hire');
const sell = classOf('sell');
/** What is for sale beside something that is not: "the slides and an offer". */
const forSale = bits.topic | bits.cost;

/** A sentence as it is written. */
interface Written {
  readonly text: string;
  /** What ends it: nothing at the end of a comment. */
  readonly end: string;
  /** Whether a question mark is at its end or inside it. */
  readonly marked: boolean;
  /** Ends in laughter. */
  readonly laughs: boolean;
}

/** The sentences of a text that have a letter. */
function writtenIn(comment: string): Written[] {
  const text = comment.includes('.') ? comment.replace(innerPoint, ' ') : comment;
  const found: Written[] = [];
  for (let from = 0, at = 0; from < text.length; from = at) {
    let kinds = 0;
    for (; at < text.length; at += 1) {
      const kind = kindAt(text, at);
      if ((kind & endsSentence) !== 0) break;
      kinds |= kind;
    }
    const last = at;
    for (; at < text.length; at += 1) {
      const kind = kindAt(text, at);
      if ((kind & endsSentence) === 0) break;
      kinds |= kind;
    }
    if ((kinds & letter) === 0) {
      // "How much did they pay you? 😂": what is laughed at is not asked.
      const before = found.at(-1);
      if (before !== undefined && laughter.test(text.slice(from, last)))
        found[found.length - 1] = { ...before, laughs: true };
      continue;
    }
    const sentence = text.slice(from, last);
    const end = text.slice(last, at);
    const marked = (kinds & questionMark) !== 0 || (greekMark.test(end) && greek.test(sentence));
    found.push({ text: sentence, end, marked, laughs: laughs.test(sentence) });
  }
  return found;
}

/** The sentences of a comment that have a letter. */
export function sentencesOf(text: string): Sentence[] {
  const read: Read[] = [];
  const inPlace: Match[] = [];
  // What is pasted again and again is said once.
  const said = new Set<string>();
  for (const written of writtenIn(text)) {
    const sentence = written.text.trim();
    if (said.has(sentence)) continue;
    said.add(sentence);
    const words = wordsOfSentence(written.text);
    const candidates = candidatesIn(words);
    const own = candidates.filter((one) => stands(one, words));
    read.push({ written, words, candidates, inPlace: own });
    for (const one of own) inPlace.push(one);
  }
  const isSpoken = languagesOf(inPlace);
  return read.map((sentence) => sentenceOf(sentence, isSpoken));
}

/** A sentence and the phrases in it. */
interface Read {
  readonly written: Written;
  readonly words: Words;
  readonly candidates: readonly Match[];
  /** The candidates that stand where they must. */
  readonly inPlace: readonly Match[];
}

function sentenceOf(sentence: Read, isSpoken: (match: Match) => boolean): Sentence {
  const { words, candidates, written } = sentence;
  const { end, marked, laughs } = written;
  const spoken = sentence.inPlace.filter(isSpoken);
  const matches = speakingOf(spoken, words, marked);
  let says = 0;
  let opensAsking = false;
  let cheers = false;
  for (const { phrase, from } of matches) {
    if (phrase.class === bits.question && phrase.place === 'start') opensAsking = true;
    else says |= phrase.class === sell ? bits.selfPromotion : phrase.class;
    if (phrase.class === bits.cheer && from <= (phrase.joined ? openingLetters : openingWords)) cheers = true;
  }
  const together = (one: number, other: number) =>
    (says & one) !== 0 &&
    (says & other) !== 0 &&
    matches.some(
      (a) => a.phrase.class === one && matches.some((b) => b.phrase.class === other && supports(a, b, words)),
    );
  const seeks = (what: number) => together(bits.seek, what);
  const short = words.count <= longestPraise && (says & bits.but) === 0;
  const praises = cheers || ((says & bits.praise) !== 0 && short);
  // Not after a tag question ("oder?"), and not praise ("Isn't it great?").
  const asksByMark =
    marked && !(praises && !opensAsking && (says & bits.subject) === 0) && !endsInTagQuestion(words, candidates);
  const asks = (asksByMark || (says & bits.question) !== 0) && (says & bits.rhetorical) === 0;
  const isAsking = asks || (opensAsking && end === '');
  const ends =
    !isAsking && (says & bits.past) === 0 && (together(bits.end, bits.vendor) || matches.some(isNamedLeaving));
  if (ends && !complains(matches)) says &= ~bits.objection;
  const sought =
    ends || seeks(bits.instead) ? 'leaving' : seeks(bits.thing) || seeksSome(matches, words) ? 'request' : null;
  const has = (what: number) => matches.some(({ phrase }) => phrase.class === what);
  const hires = has(hire);
  // Also inside a longer phrase: "send us an offer".
  const namesSale = spoken.some((one) => (one.phrase.class & forSale) !== 0 && !isNamedIn(one, matches));
  const onlyContent = has(content) && !namesSale;
  const isOther = hires || has(other) || onlyContent;
  const found = wantedIn(says, isAsking, sought, words.count);
  const isBought = found === 'leaving' || (!onlyContent && !hires && (says & forSale) !== 0);
  const wanted = isOther && !isBought ? null : found;
  // "How much did they pay you? 😂": a joke asks nothing.
  const jokes = laughs && wanted !== null;
  const wants = jokes || (says & bits.rhetorical) !== 0 ? null : wanted;
  return {
    says,
    list: words.list,
    words: words.count,
    marked,
    laughs,
    asks: asks && !jokes,
    opensAsking,
    praises,
    cheers,
    wants,
    other: isOther,
    hires,
    sells: has(sell),
    namesSale,
    withdraws: has(withdrawn),
    seeksJob: seeks(bits.job),
  };
}

const year = /^(?:19|20)\d\d$/;
/** A number of things in the clause of "we need": "We need 120 doors by autumn". A year is none, and people are hired. */
const seeksSome = (matches: readonly Match[], { list, clauses }: Words): boolean =>
  !matches.some(({ phrase }) => phrase.class === bits.job) &&
  matches.some(
    ({ phrase, from, to }) =>
      phrase.class === bits.seek &&
      !phrase.joined &&
      list.some(
        (word, at) =>
          at >= to &&
          at <= to + longestOrder &&
          clauses[at] === clauses[from] &&
          /^\d{1,5}$/.test(word) &&
          !year.test(word),
      ),
  );

/** Whether words are the content itself that is asked for, as "presentation" may be: they begin or end the phrase. */
const isNamedIn = (one: Match, matches: readonly Match[]) =>
  matches.some(({ phrase, from, to }) => phrase.class === content && (one.from === from || one.to === to));

/** In one clause. "Can" and "is" seek a job in two languages that nobody speaks together, and what says so excludes a person. */
const supports = (a: Match, b: Match, words: Words) =>
  inOneClause(a, b, words) && (b.phrase.class !== bits.job || a.phrase.language === b.phrase.language);

/** "We left Acme". */
const isNamedLeaving = ({ phrase }: Match) => phrase.class === bits.leaving && phrase.place === 'name';

/** Whether a sentence objects to more than what it ends: "cancelled" alone is no complaint where it says whom they left. */
const complains = (matches: readonly Match[]) =>
  matches.some(
    (one) =>
      one.phrase.class === bits.objection &&
      !matches.some(
        (other) =>
          (other.phrase.class === bits.end || isNamedLeaving(other)) && other.from < one.to && one.from < other.to,
      ),
  );

/**
 * What a sentence asks for: "book a demo" alone is enough, "demo" where it asks or is polite.
 * @param sought what "looking for" stands with.
 */
function wantedIn(says: number, asks: boolean, sought: Wanted | null, words: number): Wanted | null {
  if ((says & bits.past) !== 0 && !asks) return null;
  if ((says & bits.request) !== 0 || sought === 'request') return 'request';
  if ((says & bits.leaving) !== 0 || sought === 'leaving') return 'leaving';
  if ((says & bits.price) !== 0) return 'price';
  const polite = (says & bits.please) !== 0;
  if ((says & bits.method) !== 0 && !polite) return null;
  if (!asks && !polite && words > shortRequest) return null;
  if ((says & bits.versus) !== 0) return 'leaving';
  if ((says & bits.topic) !== 0) return 'request';
  if ((says & bits.cost) === 0) return null;
  // "Please send me the prices" wants an answer by mail, "How much is it, please?" a number.
  return polite && !asks && words > shortRequest ? 'request' : 'price';
}

/** "..., right?" wants agreement. */
function endsInTagQuestion(words: Words, candidates: readonly Match[]): boolean {
  const { list, clauses, bare, joined } = words;
  const last = clauses.at(-1);
  // A whole sentence that is nothing else ("Right?"), or a clause behind another.
  if (!joined && last === 0 && list.length > 2) return false;
  const lastClause = list.length - clauses.indexOf(last ?? 0);
  return candidates.some(({ phrase, from, to }) => {
    if (phrase.class !== bits.tagquestion) return false;
    if (phrase.joined) return to === bare.length;
    return to === list.length && to - from === lastClause;
  });
}
