/**
 * Turns of running requests. Each name that a request counts under runs only a few at once, so no name takes the whole process.
 * Others wait in the order of their arrival. They pass requests whose names have no free place.
 */
import { OperationError } from '../shared/errors';

export interface TurnLimit {
  /** Requests of one name that may run and wait at the same time. */
  readonly running: number;
  readonly waiting: number;
}

/** A name that a request counts under, with its limits. */
export interface TurnName {
  readonly name: string;
  readonly limit: TurnLimit;
}

interface Waiter {
  readonly names: readonly TurnName[];
  readonly start: () => void;
}

/** Requests that run and wait under one name. */
interface Place {
  running: number;
  /** In the order of arrival. */
  readonly waiting: Set<Waiter>;
}

export class RequestTurns {
  private readonly places = new Map<string, Place>();

  /**
   * Takes a turn under all of the names, at once or when there is room.
   * @returns a function to call once, or a promise of it. It gives the turn back. The promise is rejected with OperationError
   * `rate_limited` when too many requests of a name already wait.
   */
  enter(names: readonly TurnName[]): (() => void) | Promise<() => void> {
    const leave = () => this.leave(names);
    if (!this.fits(names)) return this.wait(names, leave);
    this.begin(names);
    return leave;
  }

  private wait(names: readonly TurnName[], leave: () => void): Promise<() => void> {
    const full = names.find(({ name, limit }) => (this.places.get(name)?.waiting.size ?? 0) >= limit.waiting);
    if (full) {
      const { running, waiting } = full.limit;
      const reason = `${running} requests run and ${waiting} wait; send fewer at once.`;
      return Promise.reject(new OperationError('rate_limited', reason));
    }
    return new Promise((resolve) => {
      const waiter = { names, start: () => resolve(leave) };
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
