/** The console below a path of its own, `https://example.com/tools/leads`, in a browser. */
import { password } from '../../web/support/service';
import { DemoConsole } from './support/demo';
import { workspacePages } from './support/page-names';

const prefix = '/tools/leads';

const inChromium = () => {
  let demo: DemoConsole;
  beforeAll(async () => {
    // People come by any name and port of the machine: only the path of the address counts here.
    demo = await DemoConsole.start({ PUBLIC_URL: `http://127.0.0.1:1${prefix}` });
  });
  afterAll(() => demo.end());

  it('signs in, opens every page, follows links, comes back and signs out, all below its path', async () => {
    const { page, context, complaints } = await demo.visit();
    const outside: string[] = [];
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('request', (request) => {
      const { pathname, protocol } = new URL(request.url());
      if (protocol === 'http:' && !pathname.startsWith(`${prefix}/app`)) outside.push(pathname);
    });
    const base = `http://127.0.0.1:${demo.service.port}${prefix}/app/`;
    await page.goto(`${base}${demo.organizationId}/members`);
    await page.waitForURL(/\/tools\/leads\/app\/sign-in\?to=/);
    // Nobody is signed in yet, which is no error: not even a 401 stands in the browser's console.
    await page.locator('input[type=email]').fill('owner@console.example');
    expect(errors).toEqual([]);
    await page.locator('input[type=password]').fill(password);
    await page.locator('button[type=submit]').click();
    // Where one wanted to go before signing in.
    await page.waitForURL(`${base}${demo.organizationId}/members`);
    await page.locator('tbody tr').first().waitFor();
    for (const { name } of workspacePages) {
      await page.goto(`${base}${demo.organizationId}/${name}`);
      await page.locator('main h1, main h2').first().waitFor();
    }
    await page.goto(`${base}${demo.organizationId}/leads`);
    await page.locator('.lead-table td.name a').first().click();
    await page.locator('article.lead').waitFor();
    expect(page.url()).toMatch(new RegExp(`^${base}${demo.organizationId}/leads/`));
    await page.goBack();
    await page.locator('.lead-table tbody tr').first().waitFor();
    expect((await context.cookies()).map(({ name, path }) => [name, path])).toContainEqual([
      'leadlight-console',
      `${prefix}/app`,
    ]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${base}sign-in`);
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
};
describe('below a path in Chromium', inChromium);
