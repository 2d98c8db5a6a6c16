/** Pages that wait, fail, are empty, meet a session that ended, and show the longest texts: in four looks. */
import type { Page } from 'playwright-core';
import { createOrganization } from '../../../src/store/access/organizations';
import { addMember } from '../../../src/store/access/members';
import { DemoConsole, inspect } from './support/demo';
import { atLength } from '../../support/at-length';
import { allLooks, rulesIn } from './support/looks';

let demo: DemoConsole;
/** A workspace in which nothing has happened yet. */
let empty: string;
beforeAll(async () => {
  demo = await DemoConsole.start();
  empty = (await createOrganization(demo.service.db, 'Nothing yet'))?.id ?? '';
  const email = 'owner@console.example';
  await addMember(demo.service.db, {
    ...{ organizationId: empty, email, displayName: email, role: 'OWNER', active: true, passwordHash: null },
  });
});
afterAll(() => demo.end());

const pages = [
  ...['inbox', 'leads', 'accounts', 'signals', 'posts', 'audience', 'import', 'watchlist', 'agent', 'discoveries'],
  ...['customer-profile', 'integrations/api', 'integrations/assistants', 'integrations/webhooks'],
  ...['integrations/digests', 'members', 'credits', 'privacy', 'audit', 'jobs'],
];
const nameOf = (address: string) => address.replace(/\W+/g, '-');
const operations = '**/app/api/*/*';

/** Answers every operation of the workspace in this way, with the session left as it is. */
const answer = (page: Page, status: number, code: string) =>
  page.route(operations, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code, message: 'No.' } }),
    }),
  );

/** Each size and each set of colours, once. */
const two = [allLooks[0], allLooks[3]] as const;

it.each(atLength([allLooks[3]], [...two]))(
  'failing and waiting: %s, %p, %s colours',
  async (size, viewport, colorScheme) => {
    const { page, context, settled } = await demo.signedIn({ viewport, colorScheme });
    await answer(page, 500, 'internal_error');
    for (const address of pages) {
      await page.goto(demo.at(address));
      await page.locator('main [role=alert], main h1').first().waitFor();
      await settled();
      expect([address, await page.locator('main [role=alert], main input').count()]).not.toEqual([address, 0]);
      await inspect(page, `failed-${nameOf(address)}-${size}-${colorScheme}`);
    }
    await page.unroute(operations);
    // Never answered.
    await page.route(operations, () => undefined);
    for (const address of pages) {
      await page.goto(demo.at(address));
      await page.locator('main h1').first().waitFor();
      await inspect(page, `waiting-${nameOf(address)}-${size}-${colorScheme}`);
    }
    await page.unroute(operations);
    await page.route(operations, (route) => route.abort());
    await page.goto(demo.at('leads'));
    await page.getByText('The server cannot be reached').waitFor();
    await inspect(page, `offline-leads-${size}-${colorScheme}`);
    await page.unroute(operations);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.lead-table tbody tr').first().waitFor();
    await context.clearCookies();
    await page.locator('.tabs a, nav.side a', { hasText: 'Accounts' }).first().dispatchEvent('click');
    await page.getByRole('heading', { name: 'Your session ended' }).waitFor();
    await inspect(page, `ended-${size}-${colorScheme}`);
    await context.close();
  },
);

it.each(atLength([allLooks[0]], [...two]))('empty: %s, %p, %s colours', async (size, viewport, colorScheme) => {
  const { page, context, complaints, settled } = await demo.signedIn({ viewport, colorScheme });
  for (const address of pages) {
    await page.goto(demo.at(address).replace(demo.organizationId, empty));
    await page.locator('main h1').first().waitFor();
    await settled();
    await inspect(page, `empty-${nameOf(address)}-${size}-${colorScheme}`);
  }
  expect(complaints).toEqual([]);
  await context.close();
});

describe('the longest texts', () => {
  const headline = 'Fractional Chief Revenue Officer | Advisor, angel and author of three books nobody read | '.repeat(
    6,
  );
  const names = [
    'Wolfgang-Maximilian von und zu Hohenstein-Schwarzenberg-Sonderburg der Jüngere',
    'עדינה בן־דוד הלוי',
    'محمد بن عبد الله آل سعود الرشيدي',
    'Ng',
    'Pneumonoultramicroscopicsilicovolcanoconiosis',
  ];
  beforeAll(async () => {
    const { db } = demo.service;
    const people = await db.select<{ id: string }>('SELECT id FROM people WHERE organization_id = ? ORDER BY id', [
      demo.organizationId,
    ]);
    for (const [at, { id }] of people.entries()) {
      const bare = at % 6 === 5;
      await db.run(
        'UPDATE people SET display_name = ?, headline = ?, title = ?, company_name = ? WHERE organization_id = ? AND id = ?',
        [
          ...(bare
            ? ['', null, null, null]
            : [
                names[at % 5] ?? null,
                headline,
                at % 2 ? headline.slice(0, 180) : null,
                `${names[(at + 1) % 5]} GmbH & Co. KG`,
              ]),
          demo.organizationId,
          id,
        ],
      );
    }
    await db.run('UPDATE accounts SET name = ? WHERE organization_id = ?', [
      `${names[0]} Beteiligungsgesellschaft mbH`,
      demo.organizationId,
    ]);
    await db.run('UPDATE account_summaries SET name = ? WHERE organization_id = ?', [
      `${names[0]} Beteiligungsgesellschaft mbH`,
      demo.organizationId,
    ]);
  });

  it.each(atLength([...two], [...allLooks]))('%s, %p, %s colours', async (size, viewport, colorScheme) => {
    const { page, context, complaints, settled } = await demo.signedIn({ viewport, colorScheme });
    for (const [address, there] of [
      ['inbox', '.inbox .row'],
      ['leads', '.lead-table tbody tr'],
      ['accounts', 'tbody tr'],
      ['signals', '.stream li'],
      ['posts', 'tbody tr'],
    ] as const) {
      await page.goto(demo.at(address));
      await page.locator(there).first().waitFor();
      await settled();
      await inspect(page, `long-${nameOf(address)}-${size}-${colorScheme}`, rulesIn(colorScheme));
    }
    await page.goto(demo.at('leads'));
    await page.locator('.lead-table td.name a').first().click();
    await page.locator('article.lead').waitFor();
    await settled();
    await inspect(page, `long-lead-${size}-${colorScheme}`, rulesIn(colorScheme));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
