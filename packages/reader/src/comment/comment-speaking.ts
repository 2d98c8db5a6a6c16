/** Which phrases of a sentence speak: the longest over each word, without what a negation denies. */
import { endsClause, kindsIn } from './comment-letters';
import type { Match, Words } from './comment-matching';
import { bitsOf, classOf, type Slot } from './comment-phrases';

/** Words of one clause between a negation and what it denies. */
const negationReach = 3;
/** The same of "without": "without sign-up a price" asks for one. */
const withoutReach = 1;
/** Letters between them where words run together. */
const joinedReach = 3;
/** Words of one clause between what seeks and a negation behind it; one more at the end of the clause. */
const reachBehind = 1;
/** Words of a negation at most. */
const longestNegation = 3;

const not = bitsOf('not');
const without = bitsOf('without');
/** Classes that deny what follows them; `not` also what it stands in the gap of. */
const denying = not | without;
/** Classes whose phrases a negation turns off. */
const deniable = bitsOf(
  'request',
  'price',
  'leaving',
  'topic',
  'cost',
  'fit',
  'versus',
  'seek',
  'end',
  'please',
  'objection',
  'failed',
  'used',
  'self_promotion',
  'contact',
  'cheer',
);
const withdrawn = classOf('withdrawn');
/** Hides nothing, since an offer may be asked for inside it, and is hidden by what says nothing. */
const content = classOf('content');
const sell = classOf('sell');
const isDeniable = ({ phrase }: Match) =>
  (phrase.class & deniable) !== 0 || phrase.class === withdrawn || phrase.class === sell;
/** Classes that a negation behind them turns off as well: "write me not", "we need no tool". */
const deniedFromBehind = bitsOf('seek', 'contact');
/** Classes that hide nothing and are not hidden: they stand between others. */
const unhiding = bitsOf('not', 'without', 'but', 'past', 'used', 'end', 'vendor');
const none = bitsOf('none');
const refusal = bitsOf('refusal');
const seek = bitsOf('seek');
const cheer = bitsOf('cheer');
const congratulation = bitsOf('congratulation');

/**
 * Of the phrases that stand in a sentence those that speak: without those inside a longer one of another class ("how much time"
 * asks no price, "not interested" is no interest) and without what a negation denies ("not too expensive", "please no demo").
 * @param asked whether the sentence has a question mark: then what is denied is not refused.
 */
export function speakingOf(inPlace: readonly Match[], words: Words, asked: boolean): readonly Match[] {
  const negations = negationsIn(inPlace);
  if (negations === undefined) return longestOf(inPlace);
  const split = new Set(inPlace.filter((match) => isDeniedInGap(match, negations, words)));
  const longest = longestOf(inPlace, split);
  const spanOf = ({ from, to, phrase }: Match) => `${phrase.class} ${from} ${to}`;
  // The same word in two languages is one word.
  const spans = new Set(
    longest.filter((match) => split.has(match) || isDenied(match, negations, words)).map((match) => spanOf(match)),
  );
  return longest.map((match) => (spans.has(spanOf(match)) ? denied(match, asked) : match));
}

/** Negations by where they end. */
type Negations = ReadonlyMap<number, Match>;

/** The negations among phrases: without those in a longer phrase that says nothing ("not only"). Undefined if there are none. */
function negationsIn(matches: readonly Match[]): Negations | undefined {
  let negations: Map<number, Match> | undefined;
  for (const match of matches) {
    if ((match.phrase.class & denying) !== 0) (negations ??= new Map()).set(placeOf(match, match.to), match);
  }
  if (negations === undefined) return undefined;
  for (const hiding of matches) {
    if (hiding.phrase.class !== none) continue;
    for (const [place, one] of negations) if (contains(hiding, one)) negations.delete(place);
  }
  return negations.size === 0 ? undefined : negations;
}

/** Whether a phrase stands inside another. */
const contains = (outer: Match, inner: Match) =>
  outer.phrase.joined === inner.phrase.joined && outer.from <= inner.from && inner.to <= outer.to;

/** A place beside a phrase, in its language and its units, as a number; a sentence has fewer of them than the factor. */
const placeOf = ({ phrase }: Match, at: number) => (phrase.language * 2 + (phrase.joined ? 1 : 0)) * 0x1_00_00 + at;

/** Whether a negation of its language stands close before a phrase, in the same clause. */
function isDenied(match: Match, negations: Negations, words: Words): boolean {
  const { phrase, from } = match;
  if (!isDeniable(match)) return false;
  const reach = phrase.joined ? joinedReach : negationReach - 1;
  for (let back = 0; back <= reach && back <= from; back += 1) {
    const one = negations.get(placeOf(match, from - back));
    if (one === undefined || (one.phrase.class === without && back > withoutReach)) continue;
    if (inOneClause(one, match, words)) return true;
  }
  return (phrase.class & deniedFromBehind) !== 0 && !phrase.joined && isDeniedBehind(match, negations, words);
}

