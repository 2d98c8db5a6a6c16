/** Whether a second reader reads better than the built-in one, on comments whose class a person set. */
import { isAsking, type CommentClass } from '../../shared/values';

/** One labelled comment, as both read it. `second` is the built-in reading where the model was not asked, or gave no class. */
export interface Compared {
  readonly truth: CommentClass;
  readonly builtIn: CommentClass;
  readonly second: CommentClass;
}

export interface Comparison {
  readonly comments: number;
  readonly builtInRight: number;
  readonly secondRight: number;
  /** Comments that only the second, or only the built-in one, reads rightly. */
  readonly gained: number;
  readonly lost: number;
  /** Comments that ask for nothing and were read as asking: they make somebody call who should not be called. */
  readonly builtInFalseAsking: number;
  readonly secondFalseAsking: number;
  /** How likely so many gains, or more, were by chance. */
  readonly chance: number;
  readonly beats: boolean;
}

/** Gains may be luck with a chance below this (a one-sided sign test, or McNemar's exact test). */
const mostChance = 0.05;

/** Compares them. It beats the built-in reader if its gains are no luck, and it reads no more comments wrongly as asking. */
export function compare(rows: readonly Compared[]): Comparison {
  const count = (isCounted: (row: Compared) => boolean) => rows.filter(isCounted).length;
  const gained = count(({ truth, builtIn, second }) => second === truth && builtIn !== truth);
  const lost = count(({ truth, builtIn, second }) => second !== truth && builtIn === truth);
  const builtInFalseAsking = count(({ truth, builtIn }) => isAsking(builtIn) && !isAsking(truth));
  const secondFalseAsking = count(({ truth, second }) => isAsking(second) && !isAsking(truth));
  const chance = chanceOf(gained, gained + lost);
  return {
    comments: rows.length,
    builtInRight: count(({ truth, builtIn }) => builtIn === truth),
    secondRight: count(({ truth, second }) => second === truth),
    ...{ gained, lost, builtInFalseAsking, secondFalseAsking, chance },
    beats: chance < mostChance && secondFalseAsking <= builtInFalseAsking,
  };
}

/** The chance of `least` or more heads in `tosses` of a fair coin. */
function chanceOf(least: number, tosses: number): number {
  let [chance, term] = [0, -tosses * Math.LN2];
  for (let heads = 0; heads <= tosses; heads += 1) {
    if (heads >= least) chance += Math.exp(term);
    term += Math.log((tosses - heads) / (heads + 1));
  }
  return Math.min(1, chance);
}
