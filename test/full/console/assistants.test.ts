/** Assistants in the console, in a browser: how to connect one, the word when it is connected, what members ask for, ending it. */
import type { BrowserContext, Page } from 'playwright-core';
import { startAssistant, type Assistant } from '../../web/support/client';
import { password } from '../../web/support/service';
import { DemoConsole, inspect } from './support/demo';

const inChromium = () => {
  let demo: DemoConsole;
  let assistant: Assistant;

  beforeAll(async () => {
    demo = await DemoConsole.start({ OAUTH_REGISTRATIONS_PER_HOUR: '1000' });
    assistant = await startAssistant(`http://127.0.0.1:${demo.service.port}`);
  });
  afterAll(async () => {
    await assistant.close();
    await demo.end();
  });

  /** The consent page, opened by the assistant beside the console: it asks for no password again. */
  async function arrive(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(assistant.authorizeUrl());
    await page.getByRole('heading', { name: /wants access/ }).waitFor();
    return page;
  }
  async function approve(context: BrowserContext): Promise<void> {
    const page = await arrive(context);
    const callback = assistant.nextCallback();
    await page.getByRole('button', { name: 'Approve' }).click();
    await assistant.redeem((await callback).get('code') ?? '');
    await page.close();
  }

  it('turns green by itself when an assistant connects, lists it, and ends it', async () => {
    const { page, context, complaints } = await demo.signedIn();
    await page.goto(demo.at('integrations/assistants'));
    await page.getByText('Nothing is connected').waitFor();
    await page.getByText('Claude Code', { exact: true }).click();
    await page.getByText('Waiting for a new connection').waitFor();
    const url = `http://127.0.0.1:${demo.service.port}/api/v1/mcp`;
    await page.getByText(`claude mcp add --transport http leadlight ${url}`).waitFor();
    await inspect(page, 'assistants-waiting-wide-light');
    await approve(context);
    await page.getByText('Connected: Desk Assistant').waitFor();
    await page.getByText(/It may read workspace, leads and contact data/).waitFor();
    await inspect(page, 'assistants-connected-wide-light');
    const row = page.locator('tbody tr', { hasText: 'Desk Assistant' });
    await row.getByText('owner@console.example').waitFor();
    await row.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Nothing is connected').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows an admin what a member asks for; permitted, the member connects', async () => {
    const member = await demo.signedIn({}, 'MEMBER');
    await member.page.goto(demo.at('integrations/assistants'));
    await member.page.getByText('Leads, contact data and saved profiles need the permission').waitFor();
    expect(await member.page.getByLabel('Whose').count()).toBe(0);
    const consent = await arrive(member.context);
    await consent.getByRole('button', { name: 'Ask an owner or admin' }).click();
    await consent.getByRole('heading', { name: 'Your request was noted' }).waitFor();
    await consent.close();
    // The member sees that it waits, and the answer by itself.
    await member.page.reload();
    const own = member.page.getByRole('table', { name: 'What you asked for' }).locator('tbody tr');
    await own.getByText('Waits for an answer').waitFor();
    await inspect(member.page, 'assistants-own-request-wide-light');

    const admin = await demo.signedIn({}, 'ADMIN');
    // From any page, an owner or admin sees that somebody waits.
    await admin.page.goto(demo.at('leads'));
    await admin.page.getByRole('link', { name: 'Integrations 1 request waits' }).click();
    const asked = admin.page.locator('tbody tr', { hasText: 'member@console.example' });
    await asked.getByText('leads and contact data').waitFor();
    await inspect(admin.page, 'assistants-asked-wide-light');
    await asked.getByRole('button', { name: 'Permit' }).click();
    await admin.page.getByText('Permitted for all members').waitFor();
    await asked.waitFor({ state: 'detached' });
    const permitted = admin.page.getByRole('table', { name: 'Permitted for members' }).locator('tbody tr');
    await permitted.getByText('Desk Assistant').waitFor();
    await admin.page.getByRole('link', { name: 'Integrations', exact: true }).waitFor();
    await inspect(admin.page, 'assistants-permitted-wide-light');
    await own.getByText('Permitted', { exact: true }).waitFor();
    await own.getByText(/^by .*, \d/).waitFor();
    await own.getByText('Connect the app again').waitFor();
    await approve(member.context);
    await member.page.reload();
    const connections = member.page.getByRole('table', { name: 'Connected' });
    await connections.locator('tbody tr', { hasText: 'leads and contact data' }).waitFor();
    await connections.getByText(/^To be approved again by \d/).waitFor();
    await admin.page.getByLabel('Whose').selectOption('everybody');
    const connected = admin.page.locator('tbody tr', { hasText: 'member@console.example' });
    await connected.waitFor();
    // A permit that is taken back ends what members connected with it.
    await permitted.getByRole('button', { name: 'Forbid' }).click();
    await permitted.waitFor({ state: 'detached' });
    await connected.waitFor({ state: 'detached' });
    await member.page.reload();
    await own.getByText('No longer permitted').waitFor();
    await inspect(member.page, 'assistants-own-answer-wide-light');
    expect([...member.complaints, ...admin.complaints]).toEqual([]);
    await member.context.close();
    await admin.context.close();
  });

  it('registers an app by hand, names an address that it may not have, lists it and removes it', async () => {
    const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
    await page.goto(demo.at('integrations/assistants'));
    await page.getByText('Apps registered by hand', { exact: true }).click();
    await page.getByRole('button', { name: 'Register an app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Our n8n');
    const back = 'https://n8n.example.org/rest/oauth2-credential/callback';
    await dialog.getByLabel('Redirect URIs').fill('http://n8n.example.org/callback');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await dialog.getByText('Redirect URIs: must be an https URI').waitFor();
    await dialog.getByLabel('Redirect URIs').fill(`${back}\nhttp://127.0.0.1:5678/callback`);
    await inspect(page, 'apps-new-wide-light');
    await dialog.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Registered: Our n8n').waitFor();
    const row = page.locator('tbody tr', { hasText: 'Our n8n' });
    await row.getByText(back).waitFor();
    await row.getByText(/^[0-9a-f-]{36}$/).waitFor();
    await inspect(page, 'apps-wide-light');
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('copies without a clipboard API, as on plain http', async () => {
    const { page, context, complaints } = await demo.visit();
    await page.addInitScript(`
      Object.defineProperty(window, 'isSecureContext', { value: false });
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    `);
    await page.goto(demo.at('integrations/assistants'));
    await page.locator('input[type=email]').fill('owner@console.example');
    await page.locator('input[type=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.getByText('Cursor', { exact: true }).click();
    await page.locator('details[open]').getByRole('button', { name: 'Copy' }).click();
    await page.locator('details[open]').getByRole('button', { name: 'Copied' }).waitFor();
    await page.goto(demo.at('leads'));
    const search = page.locator('input[type=search]').first();
    await search.focus();
    await page.keyboard.press('Control+V');
    expect(await search.inputValue()).toContain('"mcpServers"');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('does not ask the server while nobody looks at the page', async () => {
    const { page, context } = await demo.visit();
    await page.clock.install();
    await page.goto(demo.at('integrations/assistants'));
    await page.locator('input[type=email]').fill('owner@console.example');
    await page.locator('input[type=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await page.getByRole('heading', { name: 'Connect an assistant' }).waitFor();
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/list_connections') ? 1 : 0));
    const looked = page.waitForRequest(/list_connections/);
    await page.clock.runFor(11_000);
    await looked;
    expect(asked).toBeGreaterThan(0);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })");
    asked = 0;
    await page.clock.runFor(60_000);
    expect(asked).toBe(0);
    await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })");
    await page.clock.runFor(3_600_000);
    // Ten minutes of it at most, though the page was forgotten in a tab.
    expect(asked).toBeLessThanOrEqual(120);
    await context.close();
  });

  it.each([
    ['wide', { width: 1440, height: 900 }, 'dark', 'en-GB'],
    ['narrow', { width: 390, height: 844 }, 'light', 'de-DE'],
    ['narrow', { width: 390, height: 844 }, 'dark', 'en-GB'],
  ] as const)('%s, %p, %s, %s', async (size, viewport, colorScheme, locale) => {
    const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme, locale });
    await page.goto(demo.at('integrations/assistants'));
    for (const name of ['Claude', 'ChatGPT', 'Claude Code', 'VS Code', 'Cursor']) {
      await page.getByText(name, { exact: true }).click();
      await page.locator('details[open] .steps li').first().waitFor();
    }
    await inspect(page, `assistants-${size}-${colorScheme}`);
    await page.goto(demo.at('integrations/api'));
    await page.locator('.sheet summary').click();
    await inspect(page, `keys-explained-${size}-${colorScheme}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
};
describe('assistants in Chromium', inChromium);
