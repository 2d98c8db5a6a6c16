/** Digests in the console, in a browser, over a real mail server and a real receiver in Slack's place. */
import { SMTPServer } from 'smtp-server';
import { answer, startReceiver, type Receiver } from '../../webhooks/support/receiver';
import { decoded } from '../../digest/support/decoded-mail';
import { DemoConsole, inspect } from './support/demo';

/** Where 08:00, the usual time of a digest, is hours away: none is sent of itself while this runs. */
const timezoneId = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'UTC';

const inChromium = () => {
  let demo: DemoConsole;
  let smtp: SMTPServer;
  let receiver: Receiver;
  const mailed: string[] = [];
  const mails: string[] = [];

  beforeAll(async () => {
    receiver = await startReceiver(answer(500));
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          mailed.push(...session.envelope.rcptTo.map(({ address: to }) => to));
          mails.push(decoded(Buffer.concat(parts)));
          done();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const address = smtp.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'leads@console.example' };
    demo = await DemoConsole.start({ ...env, RUN_WORKER: 'true', WEBHOOK_ALLOWED_HOSTS: receiver.host });
  });
  afterAll(async () => {
    await demo.end();
    receiver.close();
    await new Promise<void>((resolve) => smtp.close(resolve));
  });

  it('a member has their own leads mailed to themselves, changes the days and ends it', async () => {
    const { page, context, complaints } = await demo.signedIn({ timezoneId }, 'MEMBER');
    await page.goto(demo.at('integrations/digests'));
    await page.getByText('No digests yet').waitFor();
    await inspect(page, 'digests-empty-wide-light');
    await page.getByRole('button', { name: 'New digest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mails go to your own address, member@console.example.').waitFor();
    expect(await dialog.getByLabel('About', { exact: true }).count()).toBe(0);
    await inspect(page, 'digest-new-member-wide-light');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Nothing is new, so nothing would be sent now.').waitFor();
    await dialog.getByRole('button', { name: 'Add digest' }).click();
    const row = page.locator('tbody tr', { hasText: 'member@console.example' });
    await row.getByText('Mon–Fri, 08:00').waitFor();
    await row.getByText('My leads').waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    for (const day of ['Tue', 'Thu', 'Fri']) await dialog.getByLabel(day).uncheck();
    await dialog.getByLabel('Time', { exact: true }).fill('16:30');
    await dialog.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('Mon, Wed, 16:30').waitFor();
    await row.getByText('Asia/Tokyo').waitFor();
    await row.getByRole('button', { name: 'Send now' }).click();
    // No lead is theirs, so nothing is new.
    await row.getByText('Nothing new, nothing sent').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('Nothing more is sent to member@console.example').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No digests yet').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each([
    ['wide', { width: 1440, height: 900 }, 'dark', 'en-GB', 'Sent', 'Failed'],
    ['narrow', { width: 390, height: 844 }, 'light', 'de-DE', 'Gesendet', 'Fehlgeschlagen'],
    ['narrow', { width: 390, height: 844 }, 'dark', 'en-GB', 'Sent', 'Failed'],
  ] as const)(
    'an admin sends all leads by mail and to Slack, which fails and says why: %s, %p, %s, %s',
    async (size, viewport, colorScheme, locale, sent, failed) => {
      const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme, locale, timezoneId }, 'ADMIN');
      await page.goto(demo.at('integrations/digests'));
      const add = page.locator('.tab-head button');
      const dialog = page.getByRole('dialog');
      mailed.length = 0;
      const team = `team-${size}-${colorScheme}@console.example`;
      await add.click();
      expect(await dialog.locator('select').first().inputValue()).toBe('workspace');
      await dialog.locator('input[type=email]').fill(team);
      // The last button but two of the form: what would be sent, before anything is added.
      const preview = dialog.locator('.digest-preview');
      await dialog.locator('.form-end button').first().click();
      await preview.locator('pre').waitFor();
      await inspect(page, `digest-new-${size}-${colorScheme}`);
      expect(
        await page.evaluate("[...document.querySelectorAll('.digest-preview *')].map(({ tagName }) => tagName)"),
      ).toEqual(['STRONG', 'PRE']);
      await dialog.locator('button[type=submit]').click();
      const mail = page.locator('tbody tr', { hasText: team });
      await mail.getByRole('button').nth(1).click();
      const shown = await preview.locator('pre').textContent();
      await inspect(page, `digest-preview-${size}-${colorScheme}`);
      await page.keyboard.press('Escape');
      await mail.getByRole('button').first().click();
      await mail.getByText(sent, { exact: true }).waitFor();
      expect(mailed).toEqual([team]);
      // The service of a test does not know its port when it writes mails.
      const lines = (text = '') =>
        text
          .replaceAll(/http:\/\/[\w.]+:\d+/g, '')
          .split(/\r?\n/)
          .filter(Boolean)
          .join('\n');
      expect(lines(mails.at(-1))).toContain(lines(shown ?? 'nothing'));
      await add.click();
      await dialog.locator('select').first().selectOption('workspace');
      await dialog.locator('select').nth(1).selectOption('slack');
      await dialog.locator('input[type=url]').fill(receiver.url);
      // Those of the looks before stay: the new one is the one after them.
      const others = page.locator('tbody tr', { hasText: '/…' });
      const slack = others.nth(await others.count());
      await dialog.locator('button[type=submit]').click();
      await slack.getByRole('button').first().click();
      await slack.getByText(failed, { exact: true }).waitFor();
      await slack.getByText('Slack did not accept it').waitFor();
      await inspect(page, `digests-${size}-${colorScheme}`);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
};
describe('digests in Chromium', inChromium);
