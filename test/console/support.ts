/** A browser as the console's API meets it: keeps the cookie, sends the headers that browsers send. */
import { z } from 'zod';
import { send, type TestService } from '../support/service';

export const isPerson = z.object({
  person: z.object({ id: z.string(), email: z.string(), displayName: z.string() }),
  workspaces: z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), rights: z.array(z.string()) })),
});

export interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly code: string | undefined;
  readonly setCookie: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

const envelope = z.object({ error: z.object({ code: z.string() }) });

export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly service: Pick<TestService, 'port'>,
    private readonly options: { readonly origin?: string; readonly prefix?: string } = {},
  ) {}

  get origin(): string {
    return this.options.origin ?? `http://127.0.0.1:${this.service.port}`;
  }

  /** @param path below `/app/api/`. */
  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answered> {
    return this.request('POST', path, JSON.stringify(body), {
      Origin: this.origin,
      'Content-Type': 'application/json',
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
    });
  }

  get(path: string): Promise<Answered> {
    return this.request('GET', path, undefined, {});
  }

  async request(
    method: string,
    path: string,
    body: string | Buffer | undefined,
    headers: Record<string, string>,
  ): Promise<Answered> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const given = Object.entries({
      Host: new URL(this.origin).host,
      ...headers,
      ...(cookie ? { Cookie: cookie } : {}),
    });
    const answer = await send(this.service, `${this.options.prefix ?? ''}/app/api/${path}`, {
      method,
      headers: Object.fromEntries(given.filter(([, value]) => value !== '')),
      ...(body === undefined ? {} : { body }),
    });
    const setCookie = answer.headers['set-cookie'] ?? [];
    for (const field of setCookie) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(field) ?? [];
      if (/Max-Age=0/.test(field)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const parsed: unknown = answer.text === '' ? {} : JSON.parse(answer.text);
    const error = envelope.safeParse(parsed);
    const isObject = z.record(z.string(), z.unknown());
    return {
      status: answer.status,
      body: isObject.parse(parsed),
      code: error.success ? error.data.error.code : undefined,
      setCookie,
      headers: answer.headers,
    };
  }

  signIn(email: string, password: string): Promise<Answered> {
    return this.post('sign-in', { email, password });
  }

  /** The console's cookie. */
  get session(): [string, string] {
    const found = [...this.cookies].find(([name]) => name.endsWith('leadlight-console'));
    if (!found) throw new Error('not signed in');
    return found;
  }
}
