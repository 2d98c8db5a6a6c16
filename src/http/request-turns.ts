/**
 * Turns of requests that are worked on: a few at once for each of the names that a request is counted under, so that no name takes all of
 * the process. Others wait in the order they came, and go past those whose names have no place.
 */
import { OperationError } from '../shared/errors';

export interface TurnLimit {
  /** Requests of one name that are worked on at once, and that wait. */
  readonly running: number;
  readonly waiting: number;
}

/** A name that a request is counted under, and what it may have. */
export interface TurnName {
  readonly name: string;
  readonly limit: TurnLimit;
}

interface Waiter {
  readonly names: readonly TurnName[];
  readonly start: () => void;
}

/** What is under way under a name. */
interface Place {
  running: number;
  /** In the order they came. */
  readonly waiting: Set<Waiter>;
}

export class RequestTurns {
  private readonly places = new Map<string, Place>();

  /**
   * Waits for a turn under every one of the names.
   * @returns gives the turn back; to be called once.
   * @throws OperationError `rate_limited` when too many requests of a name wait already.
   */
  async enter(names: readonly TurnName[]): Promise<() => void> {
    if (this.fits(names)) this.begin(names);
    else await this.wait(names);
    return () => this.leave(names);
  }

  private wait(names: readonly TurnName[]): Promise<void> {
    const full = names.find(({ name, limit }) => (this.places.get(name)?.waiting.size ?? 0) >= limit.waiting);
    if (full) {
      const { running, waiting } = full.limit;
      throw new OperationError(
        'rate_limited',
        `${running} requests are under way and ${waiting} wait; send fewer at once.`,
      );
    }
    return new Promise((start) => {
      const waiter = { names, start };
      for (const { name } of names) this.placeOf(name).waiting.add(waiter);
    });
  }

  private leave(names: readonly TurnName[]): void {
    for (const { name } of names) this.placeOf(name).running -= 1;
    for (const { name } of names) {
      for (const waiter of this.placeOf(name).waiting) {
        if (!this.fits(waiter.names)) continue;
        for (const other of waiter.names) this.placeOf(other.name).waiting.delete(waiter);
        this.begin(waiter.names);
        waiter.start();
        break;
      }
    }
    for (const { name } of names) {
      const { running, waiting } = this.placeOf(name);
      if (running === 0 && waiting.size === 0) this.places.delete(name);
    }
  }

  private fits(names: readonly TurnName[]): boolean {
    return names.every(({ name, limit }) => (this.places.get(name)?.running ?? 0) < limit.running);
  }

  private begin(names: readonly TurnName[]): void {
    for (const { name } of names) this.placeOf(name).running += 1;
  }

  private placeOf(name: string): Place {
    let place = this.places.get(name);
    if (!place) this.places.set(name, (place = { running: 0, waiting: new Set() }));
    return place;
  }
}
