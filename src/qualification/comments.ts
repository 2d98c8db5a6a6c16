/**
 * What a comment is: a question, a praise, a refusal and so on, in the languages of `vocabulary/comments`.
 *
 * Rules, read from the top; the first that holds decides. Every look-up starts at a word of the text and goes through a map, so
 * the time is linear in the text, of which the first 2,000 characters count.
 */
import { commentClasses, type CommentClass } from '../domain/values';
import { fold } from '../text/fold';
import { commentPhrases, joinedScripts, wordsOf, type CommentPhrase, type PhraseClass } from './comment-phrases';

export { commentClasses, type CommentClass };

/** Longest part of a comment that is read, in characters. */
const longest = 2_000;
/** Words that a praise may have; a longer text says something. */
const longestPraise = 10;
/** Words of a text in which one buying word alone ("Pricing please") is a request; in a longer one it is a topic. */
const shortRequest = 6;
/** Words that may follow one that opens a praise. */
const besideOpening = 2;
/** Words beside mentions that a tag may have. */
const besideMentions = 2;

const byFirstWord = new Map<string, CommentPhrase[]>();
const byStem = new Map<string, CommentPhrase[]>();
const byBeginning = new Map<string, CommentPhrase[]>();
const stemKey = 3;

function add(to: Map<string, CommentPhrase[]>, key: string, phrase: CommentPhrase): void {
  const list = to.get(key);
  if (list === undefined) to.set(key, [phrase]);
  else list.push(phrase);
}
for (const phrase of commentPhrases) {
  const first = phrase.words[0] ?? '';
  if (joinedScripts.test(first)) add(byBeginning, first.charAt(0), phrase);
  else if (first.endsWith('*')) add(byStem, first.slice(0, stemKey), phrase);
  else add(byFirstWord, first, phrase);
}

/** What was found in a text, by class: whether anything, and whether more than one bare word. */
interface Found {
  readonly classes: Set<PhraseClass>;
  /** A buying phrase of several words, or one in a script without spaces. */
  buyingPhrase: boolean;
  /** A question word at the beginning of a sentence. */
  startsAsking: boolean;
}

const links = /(?:https?:\/\/|www\.)\S+/gi;
const sentenceEnd = /[.!?。！？؟;;…\n]+/u;
/** Question marks of the scripts in use. */
const marks = /[?？؟⁇⁉❓❔]/u;
const greekMark = /\p{Script=Greek}\s*[;;]/u;
const mention = /@[^\s@.,!?]+/gu;
const anyLetter = /\p{L}/u;

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

  const sentences = cut.split(sentenceEnd).filter((sentence) => anyLetter.test(sentence));
  const found: Found = { classes: new Set(), buyingPhrase: false, startsAsking: false };
  let words = 0;
  for (const sentence of sentences) words += look(sentence, found);
  const has = (name: PhraseClass) => found.classes.has(name);
  const praises = has('congratulation') && words <= longestPraise;
  const asks = asksWithMark(cut, found, praises) || has('question');

  if (has('job_hunting')) return 'job_hunting';
  if (has('self_promotion')) return 'self_promotion';
  if (has('refusal')) return 'refusal';
  if (has('objection')) return 'objection';
  if (has('buying') && (found.buyingPhrase || asks || has('request') || words <= shortRequest)) return 'buying';
  if (asks) return 'question';
  if (praises) return 'congratulation';
  return found.startsAsking ? 'question' : 'plain';
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

/** A question mark that asks: not after a tag question ("oder?"), and not after praise alone ("Isn't it great?"). */
function asksWithMark(text: string, found: Found, praises: boolean): boolean {
  if (!marks.test(text) && !greekMark.test(text)) return false;
  if (praises && !found.startsAsking) return false;
  return text
    .split(/(?<=[?？؟⁇⁉❓❔;;])/u)
    .some((part) => (marks.test(part) || greekMark.test(part)) && !endsInTagQuestion(part));
}

function endsInTagQuestion(part: string): boolean {
  const clause = part.split(/[,.!、，،]/u);
  const last = clause.at(-1) ?? '';
  if (clause.length < 2 && wordsOf(part).length > 2 && !joinedScripts.test(part)) return false;
  const words = wordsOf(last);
  return candidatesOf(words, fold(last)).some(
    ({ phrase, at }) =>
      phrase.class === 'tagquestion' &&
      (joinedScripts.test(phrase.words[0] ?? '')
        ? pure(last).endsWith(phrase.words[0] ?? '')
        : at === 0 && phrase.words.length === words.length),
  );
}

