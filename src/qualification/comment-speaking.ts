/** Which phrases of a sentence speak: the longest over each word, without what a negation denies. */
import { clauseEnd, type Match, type Words } from './comment-matching';
import type { PhraseClass, Slot } from './comment-phrases';

/** Words of one clause between a negation and what it denies. */
const negationReach = 3;
/** The same of "without": "without sign-up a price" asks for one. */
const withoutReach = 1;
/** Letters between them where words run together. */
const joinedReach = 3;

/**
 * Of the phrases that stand in a sentence those that speak: without those inside a longer one of another class ("how much time"
 * asks no price, "not interested" is no interest) and without what a negation before them denies ("not too expensive").
 */
export function speakingOf(standing: readonly Match[], words: Words, asked: boolean): readonly Match[] {
  const negations = negationsIn(standing);
  if (negations.size === 0) return longestOf(standing);
  const split = new Set(standing.filter((match) => isDeniedInGap(match, negations, words)));
  const longest = longestOf(standing, split);
  const spanOf = ({ from, to, phrase }: Match) => `${phrase.class} ${from} ${to}`;
  // The same word in two languages is one word.
  const spans = new Set(
    longest.filter((match) => split.has(match) || isDenied(match, negations, words)).map((match) => spanOf(match)),
  );
  return longest.map((match) => (spans.has(spanOf(match)) ? denied(match, asked) : match));
}

/** Classes that deny what follows them; `not` also what it stands in the gap of. */
const denying = new Set<PhraseClass>(['not', 'without']);

/** The negations among phrases, by where they end: without those in a longer phrase that says nothing ("not only"). */
function negationsIn(matches: readonly Match[]): ReadonlyMap<string, Match> {
  const negations = new Map<string, Match>();
  for (const match of matches) if (denying.has(match.phrase.class)) negations.set(placeOf(match, match.to), match);
  if (negations.size === 0) return negations;
  for (const hiding of matches) {
    if (hiding.phrase.class !== 'none') continue;
    for (const [place, not] of negations) if (contains(hiding, not)) negations.delete(place);
  }
  return negations;
}

/** Whether a phrase stands inside another. */
const contains = (outer: Match, inner: Match) =>
  outer.phrase.joined === inner.phrase.joined && outer.from <= inner.from && inner.to <= outer.to;

/** A place beside a phrase, in its language and its units. */
const placeOf = ({ phrase }: Match, at: number) => `${phrase.language} ${phrase.joined ? 'letter' : 'word'} ${at}`;

/** Whether a negation of its language stands close before a phrase, in the same clause. */
function isDenied(match: Match, negations: ReadonlyMap<string, Match>, words: Words): boolean {
  if (!deniable.has(match.phrase.class)) return false;
  const reach = match.phrase.joined ? joinedReach : negationReach - 1;
  for (let back = 0; back <= reach; back += 1) {
    const not = negations.get(placeOf(match, match.from - back));
    if (not === undefined || (not.phrase.class === 'without' && back > withoutReach)) continue;
    if (inOneClause(not, match, words)) return true;
  }
  return isDeniedFromBehind.has(match.phrase.class) && !match.phrase.joined && isDeniedBehind(match, negations, words);
}

/** Classes that a negation behind them turns off as well: "write me not", "we need no tool". */
const isDeniedFromBehind = new Set<PhraseClass>(['seek', 'contact']);

/** "We need no tool", "a tool we need (right now) not": close behind what seeks, or close behind it at the end of the clause. */
function isDeniedBehind(seek: Match, negations: ReadonlyMap<string, Match>, { clauses }: Words): boolean {
  const clause = clauses[seek.to - 1];
  return [...negations.values()].some(({ phrase, from, to }) => {
    if (phrase.class !== 'not' || phrase.language !== seek.phrase.language || phrase.joined) return false;
    const between = from - seek.to;
    return between >= 0 && clauses[from] === clause && (between < 2 || (between === 2 && clauses[to] !== clause));
  });
}

/** Whether a negation stands in a gap of a phrase: "please * a demo" in "please no demo". */
function isDeniedInGap(match: Match, negations: ReadonlyMap<string, Match>, words: Words): boolean {
  if (!deniable.has(match.phrase.class) || !match.phrase.slots.some(({ gap }) => gap)) return false;
  return [...negations.values()].some((not) => not.phrase.class === 'not' && isInGap(not, match, words));
}

/** Whether a negation stands in a gap of a phrase, in the clause that the phrase ends in. */
function isInGap(not: Match, match: Match, { bare, list, clauses }: Words): boolean {
  if (not.phrase.language !== match.phrase.language || !contains(match, not)) return false;
  const text = match.phrase.joined ? bare.slice(not.from, not.to) : list.slice(not.from, not.to).join(' ');
  if (match.phrase.slots.some((slot) => isOf(slot, text))) return false;
  return match.phrase.joined
    ? !clauseEnd.test(bare.slice(not.to, match.to))
    : clauses[not.from] === clauses[match.to - 1];
}

/** Whether a text is of the words of a phrase itself rather than of a gap. */
const isOf = ({ words, others }: Slot, text: string) =>
  words.has(text) || others.some((choice) => ` ${choice.join(' ')} `.includes(` ${text} `));

/** Whether two phrases stand in the same clause: a comma parts them. */
export function inOneClause(a: Match, b: Match, { bare, clauses }: Words): boolean {
  if (!a.phrase.joined || !b.phrase.joined) return clauses[a.from] === clauses[b.from];
  return !clauseEnd.test(bare.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)));
}

/** Classes whose phrases a negation turns off. */
const deniable = new Set([
  'buying',
  'topic',
  'seek',
  'request',
  'objection',
  'failed',
  'used',
  'self_promotion',
  'contact',
  'cheer',
]);

/** "We are not looking for a tool" declines, unless it is asked; of everything else that is denied nothing is left. */
const denied = (match: Match, asked: boolean): Match => ({
  ...match,
  phrase: { ...match.phrase, class: match.phrase.class === 'seek' && !asked ? 'refusal' : 'none' },
});

/** Classes that hide nothing and are not hidden: they stand between others. */
const unhiding = new Set(['not', 'without', 'but', 'past', 'used']);

/** "Great" in "great news, congratulations" is praise as well. */
const kindOf = ({ phrase }: Match) => (phrase.class === 'cheer' ? 'congratulation' : phrase.class);

/** The phrases without those inside a longer one of another class; one that is denied in its gap hides no refusal. */
function longestOf(matches: readonly Match[], split?: ReadonlySet<Match>): readonly Match[] {
  if (matches.length < 2) return matches;
  // The longest over each word and over each letter.
  const over = { words: new Array<Match | undefined>(), letters: new Array<Match | undefined>() };
  const unitsOf = ({ phrase }: Match) => (phrase.joined ? over.letters : over.words);
  for (const one of matches) {
    if (unhiding.has(one.phrase.class)) continue;
    const units = unitsOf(one);
    for (let at = one.from; at < one.to; at += 1) {
      const other = units[at];
      if (other === undefined || other.to - other.from < one.to - one.from) units[at] = one;
    }
  }
  return matches.filter((one) => {
    const other = unitsOf(one)[one.from];
    const covers = other !== undefined && other === unitsOf(one)[one.to - 1];
    if (!covers || unhiding.has(one.phrase.class)) return true;
    if (one.phrase.class === 'refusal' && split?.has(other) === true) return true;
    return kindOf(other) === kindOf(one) || other.to - other.from <= one.to - one.from;
  });
}
