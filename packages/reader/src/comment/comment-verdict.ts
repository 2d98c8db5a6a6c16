/**
 * What the word lists say that a comment is. It is read sentence by sentence (`comment-sentences.ts`); the table below says what the
 * sentences make together. The time is linear in the text, of which the first 2,000 characters count.
 */
import type { CommentClass } from './comment-classes';
import { joinedLetter, kindsIn } from './comment-letters';
import { bitsOf } from './comment-phrases';
import { sentencesOf, type Sentence, type Wanted } from './comment-sentences';

/** Longest part of a comment that is read, in characters. */
const longest = 2_000;
/** Words of a comment that is praise although not every sentence praises; in a longer one it is politeness. */
const shortPraise = 10;
/** Words of a comment that is all praise. */
const longPraise = 40;
/** Words beside mentions that a tag may have. */
const mostWordsOfTag = 2;
/** Words of a sentence that says nothing beside praise ("Wow", "Ten years"). */
const mostWordsOfNothing = 2;

/** Several words in quotation marks: what others say. */
const quoted = /["“”„«‹][^"“”„«»‹›\n]{1,200}? [^"“”„«»‹›\n]{1,200}["“”»›]|「[^「」]{5,200}」/gu;
const links = /(?:https?:\/\/|www\.)\S+/gi;
/** Question marks of the scripts in use. */
const marks = /[?？؟⁇⁉❓❔]/u;
const mention = /@[^\s@.,!?]+/gu;
const anyWord = /\p{L}{2}/u;
const anyLetter = /\p{L}/u;
const endOfStatement = /[.!。！…]\s*$/u;

/** A comment's sentences together. */
export class Comment {
  /** Everything that they say, as bits. */
  readonly says: number;
  readonly words: number;
  /** Some sentence asks for something that is not on sale. */
  readonly asksForOther: boolean;
  /** What the table below makes of them. */
  readonly verdict: CommentClass;

  constructor(
    readonly text: string,
    readonly sentences: readonly Sentence[],
  ) {
    let says = 0;
    let words = 0;
    for (const sentence of sentences) {
      says |= sentence.says;
      words += sentence.words;
    }
    this.says = says;
    this.words = words;
    this.asksForOther = sentences.some(({ other }) => other);
    this.verdict = verdicts.find(([, applies]) => applies(this))?.[0] ?? 'plain';
  }

  /** Some sentence has all of these, and does not ask. */
  states(classes: number): boolean {
    if ((this.says & classes) !== classes) return false;
    return this.sentences.some(({ says, asks }) => !asks && (says & classes) === classes);
  }

  asks(): boolean {
    return this.sentences.some(({ asks }) => asks);
  }

  /** Beside "We seek a driver", "write to me" asks to buy nothing. */
  wants(what: Wanted): boolean {
    const hires = what === 'request' && this.sentences.some((one) => one.hires);
    return this.sentences.some(
      (one) => one.wants === what && (!hires || one.namesSale || (one.says & bits.thing) !== 0),
    );
  }

  /** Some sentence wants to show or send their own. */
  sells(): boolean {
    return this.sentences.some(({ sells }) => sells);
  }

  /** Some sentence says that they have bought already, or need it no longer, and none asks behind it. */
  withdraws(): boolean {
    const last = this.sentences.findLastIndex(({ withdraws }) => withdraws);
    return last >= 0 && !this.sentences.some(({ wants, asks }, at) => at >= last && (wants !== null || asks));
  }

  /** A sentence that asks for an offer comes after the last that objects, or has a question mark: they left somebody else. */
  buysAfterAll(): boolean {
    const { sentences } = this;
    const objected = sentences.findLastIndex(({ says }) => (says & objecting) !== 0);
    return sentences.some((one, at) => (one.asks && one.wants !== null) || (at > objected && isInterested(one)));
  }
}

const bits = {
  jobHunting: bitsOf('job_hunting'),
  refusal: bitsOf('refusal'),
  selfPromotion: bitsOf('self_promotion'),
  contact: bitsOf('contact'),
  objection: bitsOf('objection'),
  used: bitsOf('used'),
  usedBut: bitsOf('used', 'but'),
  failed: bitsOf('failed'),
  but: bitsOf('but'),
  thing: bitsOf('thing'),
};
const objecting = bits.objection | bits.failed;
const seeking = bitsOf('request', 'price', 'leaving', 'versus', 'seek');

