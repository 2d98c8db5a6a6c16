/** The page of the OpenAPI document, as a person uses it. */
import type { Browser } from 'playwright-core';
import { startTestService, type TestService } from '../../support/service';
import { seedWorkspace } from '../../support/seed';
import { browserPath, openBrowser } from '../../web/support/browser';

it('is not left out where everything must run', () => {
  expect(browserPath !== undefined || process.env['CI'] !== 'true').toBe(true);
});

const inChromium = () => {
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.end();
  });

  it('asks for the API key first, and uses it', async () => {
    const { organizationId } = await seedWorkspace(service.db, 'documentation', 3);
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://127.0.0.1:${service.port}/api/v1/docs`);
    await page.click('.btn.authorize');
    const schemes = page.locator('.dialog-ux .auth-container');
    expect(await schemes.first().innerText()).toContain('apiKey');
    expect(await schemes.count()).toBeGreaterThan(1);
    await schemes
      .first()
      .locator('input')
      .fill(await service.key(organizationId));
    await schemes.first().locator('button[type=submit]').click();
    await page.click('.dialog-ux .close-modal');
    await page.click('#operations-Leads-list_leads .opblock-summary-control');
    await page.click('#operations-Leads-list_leads .try-out__btn');
    const answered = page.waitForResponse((response) => response.url().includes('/customer/leads'));
    await page.click('#operations-Leads-list_leads .execute');
    expect((await answered).status()).toBe(200);
    expect(complaints).toEqual([]);
  });
};

if (browserPath !== undefined) describe('in Chromium', inChromium);
