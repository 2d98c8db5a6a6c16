/**
 * Assistants that refresh their tokens again and again, each time at another process than the last: what happens behind a
 * balancer that keeps nobody in one place. A connection that is refused is lost: its person would have to sign in again.
 */
import { setTimeout } from 'node:timers/promises';

export interface ChainsSetup {
  /** Ports of the service processes. */
  readonly ports: readonly number[];
  readonly clientId: string;
  /** The current refresh token of each connection. */
  readonly refreshTokens: readonly string[];
  /** Rotations of each connection at least. */
  readonly rotations: number;
  /** Whether to go on beyond that. */
  readonly more: () => boolean;
}

export interface Chains {
  readonly refreshed: number;
  /** Answers 503 with `Retry-After`, after which the same token was presented again. */
  readonly later: number;
  /** What a connection was refused with, one line for each that was lost. */
  readonly lost: readonly string[];
  /** Of each refresh that succeeded at once, in ms. */
  readonly latencies: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Every so often the same request is sent to two processes at once, as by a client that did not hear the first answer. */
const twice = 7;
/** A client gives up after so many answers to try again later. */
const patience = 60;

export async function refreshChains(setup: ChainsSetup): Promise<Chains> {
  const chains = setup.refreshTokens.map((token, at) => new Chain(setup, token, at));
  await Promise.all(chains.map((chain) => chain.run()));
  return {
    refreshed: chains.reduce((sum, { latencies }) => sum + latencies.length, 0),
    later: chains.reduce((sum, { later }) => sum + later, 0),
    lost: chains.flatMap(({ lost }) => (lost === undefined ? [] : [lost])),
    latencies: chains.flatMap(({ latencies }) => latencies),
  };
}

class Chain {
  readonly latencies: number[] = [];
  later = 0;
  lost: string | undefined;
  private hops: number;

  constructor(
    private readonly setup: ChainsSetup,
    private token: string,
    at: number,
  ) {
    this.hops = at;
  }

  async run(): Promise<void> {
    const { rotations, more } = this.setup;
    while (this.lost === undefined && (this.latencies.length < rotations || more())) await this.rotate();
  }

  private async rotate(): Promise<void> {
    const begun = performance.now();
    for (let attempt = 0; attempt < patience; attempt += 1) {
      const both = this.latencies.length % twice === twice - 1;
      const answers = await Promise.all(both ? [this.refresh(), this.refresh()] : [this.refresh()]);
      const refused = answers.find((answer) => !isOk(answer) && !isLater(answer));
      if (refused) {
        this.lost = `refreshing: ${refused.status} ${refused.text}`;
        return;
      }
      const good = answers.find(isOk);
      if (good) {
        this.latencies.push(performance.now() - begun);
        return this.take(good);
      }
      this.later += 1;
      await setTimeout(Number(answers[0]?.retryAfter) * 1_000);
    }
    this.lost = `refreshing: ${patience} times 503`;
  }

  /** The access token holds everywhere, at once. */
  private async take({ text }: Answer): Promise<void> {
    // The answer of our own token endpoint.
    const tokens = JSON.parse(text) as { refresh_token: string; access_token: string };
    this.token = tokens.refresh_token;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const answer = await this.post('/api/v1/mcp', body, {
      Authorization: `Bearer ${tokens.access_token}`,
      Accept: 'application/json, text/event-stream',
    });
    if (!isOk(answer) && !isLater(answer)) this.lost = `calling: ${answer.status} ${answer.text}`;
  }

  private refresh(): Promise<Answer> {
    const body = { grant_type: 'refresh_token', refresh_token: this.token, client_id: this.setup.clientId };
    return this.post('/api/v1/mcp/oauth/token', JSON.stringify(body));
  }

  private async post(path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
    const { ports } = this.setup;
    const port = ports[(this.hops += 1) % ports.length] ?? 0;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  }
}

const isOk = ({ status }: Answer) => status === 200;
const isLater = ({ status, retryAfter }: Answer) => status === 503 && Number(retryAfter) > 0;
