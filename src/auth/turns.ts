/**
 * Whose password is checked next. A check takes processor time on purpose, so few run at once and the rest wait here. Pure:
 * no clock and no promises (hash-queue.ts has those), so a test can play any flood against it and count turns.
 *
 * - Each class has turns of its own in every round, so no flood of one class keeps another out.
 * - Within a class addresses, their neighbourhoods and accounts take turns: those that had the fewest turns lately go first.
 * - Places to wait are bounded for each class. Who would go last gives way, so a burst pushes out itself.
 */

/** By trust: a browser or place where this person signed in before; an address without failures; everybody else. */
export const turnClasses = ['known', 'clean', 'other'] as const;
export type TurnClass = (typeof turnClasses)[number];

/** Whose turn comes, again and again. A turn that its class does not need goes to the most trusted one that waits. */
export const round: readonly TurnClass[] = ['known', 'clean', 'known', 'clean', 'known', 'clean', 'known', 'other'];

/** Places to wait. At the longest wait, all of them are checked well within three seconds on one processor. */
export const places: Readonly<Record<TurnClass, number>> = { known: 24, clean: 24, other: 12 };

/** "Lately" is the last so many turns of a class. */
const remembered = 512;

/** One who waits. */
export interface Waiting {
  readonly class: TurnClass;
  /** What it shares turns by: the networks that it comes from, and the account it tries. */
  readonly shares: readonly string[];
}

export class Turns<W extends Waiting> {
  private readonly lines: Readonly<Record<TurnClass, Line<W>>> = {
    known: new Line(places.known),
    clean: new Line(places.clean),
    other: new Line(places.other),
  };
  private at = 0;

  /** Adds one who waits. @returns who has to give way: the new one, another one, or nobody. */
  add(waiting: W): W | undefined {
    return this.lines[waiting.class].add(waiting);
  }

  /** Takes out whose turn it is; undefined when nobody waits. */
  next(): W | undefined {
    const due = round[this.at % round.length] ?? 'known';
    this.at += 1;
    for (const name of [due, ...turnClasses]) {
      const next = this.lines[name].next();
      if (next) return next;
    }
    return undefined;
  }

  /** Somebody had a turn without waiting for it. */
  noteTurn(waiting: W): void {
    this.lines[waiting.class].noteTurn(waiting);
  }
}

/** Those of one class, in order of arrival, and who had the latest turns. */
class Line<W extends Waiting> {
  private waiting: W[] = [];
  private latest: W[] = [];

  constructor(private readonly places: number) {}

  add(waiting: W): W | undefined {
    this.waiting.push(waiting);
    if (this.waiting.length <= this.places) return undefined;
    const last = this.inOrder().at(-1);
    this.remove(last);
    return last;
  }

  next(): W | undefined {
    const [first] = this.inOrder();
    if (first) this.noteTurn(first);
    this.remove(first);
    return first;
  }

  noteTurn(waiting: W): void {
    this.latest = [...this.latest, waiting].slice(-remembered);
  }

  /** By the turns that its shares had lately or will have before this one; among equals by arrival. */
  private inOrder(): readonly W[] {
    const turns = new Map<string, number>();
    const count = ({ shares }: Waiting): number => {
      let had = 0;
      for (const share of shares) {
        const before = turns.get(share) ?? 0;
        had += before;
        turns.set(share, before + 1);
      }
      return had;
    };
    for (const past of this.latest) count(past);
    return this.waiting
      .map((waiting) => ({ waiting, had: count(waiting) }))
      .sort((a, b) => a.had - b.had)
      .map(({ waiting }) => waiting);
  }

  private remove(gone: W | undefined): void {
    this.waiting = this.waiting.filter((one) => one !== gone);
  }
}
