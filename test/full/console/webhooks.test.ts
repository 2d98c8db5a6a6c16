/** Webhooks in the console, in a browser, against a real receiver: added, tried, failing, paused, replayed, removed. */
import { answer, startReceiver, type Receiver } from '../../webhooks/support/receiver';
import { DemoConsole, inspect, type Visit } from './support/demo';

const inChromium = () => {
  let demo: DemoConsole;
  let receiver: Receiver;
  let visit: Visit;

  beforeAll(async () => {
    receiver = await startReceiver();
    demo = await DemoConsole.start({ RUN_WORKER: 'true', WEBHOOK_ALLOWED_HOSTS: receiver.host });
    visit = await demo.signedIn();
  });
  afterAll(async () => {
    await demo.end();
    receiver.close();
  });
  afterEach(() => expect(visit.complaints.splice(0)).toEqual([]));

  const openFirst = async () => {
    await visit.page.goto(demo.at('integrations/webhooks'));
    await visit.page.getByRole('link', { name: receiver.host }).click();
    await visit.page.getByRole('heading', { name: 'Deliveries' }).waitFor();
  };
  const row = (text: string) => visit.page.locator('tbody tr', { hasText: text });

  it('says what an address is refused for, keeps what was typed, and shows the secret once', async () => {
    const { page } = visit;
    await page.goto(demo.at('integrations/webhooks'));
    await page.getByText('No webhooks yet').waitFor();
    await inspect(page, 'webhooks-empty-wide-light');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('http://hooks.example.com/plain');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await dialog.getByRole('alert').getByText('https').waitFor();
    expect(await dialog.getByLabel('Address').inputValue()).toBe('http://hooks.example.com/plain');
    await dialog.getByLabel('Address').fill(receiver.url);
    for (const type of ['A discovery ended', 'Credits run low']) await dialog.getByLabel(type).check();
    await inspect(page, 'webhook-new-wide-light');
    await dialog.getByLabel('Leads changed').uncheck();
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const secret = await dialog.locator('code').first().innerText();
    expect(secret).toMatch(/^whsec_/);
    await inspect(page, 'webhook-secret-wide-light');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await row(receiver.host).getByText('A lead was deleted, A discovery ended, Credits run low').waitFor();
    expect(await page.content()).not.toContain(secret);
    await inspect(page, 'webhooks-wide-light');
  });

  it('a test message is sent and its answer appears by itself', async () => {
    await openFirst();
    await visit.page.getByText('Nothing sent yet').waitFor();
    await visit.page.getByRole('button', { name: 'Send a test' }).click();
    await row('Test').getByText('Delivered').waitFor();
    expect(receiver.received.map(({ body }) => body)).toEqual([expect.stringContaining('webhook.test')]);
    await inspect(visit.page, 'webhook-delivered-wide-light');
  });

  it('what failed says what to do, and waits while the webhook is paused', async () => {
    const { page } = visit;
    // So that it is not tried again by itself while this looks at it.
    receiver.answering = answer(404, { 'Retry-After': '3600' });
    await openFirst();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await row('Waiting').getByText('404').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Send a test' }).isDisabled()).toBe(true);
    await row('Waiting').getByRole('button', { name: 'Test' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing accepts messages at this address').waitFor();
    await dialog.getByText('"webhook.test"').waitFor();
    expect(await dialog.getByRole('button', { name: 'Send again' }).isDisabled()).toBe(true);
    await inspect(page, 'webhook-message-wide-light');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    // Turning it on tries what waits at once.
    await row('Waiting').getByRole('cell', { name: '2', exact: true }).waitFor();
  });

  it('a receiver that is gone turns it off, with what to do; once turned on, what failed is sent again', async () => {
    const { page } = visit;
    receiver.answering = answer(410);
    await openFirst();
    await row('Waiting').getByRole('button', { name: 'Test' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await row('Failed').first().waitFor();
    await page.reload();
    await page.getByText('Sending has stopped: it answered 410 Gone').waitFor();
    await inspect(page, 'webhook-off-wide-light');
    receiver.answering = answer(200);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('On', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send failed ones again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('One message will be sent again').waitFor();
    await page.getByRole('button', { name: 'Delivered', exact: true }).click();
    await page.waitForURL(/status=DELIVERED/);
    await row('Delivered').nth(1).waitFor();
  });

  it('a new secret is shown once, and removing asks first', async () => {
    const { page } = visit;
    await openFirst();
    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByText('For 24 hours, messages are also signed with the old secret.').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('its log are deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it.each([
    ['narrow', { width: 390, height: 844 }, 'light', 'de-DE', 'Neuer Webhook'],
    ['narrow', { width: 390, height: 844 }, 'dark', 'en-GB', 'New webhook'],
    ['wide', { width: 1440, height: 900 }, 'dark', 'en-GB', 'New webhook'],
  ] as const)('%s, %p, %s, %s', async (size, viewport, colorScheme, locale, button) => {
    const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme, locale });
    await page.goto(demo.at('integrations/webhooks'));
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').locator('input[type=url]').fill(receiver.url);
    await inspect(page, `webhook-new-${size}-${colorScheme}`);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await page.locator('dialog code').first().waitFor();
    await page.locator('dialog .form-end .main').click();
    await page.locator('tbody a').first().click();
    await page.locator('.card .button.main').click();
    await page.locator('tbody .status.good').first().waitFor();
    await inspect(page, `webhook-${size}-${colorScheme}`);
    await page.locator('tbody .strong-link').first().click();
    await page.getByRole('dialog').waitFor();
    await inspect(page, `webhook-message-${size}-${colorScheme}`);
    await page.keyboard.press('Escape');
    await page.goto(demo.at('integrations/webhooks'));
    await page.locator('tbody a').first().waitFor();
    await inspect(page, `webhooks-${size}-${colorScheme}`);
    expect(complaints).toEqual([]);
    await context.close();
  });
};
describe('webhooks in Chromium', inChromium);
