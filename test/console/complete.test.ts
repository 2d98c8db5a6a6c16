/** What the compiler does not count: each page is among those that browsers look at, each webhook message is offered and documented. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { de } from '../../packages/console/src/messages/de';
import { en } from '../../packages/console/src/messages/en';
import { webhookTypes } from '../../src/shared/values';
import { workspacePages } from '../full/console/support/page-names';

const root = join(__dirname, '..', '..');
const browsers = join(root, 'test', 'full', 'console');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

test('each page of a workspace is among those that a test opens in a browser', () => {
  const tests = readdirSync(browsers)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => read(browsers, name))
    .join('\n');
  const isOpened = (name: string) => new RegExp(`['"\`]${name}['"\`/?]`).test(tests);
  expect(workspacePages.length).toBeGreaterThan(15);
  expect(isOpened('no-such-address')).toBe(false);
  expect(workspacePages.map(({ name }) => name).filter((name) => !isOpened(name))).toEqual([]);
});

test.each(webhookTypes)(
  'the message %s is offered by the console, named in both languages, and in the docs',
  (type) => {
    expect(read(root, 'packages', 'console', 'src', 'pages', 'webhooks.tsx')).toContain(`'${type}'`);
    for (const texts of [en, de]) {
      expect(texts).toHaveProperty([`webhook-type.${type}`]);
      expect(texts).toHaveProperty([`webhook-hint.${type}`]);
    }
    expect(read(root, 'docs', 'webhooks.md')).toContain(`| \`${type}\` `);
  },
);