/** "We need no tool", "a tool we need (right now) not": close behind what seeks, or close behind it at the end of the clause. */
function isDeniedBehind(match: Match, negations: Negations, { clauses }: Words): boolean {
  const clause = clauses[match.to - 1];
  const furthest = match.to + reachBehind + 1 + longestNegation;
  for (let to = match.to + 1; to <= furthest && clauses[to - 1] === clause; to += 1) {
    const one = negations.get(placeOf(match, to));
    if (one?.phrase.class !== not || one.from < match.to) continue;
    const between = one.from - match.to;
    if (between <= reachBehind || (between === reachBehind + 1 && clauses[to] !== clause)) return true;
  }
  return false;
}

/** Whether a negation stands in a gap of a phrase: "please * a demo" in "please no demo". */
function isDeniedInGap(match: Match, negations: Negations, words: Words): boolean {
  const { phrase, from, to } = match;
  if (!isDeniable(match) || !phrase.hasGap) return false;
  for (let at = from + 1; at < to; at += 1) {
    const one = negations.get(placeOf(match, at));
    if (one?.phrase.class === not && one.from >= from && isInGap(one, match, words)) return true;
  }
  return false;
}

/** Whether a negation inside a phrase is none of its words, and stands in the clause that the phrase ends in. */
function isInGap(one: Match, { phrase, to }: Match, { bare, list, clauses }: Words): boolean {
  const text = phrase.joined ? bare.slice(one.from, one.to) : list.slice(one.from, one.to).join(' ');
  if (phrase.slots.some((slot) => isOf(slot, text))) return false;
  return phrase.joined ? !partsClauses(bare.slice(one.to, to)) : clauses[one.from] === clauses[to - 1];
}

/** Whether a text is of the words of a phrase itself rather than of a gap. */
const isOf = ({ words, others }: Slot, text: string) =>
  words.has(text) || others.some((choice) => ` ${choice.map((word) => word.text).join(' ')} `.includes(` ${text} `));

/** Whether two phrases stand in the same clause: a comma parts them. */
export function inOneClause(a: Match, b: Match, { bare, clauses }: Words): boolean {
  if (!a.phrase.joined || !b.phrase.joined) return clauses[a.from] === clauses[b.from];
  return !partsClauses(bare.slice(Math.min(a.to, b.to), Math.max(a.from, b.from)));
}

const partsClauses = (text: string) => (kindsIn(text) & endsClause) !== 0;

/** "We are not looking for a tool" declines, unless it is asked; of everything else that is denied nothing is left. */
const denied = (match: Match, asked: boolean): Match => ({
  ...match,
  phrase: { ...match.phrase, class: match.phrase.class === seek && !asked ? refusal : none },
});

/** "Great" in "great news, congratulations" is praise as well. */
const kindOf = ({ phrase }: Match) => (phrase.class === cheer ? congratulation : phrase.class);

/** What gives way to a phrase as long as itself ("we decided for" Acme, "we decided for you"). */
const givesWay = ({ phrase }: Match) => (phrase.class === withdrawn ? 1 : 0);

/** Whether of two phrases over a word the first decides: the longer, or the one that begins and is listed first. */
const isBefore = (a: Match, b: Match) =>
  (a.to - a.from - (b.to - b.from) || b.from - a.from || givesWay(b) - givesWay(a) || b.phrase.rank - a.phrase.rank) >
  0;

/** The phrases without those inside a longer one of another class; one that is denied in its gap hides no refusal. */
function longestOf(matches: readonly Match[], split?: ReadonlySet<Match>): readonly Match[] {
  if (matches.length < 2) return matches;
  // The longest over each word and over each letter.
  const words: (Match | undefined)[] = [];
  const letters: (Match | undefined)[] = [];
  for (const one of matches) {
    if ((one.phrase.class & unhiding) !== 0 || one.phrase.class === content) continue;
    const units = one.phrase.joined ? letters : words;
    while (units.length < one.to) units.push(undefined);
    for (let at = one.from; at < one.to; at += 1) {
      const other = units[at];
      if (other === undefined || isBefore(one, other)) units[at] = one;
    }
  }
  return matches.filter((one) => {
    const units = one.phrase.joined ? letters : words;
    const other = units[one.from];
    if (other === one || other === undefined || other !== units[one.to - 1]) return true;
    if ((one.phrase.class & unhiding) !== 0) return true;
    if (one.phrase.class === content && other.phrase.class !== none) return true;
    if (one.phrase.class === refusal && split?.has(other) === true) return true;
    if (kindOf(other) === kindOf(one)) return true;
    const longer = other.to - other.from - (one.to - one.from);
    return longer < 0 || (longer === 0 && givesWay(one) === 0);
  });
}
