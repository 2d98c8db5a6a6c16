/**
 * An application with its own people and ES256 session tokens, the page of docs/consent-page.md in Chromium, both generations
 * of the MCP SDK as assistants, and the real service: what the page says in each case is what the table of that document says.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createProvisioningKey } from '../../../src/auth/provisioning-keys';
import { createOrganization } from '../../../src/store/access/organizations';
import { startTestService, type TestService } from '../../support/service';
import { browserPath, openBrowser } from '../../web/support/browser';
import { documentedCases, startApplication, type Application } from '../../oauth/support/application';
import * as flow from '../../oauth/support/flow';
import { callback, generations, Memory } from '../../oauth/support/sdk-clients';

// The key set hangs for as long as the service waits for it.

it('is not left out where everything must run', () => {
  expect(browserPath !== undefined || process.env['CI'] !== 'true').toBe(true);
});

const withChromium = () => {
  let application: Application;
  let service: TestService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let endpoints: flow.Endpoints;
  const workspaces = new Map<string, { id: string; key: string }>();
  /** Rows of the document's table that were tried. */
  const tried = new Set<string>();

  beforeAll(async () => {
    application = await startApplication();
    service = await startTestService({
      env: {
        CONSENT_PAGE_URL: `${application.origin}/connect`,
        SESSION_TOKEN_JWKS_URL: `${application.origin}/jwks`,
        SESSION_TOKEN_SUBJECT: 'external',
        // The application is the one directory of both workspaces.
        PROVISIONING_DIRECTORY: 'shared',
        SESSION_TOKEN_ISSUER: application.issuer,
        OAUTH_REGISTRATIONS_PER_HOUR: '1000',
      },
    });
    endpoints = { issuer: `${service.baseUrl}/mcp/oauth`, resource: `${service.baseUrl}/mcp` };
    application.serve(endpoints.issuer);
    for (const name of ['Acme', 'Beta']) {
      const made = await createOrganization(service.db, name);
      if (!made) throw new Error(`${name} is there already`);
      workspaces.set(name, { id: made.id, key: (await createProvisioningKey(service.db, made.id, name)).key });
    }
    await put('Acme', 'olive', { email: 'olive@example.com', displayName: 'Olive', role: 'OWNER' });
    await put('Beta', 'nils', { email: 'nils@example.com', role: 'OWNER' });
    await put('Beta', 'olive', { role: 'ADMIN' });
    await put('Acme', 'mia', { email: 'mia@example.com', role: 'MEMBER' });
    await put('Acme', 'ines', { email: 'ines@example.com', role: 'MEMBER' });
    await put('Acme', 'ines', { active: false });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.end();
    await application.close();
  });
  beforeEach(async () => {
    application.signIn('olive');
    context = await browser.newContext();
    // The assistant's own address: only what it is told there matters.
    await context.route(`${callback}**`, (route) => route.fulfill({ body: 'back at the assistant' }));
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const workspace = (name: string) => workspaces.get(name) ?? { id: '', key: '' };
  /** The application keeps its people in the service. */
  const put = async (name: string, person: string, facts: object) => {
    const { id, key } = workspace(name);
    const answer = await flow.send(`${service.baseUrl}/admin/organizations/${id}/members/${person}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(facts),
    });
    expect([200, 201]).toContain(answer.status);
  };

  /** What the document has the page say in this case. */
  const documented = (name: string) => {
    if (!documentedCases.has(name)) throw new Error(`the document's table has no case ${name}`);
    tried.add(name);
    return documentedCases.get(name) ?? '';
  };
  const says = async (name: string, on = page) => {
    const words = documented(name);
    await on.waitForFunction(`document.body.innerText.includes(${JSON.stringify(words)})`);
  };
  const begin = async (scope = flow.fullScope) => {
    const clientId = await flow.register(endpoints, { redirect_uris: [callback], client_name: 'Helper' });
    const { verifier, challenge } = flow.pkce();
    return {
      clientId,
      verifier,
      url: flow.authorizeUrl(endpoints, clientId, challenge, { redirect_uri: callback, scope }),
    };
  };
  const asked = async (url: string, on = page) => {
    await on.goto(url);
    await on.waitForSelector('#scopes input');
  };
  const press = (name: 'Approve' | 'Cancel' | 'Ask an owner or admin', on = page) =>
    on.click(`button:has-text("${name}")`);
  /** Where the browser ends: at the assistant. */
  const back = async (on = page) => {
    await on.waitForURL(`${callback}?**`);
    return new URL(on.url());
  };

  describe.each(generations)('with %s', (name, open) => {
    const memory = new Memory();
    const attempt = () => open(endpoints.resource, memory);
    /** The assistant is refused, opens the browser, and the person decides there. */
    const connect = async (work: () => Promise<unknown>, decide: () => Promise<void>) => {
      memory.opened = undefined;
      const assistant = attempt();
      await expect(work.call(assistant)).rejects.toThrow(/unauthori[sz]ed/i);
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- set while it waits
      if (!memory.opened) throw new Error('no authorization was begun');
      await asked(String(memory.opened));
      await decide();
      return back();
    };
    const scopes = () => memory.saved?.scope?.split(' ') ?? [];

    test('cancel', async () => {
      documented('cancel');
      const url = await connect(
        () => attempt().use(),
        () => press('Cancel'),
      );
      expect(url.searchParams.get('error')).toBe('access_denied');
      expect(memory.saved).toBeUndefined();
    });

    test('untick, and use what is left', async () => {
      documented('untick');
      const url = await connect(
        () => attempt().use(),
        async () => {
          await page.uncheck('input[value="leads:read"]');
          await press('Approve');
        },
      );
      await attempt().finish(url);
      expect(scopes()).toEqual(flow.plainScope.split(' '));
      expect(await attempt().use()).toBeGreaterThan(0);
      expect(await attempt().call('svc_get_mcp_connection_status')).toBe(true);
    });

    test('step up: the page says what is new, and the old connection ends', async () => {
      const before = memory.saved?.access_token ?? '';
      if (name.includes('/sdk 1.')) {
        // It refreshes instead of asking the person, gives up when that changes nothing, and so must be connected again.
        await expect(attempt().call('svc_list_leads')).rejects.toThrow(/403/);
        if (memory.saved) delete memory.saved.refresh_token;
      }
      const url = await connect(
        () => attempt().call('svc_list_leads'),
        async () => {
          await says('step up');
          expect(await page.textContent('#scopes label:has(input[value="leads:read"])')).toContain('(new)');
          expect(await page.textContent('#scopes label:has(input[value="agent:read"])')).not.toContain('(new)');
          await press('Approve');
        },
      );
      await attempt().finish(url);
      expect(await attempt().call('svc_list_leads')).toBe(true);
      expect((await flow.call(endpoints, before)).status).toBe(401);
    });

    test('approve all of it at once, after the connection was ended', async () => {
      documented('approve');
      const fresh = new Memory();
      const assistant = open(endpoints.resource, fresh);
      await expect(assistant.use()).rejects.toThrow(/unauthori[sz]ed/i);
      await asked(String(fresh.opened));
      await press('Approve');
      await assistant.finish(await back());
      expect(fresh.saved?.scope).toBe(flow.fullScope);
      expect(await open(endpoints.resource, fresh).use()).toBeGreaterThan(0);
    });
  });

  test('two workspaces: the one that is chosen', async () => {
    documented('two workspaces');
    const { clientId, verifier, url } = await begin();
    await asked(url);
    expect((await page.locator('#workspace option').allTextContents()).sort()).toEqual(['Acme', 'Beta']);
    await page.selectOption('#workspace', { label: 'Beta' });
    await press('Approve');
    const code = (await back()).searchParams.get('code') ?? '';
    const issued = await flow.token(endpoints, {
      ...flow.codeRequest(endpoints, { clientId, code, verifier }),
      redirect_uri: callback,
    });
    const claims = JSON.parse(Buffer.from(issued.said('access_token').split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ org: workspace('Beta').id });
  });

  test('a member: what they may not approve cannot be ticked and can be asked for, and the rest connects at first try', async () => {
    application.signIn('mia');
    await asked((await begin()).url);
    await says('member');
    expect(await page.isDisabled('input[value="leads:read"]')).toBe(true);
    expect(await page.isChecked('input[value="leads:read"]')).toBe(false);
    await press('Ask an owner or admin');
    await page.waitForFunction(`document.getElementById('note').textContent.includes('was noted')`);
    await press('Approve');
    expect((await back()).searchParams.has('code')).toBe(true);
  });

  test('permitted for members: they approve it themselves', async () => {
    documented('permitted for members');
    const { clientId, url } = await begin();
    const permitted = await flow.send(`${endpoints.issuer}/permits`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${application.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ organizationId: workspace('Acme').id, app: clientId, scopes: flow.fullScope.split(' ') }),
    });
    expect(permitted.status).toBe(200);
    application.signIn('mia');
    await asked(url);
    expect(await page.locator('#workspace option').allTextContents()).toEqual(['Acme']);
    await press('Approve');
    expect((await back()).searchParams.has('code')).toBe(true);
  });

  test.each([
    ['inactive', 'ines'],
    ['unknown', 'nobody-here'],
  ])('%s', async (name, person) => {
    application.signIn(person);
    await asked((await begin()).url);
    await says(name);
    expect(await page.locator('#workspace option').count()).toBe(0);
    expect(await page.getAttribute('a', 'href')).toBe('/sign-in');
    await press('Cancel');
    expect((await back()).searchParams.get('error')).toBe('access_denied');
  });

  test.each([
    ['not signed in', null, 300],
    ['expired session', 'olive', -61],
  ])('%s', async (name, person, seconds) => {
    application.signIn(person, seconds);
    await page.goto((await begin()).url);
    await says(name);
    // Signed in again, the same request goes on.
    application.signIn('olive');
    await page.reload();
    await page.waitForSelector('#scopes input');
  });

  test('expired', async () => {
    const { url } = await begin();
    await asked(url);
    await service.db.run('UPDATE oauth_requests SET expires_at = ? WHERE used_at IS NULL', [Date.now() - 1]);
    await press('Approve');
    await says('expired');
    await page.reload();
    await says('expired');
  });

  test('used, and made up', async () => {
    await asked((await begin()).url);
    const address = page.url();
    await press('Cancel');
    await back();
    await page.goto(address);
    await says('used');
    await page.goto(`${application.origin}/connect?requestToken=made-up`);
    await says('made up');
  });

  test('two tabs: the second decision is none', async () => {
    const { url } = await begin();
    await asked(url);
    const second = await context.newPage();
    await asked(page.url(), second);
    await press('Approve');
    expect((await back()).searchParams.has('code')).toBe(true);
    await press('Approve', second);
    await says('two tabs', second);
    await press('Cancel', second);
    await says('two tabs', second);
  });

  test('back leads to where the person was before, not to a dead page', async () => {
    documented('back');
    await page.goto(`${application.origin}/`);
    await asked((await begin()).url);
    await press('Approve');
    await back();
    await page.goBack();
    expect(page.url()).toBe(`${application.origin}/`);
  });

  /** Loads the page again until it shows the words: keys are fetched again after seconds, not at once. */
  const until = async (shown: () => Promise<boolean>) => {
    // The limit of the test ends what never comes.
    do {
      await page.reload({ waitUntil: 'networkidle' });
    } while (!(await shown()));
  };
  const open = () =>
    page
      .locator('#scopes input')
      .count()
      .then((count) => count > 0);

  test('rotation: a new key is found, and the removed one ends', async () => {
    documented('rotation');
    await asked((await begin()).url);
    const old = application.token();
    application.rotate();
    await until(open);
    const requestToken = new URL(page.url()).searchParams.get('requestToken') ?? '';
    const answer = await flow.send(`${endpoints.issuer}/authorize/request?requestToken=${requestToken}`, {
      headers: { Authorization: `Bearer ${old}` },
    });
    expect([answer.status, answer.json]).toMatchObject([401, { error: { details: [{ path: 'kid' }] } }]);
  });

  test('JWKS down, then hanging, then back: the page says so, everything else goes on, one line in the log', async () => {
    await asked((await begin()).url);
    const warnings = () => service.logLines.filter((line) => line.includes('"level":"warn"') && /session/i.test(line));
    const problem = async (name: string) => ((await page.textContent('#problem')) ?? '').includes(documented(name));
    application.keys('down');
    application.rotate();
    await until(() => problem('JWKS down'));
    application.keys('hanging');
    await until(async () => application.hung() > 0 && (await problem('JWKS hanging')));
    expect(warnings()).toHaveLength(1);
    application.keys('up');
    await until(open);
    await press('Approve');
    expect((await back()).searchParams.has('code')).toBe(true);
    expect(service.logLines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test('every case of the document was tried', () => {
    expect([...tried].sort()).toEqual([...documentedCases.keys()].sort());
  });
};

if (browserPath !== undefined) describe('an application of its own', withChromium);
