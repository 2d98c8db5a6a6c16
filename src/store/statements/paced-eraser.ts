/** Searches many texts without blocking the event loop. */
import { setImmediate } from 'node:timers/promises';
import type { TextEraser } from '../../../packages/reader/src';

/**
 * After this many characters the event loop gets a turn: about 25 ms of searching. One text has at most 50,000
 * (`lengths.post`).
 */
export const charactersOfTurn = 100_000;

/** A `TextEraser` that yields to the event loop regularly, however many texts it is given one after the other. */
export class PacedEraser {
  private looked = 0;

  constructor(private readonly eraser: TextEraser) {}

  /** See `TextEraser.clean`. */
  async clean(text: string): Promise<string> {
    await this.turn(text);
    return this.eraser.clean(text);
  }

  /** See `TextEraser.names`. */
  async names(text: string): Promise<boolean> {
    return (await this.clean(text)) !== text;
  }

  private async turn({ length }: string): Promise<void> {
    this.looked += length;
    if (this.looked < charactersOfTurn) return;
    this.looked = length;
    await setImmediate();
  }
}