const pure = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+$/u, '');

/** Notes every phrase of a sentence. Returns how many words it has; of a script without spaces two letters are one. */
function look(sentence: string, found: Found): number {
  const words = wordsOf(sentence);
  const bare = pure(sentence);
  const holding = candidatesOf(words, fold(sentence)).filter((one) => holds(one, words, bare));
  for (const { phrase } of longestOf(holding)) {
    if (phrase.place === 'start' && phrase.class === 'question') found.startsAsking = true;
    else found.classes.add(phrase.class);
    if (phrase.class === 'buying' && (phrase.words.length > 1 || isJoined(phrase))) found.buyingPhrase = true;
  }
  return joinedScripts.test(sentence) ? Math.max(words.length, Math.ceil(bare.length / 4)) : words.length;
}

const isJoined = (phrase: CommentPhrase) => joinedScripts.test(phrase.words[0] ?? '');

/** Whether a phrase stands where it must. @param bare the folded sentence without its last signs. */
function holds({ phrase, at }: Candidate, words: readonly string[], bare: string): boolean {
  if (phrase.class === 'tagquestion') return false;
  if (phrase.place === 'end') {
    return isJoined(phrase) ? bare.endsWith(phrase.words[0] ?? '') : at + phrase.words.length === words.length;
  }
  if (phrase.place === 'any') return true;
  // "Great!" praises, "Great teams fail here too, as ours did" says something.
  const isShort = words.length <= phrase.words.length + besideOpening;
  return at === 0 && (phrase.class !== 'congratulation' || isShort);
}

/** Without those inside a longer one of another class: "how much time" asks no price, "not interested" is no interest. */
function longestOf(candidates: readonly Candidate[]): readonly Candidate[] {
  const spanOf = ({ phrase }: Candidate) =>
    isJoined(phrase)
      ? { unit: 'letter', length: (phrase.words[0] ?? '').length }
      : { unit: 'word', length: phrase.words.length };
  const longest = new Map<string, Candidate>();
  const keyOf = (unit: string, at: number) => `${unit} ${at}`;
  for (const one of candidates) {
    const { unit, length } = spanOf(one);
    for (let at = one.at; at < one.at + length; at += 1) {
      const other = longest.get(keyOf(unit, at));
      if (other === undefined || spanOf(other).length < length) longest.set(keyOf(unit, at), one);
    }
  }
  return candidates.filter((one) => {
    const { unit, length } = spanOf(one);
    const over = longest.get(keyOf(unit, one.at));
    const covers = over !== undefined && over === longest.get(keyOf(unit, one.at + length - 1));
    return !covers || over.phrase.class === one.phrase.class || spanOf(over).length <= length;
  });
}

/** A phrase, and at which word or letter it begins. */
interface Candidate {
  readonly phrase: CommentPhrase;
  readonly at: number;
}

/** Every phrase that stands somewhere in the words or, for scripts without spaces, in the text. */
function candidatesOf(words: readonly string[], folded: string): Candidate[] {
  const list: Candidate[] = [];
  for (const [at, word] of words.entries()) {
    for (const phrase of byFirstWord.get(word) ?? []) if (standsAt(phrase, words, at)) list.push({ phrase, at });
    for (const phrase of byStem.get(word.slice(0, stemKey)) ?? []) {
      if (standsAt(phrase, words, at)) list.push({ phrase, at });
    }
  }
  if (joinedScripts.test(folded)) {
    for (let at = 0; at < folded.length; at += 1) {
      for (const phrase of byBeginning.get(folded.charAt(at)) ?? []) {
        if (folded.startsWith(phrase.words[0] ?? '', at)) list.push({ phrase, at });
      }
    }
  }
  return list;
}

function standsAt(phrase: CommentPhrase, words: readonly string[], at: number): boolean {
  return phrase.words.every((wanted, n) => {
    const word = words[at + n];
    if (word === undefined) return false;
    return wanted.endsWith('*') ? word.startsWith(wanted.slice(0, -1)) : word === wanted;
  });
}
