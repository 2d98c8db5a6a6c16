/**
 * Text of strangers in every place where the console shows it: names, headlines, comments, file names, client names, webhooks.
 * The page's policy is switched off in these browsers, so that what holds is the page alone, and an address that would run is an
 * attack too. Every text is written straight into the database: what an import would refuse may be there from elsewhere.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { z } from 'zod';
import { makeLink } from '../../../src/auth/one-time-links';
import { startAssistant } from '../../web/support/client';
import { answer, startReceiver, type Receiver } from '../../webhooks/support/receiver';
import { DemoConsole } from './support/demo';
import { workspacePages } from './support/page-names';

/** Ways out of text, an attribute, a script and a template, each naming what it came in. */
const attack = (place: string) =>
  `<img src=x onerror=ran('${place}')>"'><script>ran('${place}')</script><svg onload=ran('${place}')>\${ran('${place}')}`;
const address = (place: string) => `javascript:ran('${place}')`;

/** Where texts of strangers are stored, table by table. */
const texts: Readonly<Record<string, readonly string[]>> = {
  people: ['display_name', 'headline', 'title', 'company_name', 'industry', 'region', 'stated_title', 'stated_company'],
  posts: ['content_text', 'excerpt', 'author_name'],
  engagements: ['comment_excerpt'],
  accounts: ['name', 'industry'],
  account_summaries: ['name', 'industry'],
  monitored_profiles: ['display_name', 'headline', 'label'],
  leads: ['named_company'],
  batches: ['name', 'started_by'],
  agent_candidates: ['display_name', 'headline', 'title', 'company_name', 'industry', 'region'],
  users: ['display_name'],
  organizations: ['name'],
  api_keys: ['name'],
  webhooks: ['url', 'disabled_reason'],
  webhook_messages: ['last_error', 'body'],
  digests: ['shown'],
  oauth_clients: ['name'],
  oauth_grants: ['client_name'],
  oauth_audit: ['client_name', 'detail'],
};
const addresses: Readonly<Record<string, readonly string[]>> = {
  people: ['profile_url'],
  posts: ['url', 'author_profile_url'],
  monitored_profiles: ['profile_url'],
};

/** Pages, and a text that stands there: which table and column it came from. */
const shown: readonly (readonly [string, readonly string[]])[] = [
  ['inbox', ['people.display_name', 'people.title', 'engagements.comment_excerpt', 'posts.excerpt']],
  ['leads', ['people.display_name', 'people.title', 'people.company_name']],
  ['accounts', ['account_summaries.name']],
  ['signals', ['people.display_name', 'engagements.comment_excerpt']],
  ['posts', ['posts.excerpt']],
  ['watchlist', ['monitored_profiles.display_name']],
  ['import', ['batches.name']],
  ['members', ['users.display_name']],
  ['integrations/api', ['api_keys.name']],
  ['integrations/assistants', ['oauth_grants.client_name']],
  ['integrations/webhooks', ['webhooks.url', 'organizations.name']],
  ['integrations/digests', ['digests.shown']],
];

/** What a script that ran left behind, and everything in the page that could run one. */
const traces = `({
  ran: window.ranPlaces,
  elements: [...document.querySelectorAll('script:not([src*="/app/assets/"]), img[src="x"], svg[onload], iframe, base, object')]
    .map(({ outerHTML }) => outerHTML),
  handlers: [...document.querySelectorAll('*')].flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith('on')),
  addresses: [...document.querySelectorAll('[href], [src], [action], [formaction]')]
    .flatMap((one) => ['href', 'src', 'action', 'formaction'].map((name) => one.getAttribute(name) ?? ''))
    .filter((value) => /^\\s*(javascript|data|vbscript):/i.test(value) && !value.startsWith('data:image/')),
})`;
const found = z.object({
  ran: z.array(z.string()),
  elements: z.array(z.string()),
  handlers: z.array(z.string()),
  addresses: z.array(z.string()),
});
const nothing = { ran: [], elements: [], handlers: [], addresses: [] };
const tracesIn = async (page: Page) => found.parse(await page.evaluate(traces));