/** From the top; the first that holds decides. */
const verdicts: readonly (readonly [CommentClass, (comment: Comment) => boolean])[] = [
  ['job_hunting', (c) => (c.says & bits.jobHunting) !== 0 || c.sentences.some(({ seeksJob }) => seeksJob)],
  ['refusal', (c) => (c.says & bits.refusal) !== 0],
  ['self_promotion', (c) => (c.says & bits.selfPromotion) !== 0],
  ['self_promotion', (c) => c.states(bits.contact) && !c.asksForOther && !c.sentences.some(isInterested)],
  ['objection', (c) => c.states(bits.objection) && !c.buysAfterAll()],
  // What went wrong with one that they had; a question behind it is the better reason to answer.
  [
    'objection',
    (c) => c.states(bits.used) && (c.states(bits.failed) || c.states(bits.usedBut)) && !c.asks() && !c.buysAfterAll(),
  ],
  ['refusal', (c) => c.withdraws()],
  // The best reason to call first.
  ['request', (c) => c.wants('request')],
  ['leaving', (c) => c.wants('leaving')],
  ['price', (c) => c.wants('price')],
  ['question', (c) => c.asks()],
  ['objection', (c) => (c.says & bits.objection) !== 0],
  ['congratulation', isPraise],
  ['question', isUnmarkedQuestion],
];

/** Wants to be called, rather than to be asked: "I am interested, write to me". */
const isInterested = ({ says, wants }: Sentence) => wants !== null && (says & seeking) !== 0;

/** Praise and nothing else: a congratulation at the beginning, or all sentences, or a short text. */
function isPraise({ sentences, words }: Comment): boolean {
  const praising = sentences.filter(({ praises }) => praises);
  if (praising.length === 0) return false;
  if (words <= shortPraise && !sentences.some(({ says }) => (says & bits.but) !== 0)) return true;
  if (words > longPraise) return false;
  return sentences[0]?.cheers === true || sentences.every((one) => one.praises || one.words <= mostWordsOfNothing);
}

/** "How did you carry over the old data": one sentence that begins as questions do and ends without a sign. */
function isUnmarkedQuestion({ sentences, text }: Comment): boolean {
  return sentences.length === 1 && sentences.every((one) => one.opensAsking) && !endOfStatement.test(text.slice(-8));
}

/**
 * Reads a comment by the word lists.
 * @returns its class at once where there is nothing to weigh: somebody's name, emoji, a link alone, no text.
 */
export function readComment(text: string): CommentClass | Comment {
  const cut = text.slice(0, longest).replace(links, ' ');
  if (text.trim() === '') return 'plain';
  if (isTag(cut)) return 'tag';
  const sentences = sentencesOf(withoutQuotes(cut));
  // Emoji, "+1", a link alone.
  if (sentences.length === 0)
    return /https?:|www\./i.test(text) ? 'self_promotion' : marks.test(cut) ? 'question' : 'congratulation';
  return new Comment(text.slice(0, longest), sentences);
}

/** A text without what it quotes, where something else is left: "book a demo" said of others asks for none. */
function withoutQuotes(text: string): string {
  const own = text.replace(quoted, ' ');
  return own === text || !anyWord.test(own) ? text : own;
}

/** Somebody's name, and at most two words. */
function isTag(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.includes('@')) return false;
  const joined = (kindsIn(trimmed) & joinedLetter) !== 0;
  let others = 0;
  for (const part of trimmed.split('@').slice(1)) {
    const words = part.split(/\s+/).filter((word) => anyLetter.test(word));
    // The handle, and what follows it as long as it is written as a name; without capitals, one word more.
    let name = 1;
    while (name < words.length && name < 3 && /^\p{Lu}/u.test(words[name] ?? '')) name += 1;
    if (joined && words.length > 1) name = 2;
    others += Math.max(0, words.length - name);
  }
  others += trimmed
    .slice(0, trimmed.indexOf('@'))
    .split(/\s+/)
    .filter((word) => anyLetter.test(word)).length;
  return others <= mostWordsOfTag && !marks.test(trimmed.replace(mention, ''));
}
