import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillTables } from './document';
import { explainScoring } from './explain';
import { matchIcp, noFacts } from '../fit/icp';

const page = readFileSync(join(__dirname, '../../../docs/qualification.md'), 'utf8');

test('the tables of docs/qualification.md are those of the code', () => {
  expect(page).toBe(fillTables(page));
});

test('a page without a table, or with an unknown one, is refused', () => {
  expect(() => fillTables('')).toThrow('the page has no table vocabulary');
  expect(() => fillTables('<!-- table: horoscope --><!-- end -->')).toThrow('no table is called "horoscope"');
});

test('the figure the page gives for a perfect headline is the true one', () => {
  const headline = { ...noFacts, title: 'VP Sales', seniority: 'vp', function: 'sales' };
  const asks = {
    seniorities: ['vp' as const],
    functions: ['sales' as const],
    industries: ['Banking'],
    sizes: ['1'],
    countries: ['DE'],
  };
  const { percent } = matchIcp(headline, asks);
  expect(page).toContain(`a person with a perfect headline and nothing else known has ${percent}.`);
});

test('the explanation is plain data that survives JSON', () => {
  const explanation = explainScoring();
  expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  expect(explanation.icp.criteria.reduce((sum, { defaultWeight }) => sum + defaultWeight, 0)).toBe(100);
});