const inChromium = () => {
  let demo: DemoConsole;
  let receiver: Receiver;
  let page: Page;
  let context: BrowserContext;
  let complaints: string[];
  let join: string;

  /** Calls an operation as the page would. */
  const call = (operation: string, input: object): Promise<unknown> =>
    page.evaluate(
      `fetch(location.origin + '/app/api/${demo.organizationId}/${operation}', {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(${JSON.stringify(input)}),
      }).then((answered) => answered.ok ? answered.json() : Promise.reject(new Error('${operation} ' + answered.status)))`,
    );

  beforeAll(async () => {
    receiver = await startReceiver(answer(410));
    demo = await DemoConsole.start({ WEBHOOK_ALLOWED_HOSTS: receiver.host, OAUTH_REGISTRATIONS_PER_HOUR: '1000' });
    ({ page, context, complaints } = await demo.signedIn({ bypassCSP: true }));
    await context.addInitScript('window.ranPlaces = []; window.ran = (place) => void window.ranPlaces.push(place);');
    await page.reload();
    const made = z.object({ data: z.object({ id: z.string() }) });
    const { id } = made.parse(await call('create_webhook', { url: receiver.url, types: ['leads.changed'] })).data;
    await call('test_webhook', { id });
    await call('pause_webhook', { id });
    await call('create_api_key', { name: 'key', dataAccess: ['leads'] });
    await call('add_digest', { to: 'mailto:team@console.example', for: 'workspace', schedule: '0 8 * * *' });
    const { db } = demo.service;
    await connectAssistant();
    for (const [table, columns] of Object.entries(texts)) {
      const sets = columns.map((column) => `${column} = ?`).join(', ');
      await db.run(
        `UPDATE ${table} SET ${sets}`,
        columns.map((column) => attack(`${table}.${column}`)),
      );
    }
    for (const [table, columns] of Object.entries(addresses)) {
      const sets = columns.map((column) => `${column} = ?`).join(', ');
      await db.run(
        `UPDATE ${table} SET ${sets}`,
        columns.map((column) => address(`${table}.${column}`)),
      );
    }
    const { organizationId } = demo;
    const invited = {
      kind: 'INVITE',
      organizationId,
      email: 'new@console.example',
      role: 'MEMBER',
      createdBy: null,
    } as const;
    join = await makeLink(db, invited, demo.at('').replace(/\/app\/.*/, '/app'));
    await page.reload();
  });
  afterAll(async () => {
    await context.close();
    await demo.end();
    receiver.close();
  });

  async function connectAssistant(): Promise<void> {
    const assistant = await startAssistant(`http://127.0.0.1:${demo.service.port}`);
    const consent = await context.newPage();
    await consent.goto(assistant.authorizeUrl());
    const callback = assistant.nextCallback();
    await consent.getByRole('button', { name: 'Approve' }).click();
    await assistant.redeem((await callback).get('code') ?? '');
    await consent.close();
    await assistant.close();
  }

  it('runs in a page that takes text for markup: this is what the other rows would show', async () => {
    const control = await context.newPage();
    await control.goto(demo.at('inbox'));
    await control.evaluate(`document.body.innerHTML = ${JSON.stringify(attack('control'))}`);
    await control.evaluate(
      `document.body.insertAdjacentHTML('beforeend', '<a href="${encodeURI('javascript:1')}">x</a>')`,
    );
    await control.waitForFunction('window.ranPlaces.length > 0');
    const seen = await tracesIn(control);
    expect(seen.ran).toContain('control');
    expect(Object.values(seen).every((list) => list.length > 0)).toBe(true);
    await control.close();
  });

  it.each(shown)('%s shows it as text', async (path, places) => {
    await page.goto(demo.at(path));
    for (const place of places) await page.getByText(attack(place)).first().waitFor({ state: 'attached' });
    expect(await tracesIn(page)).toEqual(nothing);
    expect(complaints).toEqual([]);
  });

  it.each(workspacePages)('$name runs nothing', async ({ name }) => {
    await page.goto(demo.at(name));
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await tracesIn(page)).toEqual(nothing);
    expect(complaints).toEqual([]);
  });

  it.each([
    ['a lead', 'leads', '.lead-table td.name a', 'people.display_name'],
    ['an account', 'accounts', 'tbody a', 'account_summaries.name'],
    ['a post', 'posts', 'tbody .strong-link', 'posts.content_text'],
    ['a webhook', 'integrations/webhooks', 'tbody a', 'webhooks.url'],
  ] as const)('%s shows it as text', async (_name, list, link, place) => {
    await page.goto(demo.at(list));
    await page.locator(link).first().click();
    await page.locator('.bones').first().waitFor({ state: 'detached' });
    await page.getByText(attack(place)).first().waitFor({ state: 'attached' });
    expect(await tracesIn(page)).toEqual(nothing);
    expect(complaints).toEqual([]);
  });

  it('dialogs show it as text: a message of a webhook, removing, revoking', async () => {
    await page.goto(demo.at('integrations/webhooks'));
    await page.locator('tbody a').first().click();
    await page.locator('tbody .strong-link').first().click();
    await page.getByRole('dialog').getByText(attack('webhook_messages.body')).waitFor();
    expect(await tracesIn(page)).toEqual(nothing);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText(attack('webhooks.url')).waitFor();
    expect(await tracesIn(page)).toEqual(nothing);
    await page.goto(demo.at('integrations/api'));
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByText(attack('api_keys.name')).waitFor();
    expect(await tracesIn(page)).toEqual(nothing);
  });

  it('a file with such a name is a file with such a name', async () => {
    await page.goto(demo.at('import'));
    const name = `${attack('file').replaceAll('/', '')}.csv`;
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await page.getByText(name).first().waitFor();
    expect(await tracesIn(page)).toEqual(nothing);
  });

  it('an invitation to a workspace with such a name shows it as text to who is not signed in', async () => {
    const visit = await demo.visit({ bypassCSP: true });
    await visit.context.addInitScript(
      'window.ranPlaces = []; window.ran = (place) => void window.ranPlaces.push(place);',
    );
    await visit.page.goto(join);
    await visit.page.getByText(attack('organizations.name')).first().waitFor();
    expect(await tracesIn(visit.page)).toEqual(nothing);
    expect(visit.complaints).toEqual([]);
    await visit.context.close();
  });
};
describe('hostile text in Chromium', inChromium);
