/** docs/consent-page.md: the page printed there works as it stands. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSessions } from '../../src/access/sessions';
import { startAssistant, type Assistant } from './support/client';
import { person, startConsentService, type ConsentService } from './support/service';

const document = readFileSync(join(__dirname, '..', '..', 'docs', 'consent-page.md'), 'utf8');
const example = /```js\n([\s\S]+?)```/.exec(document)?.[1] ?? '';
const secret = 'a secret that both applications know 123';

describe("somebody else's consent page", () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-page-'));
  let service: ConsentService;
  let assistant: Assistant;
  let page: ChildProcess;
  let pageUrl: string;
  let cookie: string;

  beforeAll(async () => {
    const port = await freePort();
    pageUrl = `http://127.0.0.1:${port}/connect`;
    service = await startConsentService({ CONSENT_PAGE_URL: pageUrl, SESSION_TOKEN_SECRET: secret });
    assistant = await startAssistant(service.url);
    await person(service, 'owner@example.com', { 'Acme Sales': 'OWNER' });
    const [user] = await service.db.select<{ id: string }>('SELECT id FROM users');
    cookie = `session=${openSessions({ secret, dataDir: folder }).mintSession(user?.id ?? '', 60)}`;
    writeFileSync(join(folder, 'page.mjs'), example);
    page = spawn(process.execPath, [join(folder, 'page.mjs')], {
      env: { PORT: String(port), LEADLIGHT_URL: service.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => page.stdout?.once('data', resolve));
  });
  afterAll(async () => {
    page.kill();
    await assistant.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function arrive(): Promise<{ url: string; html: string }> {
    const response = await fetch(assistant.authorizeUrl(), { redirect: 'manual' });
    const url = response.headers.get('location') ?? '';
    expect(url.startsWith(`${pageUrl}?requestToken=`)).toBe(true);
    return { url, html: await (await fetch(url, { headers: { Cookie: cookie } })).text() };
  }

  async function decide(url: string, html: string, decision: string, change: Record<string, string> = {}) {
    const body = new URLSearchParams({ decision });
    for (const [, name = '', value = ''] of html.matchAll(/name="(\w+)" value="([^"]*)"/g)) {
      if (name !== 'decision') body.append(name, change[name] ?? value);
    }
    const answer = await fetch(url, { method: 'POST', body, headers: { Cookie: cookie } });
    return (await answer.text()).replaceAll('&#38;', '&');
  }

  it('is about sixty lines', () => {
    expect(example.split('\n').length).toBeLessThanOrEqual(70);
  });

  it('takes the place of the built-in one', async () => {
    expect((await fetch(`${service.url}/consent`)).status).toBe(404);
  });

  it('approves', async () => {
    const { url, html } = await arrive();
    expect(html).toContain('Desk Assistant wants access');
    const answered = await decide(url, html, 'approve');
    const code = /[?&]code=([\w-]+)/.exec(answered)?.[1] ?? '';
    expect(await assistant.redeem(code)).toBe('workspace:read leads:read analytics:read agent:read');
  });

  it('refuses', async () => {
    const { url, html } = await arrive();
    expect(await decide(url, html, 'cancel')).toContain('error=access_denied');
  });

  it('takes no form but its own', async () => {
    const { url, html } = await arrive();
    expect(await decide(url, html, 'approve', { formToken: 'x' })).toContain('not yours');
  });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
