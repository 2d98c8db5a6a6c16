/**
 * What a comment is: a question, a praise, a refusal and so on, in the languages of `vocabulary/comments`.
 *
 * It is read sentence by sentence (`comment-sentences.ts`); the table below says what the sentences make together. The time is
 * linear in the text, of which the first 2,000 characters count.
 */
import { commentClasses, type CommentClass } from '../domain/values';
import { joinedScripts, type PhraseClass } from './comment-phrases';
import { sentencesOf, type Sentence } from './comment-sentences';

export { commentClasses, type CommentClass };

/** Longest part of a comment that is read, in characters. */
const longest = 2_000;
/** Words of a comment that is praise although not every sentence praises; in a longer one it is politeness. */
const shortPraise = 10;
/** Words of a comment that is all praise. */
const longPraise = 40;
/** Words beside mentions that a tag may have. */
const besideMentions = 2;
/** Words of a sentence that says nothing beside praise ("Wow", "Ten years"). */
const aside = 2;

const links = /(?:https?:\/\/|www\.)\S+/gi;
/** Question marks of the scripts in use. */
const marks = /[?？؟⁇⁉❓❔]/u;
const mention = /@[^\s@.,!?]+/gu;
const anyLetter = /\p{L}/u;

/** A comment's sentences together. */
class Comment {
  readonly says: ReadonlySet<PhraseClass>;
  readonly words: number;

  constructor(
    readonly sentences: readonly Sentence[],
    /** Whether it ends as statements do. */
    readonly ended: boolean,
  ) {
    this.says = new Set(sentences.flatMap(({ says }) => [...says]));
    this.words = sentences.reduce((sum, { words }) => sum + words, 0);
  }

  has(...names: readonly PhraseClass[]): boolean {
    return names.every((name) => this.says.has(name));
  }

  /** Some sentence has all of these, and does not ask. */
  states(...names: readonly PhraseClass[]): boolean {
    return this.sentences.some(({ says, asks }) => !asks && names.every((name) => says.has(name)));
  }

  readonly asks = () => this.sentences.some(({ asks }) => asks);
  readonly buys = () => this.sentences.some(({ buys }) => buys);

  /** The last sentence that objects comes before one that asks for an offer: they left somebody else. */
  readonly buysAfterAll = () => {
    const { sentences } = this;
    const objected = sentences.findLastIndex(({ says }) => says.has('objection') || says.has('failed'));
    return sentences.some(
      ({ says, buys, asks }, at) => (at > objected || asks) && buys && (says.has('buying') || says.has('seek')),
    );
  };
}

/** From the top; the first that holds decides. */
const verdicts: readonly (readonly [CommentClass, (comment: Comment) => boolean])[] = [
  ['job_hunting', (c) => c.has('job_hunting') || c.sentences.some(({ seeksJob }) => seeksJob)],
  ['refusal', (c) => c.has('refusal')],
  ['self_promotion', (c) => c.has('self_promotion')],
  ['self_promotion', (c) => c.states('contact') && !c.sentences.some(isInterested)],
  ['objection', (c) => c.states('objection') && !c.buysAfterAll()],
  // What went wrong with one that they had; a question behind it is the better reason to answer.
  [
    'objection',
    (c) => c.states('used') && (c.states('failed') || c.states('used', 'but')) && !c.asks() && !c.buysAfterAll(),
  ],
  ['buying', (c) => c.buys()],
  ['question', (c) => c.asks()],
  ['objection', (c) => c.has('objection')],
  ['congratulation', isPraise],
  ['question', isUnmarkedQuestion],
];

/** Wants to be called, rather than to be asked: "I am interested, write to me". */
const isInterested = ({ says, buys }: Sentence) => buys && (says.has('buying') || says.has('seek'));

/** Praise and nothing else: a congratulation at the beginning, or all sentences, or a short text. */
function isPraise({ sentences, words }: Comment): boolean {
  const praising = sentences.filter(({ praises }) => praises);
  if (praising.length === 0) return false;
  if (words <= shortPraise && !sentences.some(({ says }) => says.has('but'))) return true;
  if (words > longPraise) return false;
  return sentences[0]?.cheers === true || sentences.every((one) => one.praises || one.words <= aside);
}

/** "How did you carry over the old data": one sentence that begins as questions do and ends without a sign. */
function isUnmarkedQuestion({ sentences, ended }: Comment): boolean {
  return sentences.length === 1 && !ended && sentences[0]?.opensAsking === true;
}

/**
 * Tells what a comment is.
 * @param text as written; an empty one is `plain`.
 */
export function classifyComment(text: string): CommentClass {
  const cut = text.slice(0, longest).replace(links, ' ');
  if (text.trim() === '') return 'plain';
  if (isTag(cut)) return 'tag';
  // Emoji, "+1", a link alone.
  if (!anyLetter.test(cut))
    return /https?:|www\./i.test(text) ? 'self_promotion' : marks.test(cut) ? 'question' : 'congratulation';

  const comment = new Comment(sentencesOf(cut), /[.!。！…]\s*$/u.test(cut.slice(-8)));
  return verdicts.find(([, holds]) => holds(comment))?.[0] ?? 'plain';
}

/** Somebody's name, and at most two words. */
function isTag(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.includes('@')) return false;
  const joined = joinedScripts.test(trimmed);
  let beside = 0;
  for (const part of trimmed.split('@').slice(1)) {
    const words = part.split(/\s+/).filter((word) => anyLetter.test(word));
    // The handle, and what follows it as long as it is written as a name; without capitals, one word more.
    let name = 1;
    while (name < words.length && name < 3 && /^\p{Lu}/u.test(words[name] ?? '')) name += 1;
    if (joined && words.length > 1) name = 2;
    beside += Math.max(0, words.length - name);
  }
  beside += trimmed
    .slice(0, trimmed.indexOf('@'))
    .split(/\s+/)
    .filter((word) => anyLetter.test(word)).length;
  return beside <= besideMentions && !marks.test(trimmed.replace(mention, ''));
}
