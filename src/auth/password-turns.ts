/**
 * Decides whose password is checked next. A check costs processor time on purpose, so few run at once and the rest wait here. The
 * code is pure: it has no clock and no promises (hash-queue.ts has those), so a test can simulate any flood and count turns.
 *
 * - Each class has its own turns in every round, so no flood of one class keeps another out.
 * - Within a class, addresses, their neighbourhoods and accounts take turns: those with the fewest recent turns go first.
 * - Places to wait are bounded for each class. The one who would go last gives way, so a burst pushes out itself.
 */

/** By trust: a browser or place where this person signed in before; an address without failures; all others. */
export const turnClasses = ['known', 'clean', 'other'] as const;
export type TurnClass = (typeof turnClasses)[number];

/** The order of turns, repeated. A turn that its class does not need goes to the most trusted class that waits. */
export const round: readonly TurnClass[] = ['known', 'clean', 'known', 'clean', 'known', 'clean', 'known', 'other'];

/** Places to wait. Even if all are taken, all of them are checked within three seconds on one processor. */
export const places: Readonly<Record<TurnClass, number>> = { known: 24, clean: 24, other: 12 };

/** "Recent" means this many turns of a class. */
const remembered = 512;

/** A waiting password check. */
export interface Waiting {
  readonly class: TurnClass;
  /** What the check shares turns by: the networks it comes from, and the account it tries. */
  readonly shares: readonly string[];
}

export class Turns<W extends Waiting> {
  private readonly lines: Readonly<Record<TurnClass, Line<W>>> = {
    known: new Line(places.known),
    clean: new Line(places.clean),
    other: new Line(places.other),
  };
  private at = 0;

  /** Adds a waiting check. @returns the one that gives way: the new one, another one, or none. */
  add(waiting: W): W | undefined {
    return this.lines[waiting.class].add(waiting);
  }

  /** Removes and returns the next in turn; undefined if none waits. */
  next(): W | undefined {
    const due = round[this.at % round.length] ?? 'known';
    this.at += 1;
    for (const name of [due, ...turnClasses]) {
      const next = this.lines[name].next();
      if (next) return next;
    }
    return undefined;
  }

  /** Records a turn without waiting. */
  noteTurn(waiting: W): void {
    this.lines[waiting.class].noteTurn(waiting);
  }
}

/** The waiting checks of one class in order of arrival, and the latest turns. */
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

  /** Ordered by the turns that its shares had recently or will have before this one; equal ones by arrival. */
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
