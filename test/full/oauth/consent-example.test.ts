/** The page of docs/consent-page.md, as it stands there, in a real browser and at an origin of its own. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { browserPath, openBrowser } from '../../web/support/browser';
import * as flow from '../../oauth/support/flow';
import { addWorkspace, startTestServer, type TestServer, type TestWorkspace } from '../../oauth/support/server';

const document = readFileSync(join(__dirname, '../../../docs/consent-page.md'), 'utf8');
const html = /```html\n(.*?)```/s.exec(document)?.[1] ?? '';

it('is not left out where everything must run', () => {
  expect(browserPath !== undefined || process.env['CI'] !== 'true').toBe(true);
});

const inBrowser = () => {
  let host: Server;
  let origin: string;
  let server: TestServer;
  let workspace: TestWorkspace;
  let browser: Browser;
  let page: Page;
  let session: string;

  beforeAll(async () => {
    host = createServer((req, res) => {
      if (req.url === '/session-token') return res.end(session);
      res.setHeader('Content-Type', 'text/html');
      return res.end(html.replace('https://leads.example.com/api/v1/mcp/oauth', server.issuer));
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    server = await startTestServer({ env: { CONSENT_PAGE_URL: `${origin}/connect` } });
    workspace = await addWorkspace(server);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  });
  beforeEach(async () => {
    session = workspace.people.OWNER.session;
    page = await browser.newPage();
    // The assistant's own page: nothing is there to answer, and only its address matters.
    await page.route('http://localhost:9/**', (route) => route.fulfill({ body: 'back at the assistant' }));
  });
  afterEach(() => page.close());

  const begin = async () => {
    const redirectUri = 'http://localhost:9/callback';
    const clientId = await flow.register(server, {
      redirect_uris: [redirectUri],
      client_name: 'Example assistant',
    });
    const { verifier, challenge } = flow.pkce();
    const url = flow.authorizeUrl(server, clientId, challenge, { redirect_uri: redirectUri, scope: flow.fullScope });
    await page.goto(url);
    await page.waitForSelector('#scopes input');
    return { clientId, verifier, redirectUri };
  };

  test('approving some of it connects the assistant', async () => {
    const { clientId, verifier, redirectUri } = await begin();
    expect(await page.textContent('h1')).toContain('Example assistant');
    expect(await page.textContent('#host')).toBe('localhost:9');
    await page.uncheck('input[value="leads:read"]');
    await page.click('button:has-text("Approve")');
    await page.waitForURL('http://localhost:9/callback?**');
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const issued = await flow.token(server, {
      ...flow.codeRequest(server, { clientId, code, verifier }),
      redirect_uri: redirectUri,
    });
    expect([issued.status, issued.said('scope')]).toEqual([200, flow.plainScope]);
  });

  test('cancelling says so to the assistant', async () => {
    await begin();
    await page.click('button:has-text("Cancel")');
    await page.waitForURL('http://localhost:9/callback?**');
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
  });

  test('a member is shown what needs an admin, and connects with the rest', async () => {
    session = workspace.people.MEMBER.session;
    await begin();
    expect(await page.textContent('#scopes')).toContain('needs an owner or admin');
    expect(await page.isDisabled('input[value="leads:read"]')).toBe(true);
    await page.click('button:has-text("Approve")');
    await page.waitForURL('http://localhost:9/callback?**');
    expect(new URL(page.url()).searchParams.has('code')).toBe(true);
  });
};

if (browserPath !== undefined) describe('in a browser', inBrowser);
