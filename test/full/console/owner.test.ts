/** What an owner does once: the customer profile, workspaces. */
import { DemoConsole, inspect, intercept, type Visit } from './support/demo';

let demo: DemoConsole;
let visit: Visit;
beforeAll(async () => {
  demo = await DemoConsole.start();
  visit = await demo.signedIn();
});
afterAll(() => demo.end());

it('a profile takes industries of the list, asks about titles on one line, shows who moves, and is not lost', async () => {
  const { page, complaints } = visit;
  await page.getByRole('link', { name: 'Customer profile' }).click();
  await page.getByLabel('Titles').fill('CRO / Head of Sales\nVP Sales; Chief Sales Officer');
  await page.getByRole('button', { name: 'Put each on a line' }).click();
  expect(await page.getByLabel('Titles').inputValue()).toBe('CRO\nHead of Sales\nVP Sales\nChief Sales Officer');
  await page.getByLabel('Companies never to sell to').fill('Acme Cloud; Globex');
  expect(await page.getByLabel('Companies never to sell to').inputValue()).toBe('Acme Cloud\nGlobex');
  await page.getByLabel('Industries').fill('Softwear');
  await page.getByLabel('Industries').press('Enter');
  await page.getByText('There is no industry “Softwear”').waitFor();
  await inspect(page, 'profile-industry');
  await page.getByRole('button', { name: 'Software Development' }).first().click();
  await page.getByRole('button', { name: 'Remove Software Development' }).waitFor();
  // The page stays, because the visit says no to every question.
  await page.getByRole('link', { name: 'Inbox' }).click();
  await Promise.all([page.waitForEvent('dialog'), page.evaluate('history.back()')]);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('members');
  await page.getByRole('option', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(complaints.splice(0)).toEqual(Array(4).fill('dialog: You have not saved this profile. Leave it?'));
  await page.waitForURL(demo.at('customer-profile'));
  // Nobody is there, so all move.
  await page.getByLabel('Countries').fill('Iceland');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is what would change').waitFor();
  // A few are named, and how many others there are is said.
  const moved = await page.locator('section[aria-live] table').first().locator('td b').allTextContents();
  const named = await page.locator('section[aria-live] table').nth(1).locator('tbody tr').count();
  const others = moved.reduce((sum, count) => sum + Number(count), -named);
  expect(others).toBeGreaterThan(1);
  await page.getByText(`And ${others} more people.`).waitFor();
  await inspect(page, 'profile-preview');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Leads are being scored.').waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.waitForURL(/inbox/);
  expect(complaints).toEqual([]);
});

it('example data come in a workspace of their own, which one click removes; the real one asks for its name', async () => {
  const { page, complaints } = visit;
  await page.goto(demo.at('workspace'));
  let loaded = false;
  await intercept(page, /list_jobs/, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"status":"(ready|running)"/, '"status":"done"');
    await route.fulfill(loaded ? { response, body: text } : { response });
  });
  await page.getByRole('button', { name: 'Add example data' }).click();
  await page.getByText('These are examples').waitFor();
  await page.getByText('Example data is being loaded').waitFor();
  // Once they have come, the ticks are looked up again.
  const lookedUp = Promise.all([page.waitForRequest(/list_leads/), page.waitForRequest(/get_icp/)]);
  loaded = true;
  await lookedUp;
  await page.unroute(/list_jobs/);
  await inspect(page, 'welcome-examples');
  await page.getByRole('button', { name: 'Remove the example data' }).click();
  await page.waitForURL(demo.at('inbox'));
  await page.goto(demo.at('workspace'));
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog');
  await inspect(page, 'workspace-delete');
  expect(await dialog.getByRole('button', { name: 'Delete workspace' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Type Brightmoor').fill('Brightmoor');
  expect(await dialog.getByRole('button', { name: 'Delete workspace' }).isEnabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(complaints).toEqual([]);
});
