/** A client that does what the docs ask of clients: after 429, 502, 503, 504 or a broken connection it waits and sends the same again. */
import { setTimeout } from 'node:timers/promises';

export interface Call {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** How often the call was sent. */
  readonly attempts: number;
}

/** What became of the calls of one kind. */
export interface Tally {
  calls: number;
  /** Calls whose first attempt was not answered well. */
  failed: number;
  /** Of those: calls that were never answered, however often they were sent. */
  given: number;
  /** Answers 500, of any attempt. */
  internal: number;
  /** What the failed attempts met: a status, or `broken` for a connection. */
  readonly met: Record<string, number>;
}

/** After this long a client gives up, in milliseconds. */
const patienceMs = 120_000;
/** Longest wait for one answer, in milliseconds. */
const timeoutMs = 30_000;
const retried: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class Client {
  readonly tallies: Record<string, Tally> = {};

  /** @param base of the service, without a slash at the end. */
  constructor(private readonly base: () => string) {}

  /**
   * Sends a call until it is answered with something else than "later".
   * @param kind under which it is counted.
   * @param isLater whether an answer of another status asks to come again, as an answer of a tool does in words.
   * @throws Error when it never was.
   */
  async ask(kind: string, call: Call, isLater: (answer: Answer) => boolean = () => false): Promise<Answer> {
    const tally = (this.tallies[kind] ??= { calls: 0, failed: 0, given: 0, internal: 0, met: {} });
    tally.calls += 1;
    const giveUpAt = performance.now() + patienceMs;
    for (let attempt = 0; performance.now() < giveUpAt; attempt += 1) {
      const answer = await this.once(call, attempt + 1);
      if (answer?.status === 500) tally.internal += 1;
      if (answer && !retried.has(answer.status) && !isLater(answer)) return answer;
      const met = answer ? String(answer.status === 200 ? 'in words' : answer.status) : 'broken';
      tally.met[met] = (tally.met[met] ?? 0) + 1;
      if (attempt === 0) tally.failed += 1;
      await setTimeout(1_000 * Math.min(5, Number(answer?.headers.get('retry-after') ?? 0.3)));
    }
    tally.given += 1;
    throw new Error(`${kind}: no answer within ${patienceMs / 1000} s`);
  }

  private async once(call: Call, attempts: number): Promise<Answer | undefined> {
    const { path, method = 'GET', headers = {}, body } = call;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(this.base() + path, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text(), attempts };
    } catch {
      return undefined;
    }
  }
}
