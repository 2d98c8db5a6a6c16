/** What it costs to show leads: of a list one page, whatever its length, and of the inbox first what is read first. */
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { addMember } from '../../../src/store/access/members';
import { seedWorkspace } from '../../support/seed';
import { DemoConsole } from './support/demo';

let demo: DemoConsole;
beforeAll(async () => {
  demo = await DemoConsole.start();
});
afterAll(() => demo.end());

/** Opens the list of a workspace with so many leads, and counts. */
async function costOf(leads: number) {
  const { db } = demo.service;
  const { organizationId } = await seedWorkspace(db, `cost-${leads}`, leads);
  const person = {
    organizationId,
    email: `cost-${leads}@acme.example`,
    displayName: 'Cost',
    passwordHash: null,
  } as const;
  const added = await addMember(db, { ...person, role: 'OWNER', active: true });
  const value = await new ConsoleSessions(db).start(added?.userId ?? '');
  const { page, context, complaints, settled } = await demo.visit();
  await context.addCookies([{ name: 'leadlight-console', value, domain: '127.0.0.1', path: '/' }]);
  const asked: string[] = [];
  let bytes = 0;
  const read: Promise<void>[] = [];
  page.on('response', (response) => {
    const [, operation] = /\/app\/api\/[0-9a-f-]{36}\/(\w+)/.exec(response.url()) ?? [];
    if (operation === undefined) return;
    asked.push(operation);
    read.push(response.body().then((body) => void (bytes += body.length)));
  });
  await page.goto(demo.at('leads').replace(demo.organizationId, organizationId));
  // The last row is drawn when the browser is idle, as is what asks after the list.
  await page.locator('.lead-table tbody tr').nth(49).waitFor();
  await page.locator('.leads .totals').waitFor();
  await settled();
  await Promise.all(read);
  const rows = await page.locator('.lead-table tbody tr').count();
  expect(complaints).toEqual([]);
  await context.close();
  return { asked: asked.sort(), bytes, rows };
}

it('is the same with 200 and with 5,000 leads', async () => {
  const [few, many] = [await costOf(200), await costOf(5_000)];
  expect(few.rows).toBe(50);
  expect(many).toMatchObject({ asked: few.asked, rows: 50 });
  expect(few.asked.filter((name) => name === 'list_leads')).toHaveLength(1);
  // Of these, all but the list and the session's own wait until it is painted: choices of filters, the total, views.
  expect(few.asked.length).toBeLessThanOrEqual(6);
  expect(many.bytes).toBeLessThan(few.bytes * 1.5);
});

/** Notes, when the first row of the inbox is there, what was asked until then, and how many formats of dates, numbers and names were made. */
const noteFirstRow = `{
  const asked = [];
  let formats = 0;
  const { fetch } = window;
  window.fetch = (...question) => {
    asked.push(String(question[0]).split('/').at(-1));
    return fetch(...question);
  };
  for (const name of ['DateTimeFormat', 'DisplayNames', 'NumberFormat']) {
    Intl[name] = new Proxy(Intl[name], {
      construct: (format, choices) => {
        formats += 1;
        return new format(...choices);
      },
    });
  }
  window.atFirstRow = new Promise((done) => {
    new MutationObserver((_, watching) => {
      if (!document.querySelector('.inbox .row')) return;
      watching.disconnect();
      done({ asked: [...asked], formats, name: document.querySelector('.reader h2')?.textContent });
    }).observe(document, { childList: true, subtree: true });
  });
}`;

it('is the list and who comes first, before the inbox asks for the rest and puts dates in words', async () => {
  const { page, context } = await demo.signedIn();
  await page.addInitScript(noteFirstRow);
  await page.goto(demo.at('inbox'));
  const first = await page.evaluate<{ asked: string[]; formats: number; name: string }>('window.atFirstRow');
  expect(first).toMatchObject({ formats: 0, name: await page.locator('.inbox .row b').first().textContent() });
  expect(first.asked).toContain('find_people_to_contact');
  for (const later of ['list_lead_engagements', 'list_lead_history', 'get_account_report']) {
    expect(first.asked).not.toContain(later);
  }
  // The rest follows.
  await page.locator('.lead .time li time').first().waitFor();
  await context.close();
});
