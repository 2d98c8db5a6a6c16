/**
 * Comments that leave a watched competitor, and others near one: praise, jokes, its staff, news, people who have it. The labels were fixed
 * before anything was read. Bars were chosen with all of them in sight, so
 * they say what the rule can do, not how it will do elsewhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComment } from '../../packages/reader/src';
import { withoutNamesOf } from '../../src/rules/fit/rivals';
import { rivalOf } from '../../src/scoring/read-again';
import { say } from './support/say';

const watched = 'Hebemax Cafinova AgroPulso TicketMuse Klimarix Dokuvex Rutavia Lavanto'.split(' ');
const withoutRivals = withoutNamesOf(watched);
const [, ...lines] = readFileSync(join(__dirname, 'leaving.tsv'), 'utf8').trim().split('\n');
const rows = lines.map((line) => {
  const [set = '', leaves, under, text = ''] = line.split('\t');
  const rival = rivalOf(text, withoutRivals, under === 'yes');
  const found = readComment(text).said === 'plain' ? readComment(text, rival).said : readComment(text).said;
  return { set, leaves: leaves === 'yes', found: found === 'leaving', text };
});

test.each([
  ['A', { leaves: 15, others: 30, missed: 3, wrong: 3 }],
  ['B', { leaves: 15, others: 30, missed: 5, wrong: 3 }],
  ['C', { leaves: 15, others: 30, missed: 4, wrong: 2 }],
  ['D', { leaves: 0, others: 25, missed: 0, wrong: 1 }],
] as const)('of set %s', (name, expected) => {
  const count = (leaves: boolean, found: boolean) =>
    rows.filter((row) => row.set === name && row.leaves === leaves && row.found === found).length;
  const [missed, wrong] = [count(true, false), count(false, true)];
  say(`leaving, ${name}: ${missed} of ${expected.leaves} missed, ${wrong} of ${expected.others} wrongly leaving\n`);
  expect(count(true, true) + missed).toBe(expected.leaves);
  expect(count(false, false) + wrong).toBe(expected.others);
  expect(missed).toBeLessThanOrEqual(expected.missed);
  expect(wrong).toBeLessThanOrEqual(expected.wrong);
});
