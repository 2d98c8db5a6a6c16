/**
 * Large tables, made in many small steps: all at once where one is asked for first, or before that, with turns for other work in
 * between (`prepare.ts`).
 */

/** Called between two steps. @returns what to wait for before the next; undefined to go on at once */
export type Pause = () => Promise<void> | undefined;

export interface InSteps<Value> {
  /** The value. What is not made of it yet is made now. */
  (): Value;
  /** Makes it before it is asked for. */
  prepare(pause: Pause): Promise<void>;
}

/** A value that is made in steps. @param make yields after each step, and is not called again unless it threw */
export function inSteps<Value extends object>(make: () => Generator<void, Value>): InSteps<Value> {
  let made: Value | undefined;
  let running: Generator<void, Value> | undefined;
  const step = (): void => {
    running ??= make();
    try {
      const { done, value } = running.next();
      if (done === true) made = value;
    } catch (error) {
      running = undefined;
      throw error;
    }
    if (made !== undefined) running = undefined;
  };
  const now = (): Value => {
    for (;;) {
      if (made !== undefined) return made;
      step();
    }
  };
  const prepare = async (pause: Pause): Promise<void> => {
    while (made === undefined) {
      step();
      const wait = pause();
      if (wait) await wait;
    }
  };
  return Object.assign(now, { prepare });
}
