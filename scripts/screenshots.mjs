// Pictures of the console's pages, over the demo's fictional people: `npm run screenshots [-- folder]`.
// Without a folder it makes the five of the README (docs/images, small files); with one it takes every page, wide and narrow, light and
// dark, to be looked at by eye.
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

/** Pages by address and the selector of what stands there when their data has come. */
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
/** Links that lead from a list to one of its pages. */
const opened = [
  ['lead', 'leads?leadTier=PRIORITY', '.lead-table td.name a', '.intent svg'],
  ['account', 'accounts', 'tbody .strong-link', '.lead-table'],
  ['post', 'posts', 'tbody .strong-link', '.post-text'],
];
/** The README's, by name: address, what is clicked, what must be there. */
const readme = [
  ['inbox', 'inbox', undefined, '.reader .time li'],
  ['leads', 'leads', undefined, '.lead-table tbody tr'],
  ['lead', 'leads?leadTier=PRIORITY', '.lead-table td.name a', '.intent svg'],
  ['agent', 'agent', undefined, 'tbody tr'],
  ['accounts', 'accounts', undefined, 'tbody tr'],
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

/** Starts the demo in a folder of its own. @returns the process and the address that signs in once. */
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
  const looks = everything
    ? [1440, 390].flatMap((width) => ['light', 'dark'].map((colorScheme) => ({ width, colorScheme })))
    : [{ width: 1200, colorScheme: 'light' }];
  for (const { width, colorScheme } of looks) {
    const height = width > 500 ? (everything ? 900 : 760) : 844;
    const context = await browser.newContext({
      locale: 'en-GB',
      viewport: { width, height },
      colorScheme,
      storageState,
    });
    const view = await context.newPage();
    const shots = everything
      ? [
          ...pages.map(([at, there]) => [at.replace(/\W+/g, '-'), at, undefined, there]),
          ...opened.map(([name, at, click, there]) => [name, at, click, there]),
        ]
      : readme;
    for (const [name, at, click, there] of shots) {
      await view.goto(base + at);
      if (click) await view.locator(click).first().click();
      await view
        .locator(there)
        .first()
        .waitFor({ timeout: 10_000 })
        .catch(() => console.error(`${name}: nothing of ${there}`));
      const path = join(out, everything ? `${name}-${width}-${colorScheme}.png` : `${name}.png`);
      await view.screenshot({ path, fullPage: false });
    }
    await context.close();
  }
} finally {
  await browser.close();
  demo.removeAllListeners('exit');
  demo.kill('SIGTERM');
  await new Promise((done) => demo.once('exit', done));
  rmSync(data, { recursive: true, force: true });
}
console.log(`Written to ${out}`);
