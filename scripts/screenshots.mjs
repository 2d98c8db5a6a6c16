// Pictures of the console's pages with the demo's fictional people: `npm run screenshots [-- folder]`. Without a folder it makes
// the five pictures of the README (docs/images, small files). With a folder it takes every page, wide and narrow, light and dark,
// for a check by eye.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createRequire } from 'node:module';
import { ensureBuilt, ensurePackages, root } from './support.mjs';

ensurePackages();
await ensureBuilt();
const require = createRequire(import.meta.url);
const { chromium } = await import('playwright-core');
const { machine } = require('./machine.cjs');

const [folder] = process.argv.slice(2);
const everything = folder !== undefined;
const out = everything ? resolve(folder) : join(root, 'docs', 'images');
mkdirSync(out, { recursive: true });

/** Pages by address, each with the selector of an element that appears with its data. */
const pages = [
  ['inbox', '.inbox .row'],
  ['inbox?tab=snoozed', '.inbox .state, .inbox .row'],
  ['leads', '.lead-table tbody tr'],
  ['leads?search=nobody+is+called+this', '.leads .state'],
  ['accounts', 'tbody tr'],
  ['signals', '.stream li'],
  ['posts', 'tbody tr'],
  ['audience', '.buckets li'],
  ['watchlist', 'tbody tr'],
  ['agent', 'tbody tr'],
  ['discoveries', 'form.card'],
  ['import', 'tbody tr'],
  ['customer-profile', 'textarea'],
  ['integrations/api', 'h1'],
  ['integrations/assistants', 'h1'],
  ['integrations/webhooks', 'h1'],
  ['members', 'tbody tr'],
  ['credits', '.figures'],
  ['privacy', '.card'],
  ['audit', 'tbody tr'],
  ['jobs', '.tabs'],
];
/** Links from a list to one of its pages. */
const opened = [
  ['lead', 'leads?leadTier=PRIORITY', '.lead-table td.name a', '.intent svg'],
  ['account', 'accounts', 'tbody .strong-link', '.lead-table'],
  ['post', 'posts', 'tbody .strong-link', '.post-text'],
];
/** The README's pictures: name, address, element to click, element to wait for, and the look. */
const wide = { width: 1040, height: 640, colorScheme: 'light' };
const readme = [
  ['console-inbox', 'inbox', undefined, '.reader .time li', wide],
  [
    'console-leads',
    'leads?leadTier=PRIORITY,QUALIFIED',
    undefined,
    '.lead-table tbody tr',
    { ...wide, colorScheme: 'dark' },
  ],
  [
    'console-lead-phone',
    'leads?leadTier=PRIORITY',
    '.lead-table td.name a',
    '.intent svg',
    { ...wide, width: 390, height: 844 },
  ],
  ['console-agent', 'agent', undefined, '.figures + .boxed tbody tr', { ...wide, width: 1240 }],
  ['console-accounts', 'accounts', undefined, 'tbody tr', wide],
];

const freePort = () =>
  new Promise((done, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Starts the demo in a separate folder. @returns the process and the address that signs in once. */
async function startDemo(data) {
  const port = await freePort();
  const env = {
    ...process.env,
    ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, LOG_LEVEL: 'warn' },
    ...{ DATABASE_URL: `sqlite://${join(data, 'demo.db')}` },
  };
  const demo = spawn(process.execPath, [join(root, 'bin', 'leadlight.js'), 'demo'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  const address = await new Promise((done, failed) => {
    demo.once('exit', (code) => failed(new Error(`the demo ended with ${code}`)));
    demo.stdout.on('data', (bytes) => {
      text += bytes;
      const found = /Console\s+(\S+)/.exec(text);
      if (found) done(found[1]);
    });
  });
  return { demo, address };
}

const data = mkdtempSync(join(tmpdir(), 'leadlight-screenshots-'));
const { demo, address } = await startDemo(data);
const browser = await chromium.launch({
  executablePath: machine().chromium ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const first = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
  const page = await first.newPage();
  await page.goto(address);
  await page.waitForURL(/\/inbox/);
  const base = page.url().replace(/inbox.*$/, '');
  const storageState = await first.storageState();
  const all = [
    ...pages.map(([at, there]) => [at.replace(/\W+/g, '-'), at, undefined, there]),
    ...opened.map(([name, at, click, there]) => [name, at, click, there]),
  ];
  const looks = [1440, 390].flatMap((width) =>
    ['light', 'dark'].map((colorScheme) => ({ width, height: width > 500 ? 900 : 844, colorScheme })),
  );
  const shots = everything
    ? looks.flatMap((look) =>
        all.map(([name, ...shot]) => [`${name}-${look.width}-${look.colorScheme}`, ...shot, look]),
      )
    : readme;
  let context;
  let former;
  let view;
  for (const [name, at, click, there, look] of shots) {
    if (look !== former) {
      await context?.close();
      const { colorScheme, ...viewport } = look;
      context = await browser.newContext({ locale: 'en-GB', viewport, colorScheme, storageState });
      view = await context.newPage();
      former = look;
    }
    await view.goto(base + at);
    if (click) await view.locator(click).first().click();
    await view
      .locator(there)
      .first()
      .waitFor({ timeout: 10_000 })
      .catch(() => console.error(`${name}: nothing of ${there}`));
    await view.screenshot({ path: join(out, `${name}.png`) });
  }
} finally {
  await browser.close();
  demo.removeAllListeners('exit');
  demo.kill('SIGTERM');
  await new Promise((done) => demo.once('exit', done));
  rmSync(data, { recursive: true, force: true });
}
console.log(`Written to ${out}`);
