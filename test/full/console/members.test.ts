/** Members and one's account in a browser: roles, access, links for new passwords, invitations withdrawn, theme and language. */
import { DemoConsole, inspect } from './support/demo';

const inChromium = () => {
  let demo: DemoConsole;
  beforeAll(async () => {
    demo = await DemoConsole.start();
  });
  afterAll(() => demo.end());

  it('an owner changes a role, makes a link for a new password, takes access away and gives it back', async () => {
    const { page, context, complaints } = await demo.signedIn();
    const member = await demo.signedIn({}, 'MEMBER');
    await page.goto(demo.at('members'));
    const row = page.locator('tbody tr', { hasText: 'member@console.example' });
    // Nobody changes themselves out of the workspace.
    expect(await page.locator('tbody tr', { hasText: 'owner@console.example' }).getByRole('button').count()).toBe(0);
    await row.getByRole('combobox').selectOption('ADMIN');
    await page.getByText('Saved').waitFor();
    await member.page.reload();
    await member.page.locator('nav.side').getByText('Audit log').waitFor();
    await row.getByRole('combobox').selectOption('MEMBER');
    await row.getByRole('button', { name: 'Reset password' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    await inspect(page, 'members-reset-wide-light');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const reset = await demo.visit();
    await reset.page.goto(link);
    await reset.page.getByText('For member@console.example').waitFor();
    await reset.page.getByLabel('Password').fill('a new password for tests');
    await reset.page.getByRole('button', { name: 'Set password' }).click();
    await reset.page.waitForURL(/\/inbox$/);
    // The session that was there before is over.
    await member.page.goto(demo.at('leads'));
    await member.page.getByText('Sign in to Leadlight').waitFor();
    await row.getByRole('button', { name: 'Deactivate' }).click();
    await row.getByText('No access').waitFor();
    await reset.page.goto(demo.at('leads'));
    await reset.page.getByText(/Sign in to Leadlight|You belong to no workspace/).waitFor();
    await row.getByRole('button', { name: 'Activate' }).click();
    await row.getByRole('button', { name: 'Deactivate' }).waitFor();
    await inspect(page, 'members-wide-light');
    // German has longer words: on a phone no button lies beyond the edge of its row.
    const phone = await demo.signedIn({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });
    await phone.page.goto(demo.at('members'));
    const box = await phone.page.getByRole('button', { name: 'Deaktivieren' }).first().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390 - 16);
    await phone.context.close();
    expect([...complaints, ...member.complaints, ...reset.complaints]).toEqual([]);
    for (const one of [context, member.context, reset.context]) await one.close();
  });

  it('an invitation that is withdrawn lets nobody in; an admin makes no owner', async () => {
    const { page, context } = await demo.signedIn({}, 'ADMIN');
    await page.goto(demo.at('members'));
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Role').locator('option').allInnerTexts()).toEqual(['Member', 'Admin']);
    await dialog.getByLabel('E-mail').fill('guest@console.example');
    await dialog.getByRole('button', { name: 'Make link' }).click();
    const link = await dialog.locator('code').innerText();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const waiting = page.locator('tbody tr', { hasText: 'guest@console.example' });
    await waiting.getByRole('button', { name: 'Withdraw' }).click();
    await waiting.waitFor({ state: 'detached' });
    const guest = await demo.visit();
    await guest.page.goto(link);
    await guest.page.getByRole('alert').waitFor();
    await guest.context.close();
    await context.close();
  });

  it.each([
    ['wide', { width: 1440, height: 900 }],
    ['narrow', { width: 390, height: 844 }],
  ] as const)('theme and language are chosen and kept, and http is said to be open: %s, %p', async (size, viewport) => {
    const { page, context, complaints } = await demo.signedIn({ viewport, colorScheme: 'light' });
    // As at an address in a network: this machine's own is safe.
    await page.route('**/app/api/session*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"encrypted":true', '"encrypted":false');
      await route.fulfill({ response, body });
    });
    await page.goto(demo.at('').replace(/[^/]+\/$/, 'account'));
    await page.getByText('This connection is not encrypted').waitFor();
    await inspect(page, `account-${size}-light`);
    await page.getByLabel('Theme').selectOption('dark');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await page.getByLabel('Language').selectOption('de');
    await page.getByText('Diese Verbindung ist nicht verschlüsselt').waitFor();
    await page.reload();
    await page.getByText('Diese Verbindung ist nicht verschlüsselt').waitFor();
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    await inspect(page, `account-${size}-dark`);
    // The way back: the navigation of the workspace that was open stays.
    if (size === 'narrow') await page.locator('.phone-bar button').click();
    await page.locator('nav.side a[href$="/inbox"]').click();
    await page.locator('.inbox .row').first().waitFor();
    await page.goto(demo.at('members'));
    await page.locator('tbody tr').first().waitFor();
    await inspect(page, `members-${size}-dark`);
    expect(complaints).toEqual([]);
    await context.close();
  });
};
describe('members and account in Chromium', inChromium);
