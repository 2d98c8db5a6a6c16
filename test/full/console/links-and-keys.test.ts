/** Asking for a new password by mail, and keys that may write, in a browser. */
import { SMTPServer } from 'smtp-server';
import { DemoConsole, inspect } from './support/demo';

let demo: DemoConsole;
let smtp: SMTPServer;
/** To whom mails went: they are sent after the answer, so one may arrive in the next test. */
const received: string[] = [];

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      received.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.on('end', () => done());
      stream.resume();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const address = smtp.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  demo = await DemoConsole.start({ SMTP_URL: `smtp://127.0.0.1:${port}` });
});
afterAll(async () => {
  await demo.end();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const looks = [
  ['wide', wide, 'light', 'en-GB', 'Forgot password?', 'E-mail', 'is on its way'],
  ['wide', wide, 'dark', 'de-DE', 'Passwort vergessen?', 'E-Mail', 'unterwegs'],
  ['narrow', narrow, 'light', 'de-DE', 'Passwort vergessen?', 'E-Mail', 'unterwegs'],
  ['narrow', narrow, 'dark', 'en-GB', 'Forgot password?', 'E-mail', 'is on its way'],
] as const;

it.each(looks)(
  'who forgot a password asks for a link: %s, %p, %s, %s',
  async (size, viewport, colorScheme, locale, link, email, sent) => {
    const { page, context, complaints } = await demo.visit({ viewport, colorScheme, locale });
    await page.goto(demo.at('inbox'));
    // By keyboard alone: the button stands after the form, the field has the focus.
    await page.getByRole('button', { name: link }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel(email).and(page.locator(':focus')).waitFor();
    await inspect(page, `forgot-${size}-${colorScheme}`);
    await page.keyboard.type(size === 'wide' ? 'owner@console.example' : 'nobody@console.example');
    await page.keyboard.press('Enter');
    await page.getByText(sent).waitFor();
    await inspect(page, `forgot-sent-${size}-${colorScheme}`);
    expect(received.filter((address) => address !== 'owner@console.example')).toEqual([]);
    expect(received.length).toBeLessThanOrEqual(2);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

it.each([
  ['wide', wide, 'light'],
  ['narrow', narrow, 'dark'],
] as const)('a key says whether it may write: %s, %p, %s', async (size, viewport, colorScheme) => {
  const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme }, 'OWNER');
  await page.goto(demo.at('integrations/api'));
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`CRM ${size}`);
  const write = dialog.getByLabel('May change things');
  expect(await write.isDisabled()).toBe(true);
  await dialog.getByRole('checkbox', { name: /^Integrations/ }).check();
  await write.check();
  await inspect(page, `key-new-${size}-${colorScheme}`);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.locator('tbody tr', { hasText: `CRM ${size}` });
  await row.getByText('Reads and changes').waitFor();
  await inspect(page, `keys-${size}-${colorScheme}`);
  expect(complaints).toEqual([]);
  await context.close();
});
