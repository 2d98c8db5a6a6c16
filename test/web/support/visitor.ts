/** A browser as the consent page meets it, without a screen. */

/** A browser without its screen: keeps cookies, follows nothing. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(private readonly service: { readonly url: string }) {}

  async get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
    return this.ask(path, {});
  }

  async post(path: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) {
    const body = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value);
    return this.ask(path, { method: 'POST', body, headers });
  }

  private async ask(path: string, init: { method?: string; body?: URLSearchParams; headers?: Record<string, string> }) {
    const Cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.service.url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, Cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** The token of a page's form, without which it is not taken. */
export const formTokenIn = (page: string) => /name="formToken"\s+value="([^"]+)"/.exec(page)?.[1] ?? '';
