/** The commands of a digest, as an operator types them. */
import { operator } from '../cli/recorded-terminal';

test('a digest is added, listed, sent and removed; what is wrong is named', async () => {
  const op = operator();
  await op.run('migrate');
  await op.run('workspace create Acme');
  const add = (to: string, rest: string) => op.run(`digest add --to ${to} ${rest}`);
  const mail = 'mailto:ana@example.com';
  const made = await add(
    mail,
    '--for workspace --schedule "0 8 * * 1-5" --time-zone Europe/Berlin --language de --json',
  );
  expect(made.status).toBe(0);
  const { id } = made.json();
  expect((await add(mail, '--for owner --schedule "0 8 * * 1-5"')).err).toContain('No active member');
  expect((await add(mail, '--for workspace --schedule "0 8 * *"')).err).toContain('five fields');
  expect((await add('slack:http://10.0.0.1/x', '--for workspace --schedule "0 8 * * *"')).err).toContain('https');
  expect((await op.run('digest list --json')).json()).toMatchObject({
    digests: [{ id, to: mail, status: 'ACTIVE', mailLanguage: 'de' }],
  });
  expect((await op.run(`digest send ${String(id)}`)).out).toContain('nothing new, nothing sent');
  op.env['SMTP_URL'] = 'smtp://127.0.0.1:2525';
  expect((await op.run('doctor')).out).toMatch(/warning +settings +PUBLIC_URL is not set: links begin with/);
  expect((await op.run(`digest remove ${String(id)}`)).status).toBe(0);
  expect((await op.run('audit')).out).toMatch(/remove_digest[^]*add_digest/);
  // On another machine none of its links could be opened.
  const again = await add(mail, '--for workspace --schedule "0 8 * * 1-5"');
  expect(again.out).toContain('links begin with http://127.0.0.1:3000, which only this machine can open');
  op.dispose();
});
