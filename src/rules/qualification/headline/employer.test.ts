/** What is no employer, and a name without its case. */
import { parseHeadline } from '../headline';
import { mayEmploy, uninflected } from './employer';

test.each([
  'Acme',
  'Northwind Traders',
  'München Klinik',
  '株式会社例',
  '3M',
  'My Money Bank',
  'Interim Labs',
  'Freelance Network GmbH',
  'Acting Studio Berlin',
  'Virtual Instruments',
  'Contract Logistics AG',
  'Startup Bootcamp',
])('%s may be one', (name) => {
  expect(mayEmploy(name, false)).toBe(true);
});

test.each([
  'Berlin',
  'Munich',
  'Germany',
  'Stealth Startup',
  'self-employed',
  'Selbständig',
  'n/a',
  'GmbH',
  '2026',
  'my own house',
  'Interim',
  'Interim CRO',
  'interim-cro',
  'Fractional CMO',
  'Fractional CRO',
  'Freelance VP Sales',
  'Fractional Chief Revenue Officer',
  'Outsourced CFO',
  'Virtual CTO',
  'Part-time CFO',
  'Freiberuflich',
  'Samozatrudniony',
  'Various Companies',
  'Own Business',
])('%s is none', (name) => {
  expect(mayEmploy(name, false)).toBe(false);
});

test('a listed name that is a country, too, is one behind a word that joins', () => {
  expect([mayEmploy('Emirates', true), mayEmploy('Emirates', false)]).toEqual([true, false]);
  expect(mayEmploy('Berlin', true)).toBe(false);
});

test.each([
  ["Trendyol'da", 'Trendyol'],
  ['Kovács Richternél', 'Kovács Richter'],
  ['Yle:n', 'Yle'],
  ['Budapesti Kórházban', 'Budapesti Kórház'],
  ['Acme', null],
])('%s without its ending is %s', (name, bare) => {
  expect(uninflected(name)).toBe(bare);
});

test('a place with an ending is a place', () => {
  expect(parseHeadline('Mérnök Budapestnél').companyName).toBeNull();
});

test('a country behind an "@" is the company of that name', () => {
  expect(parseHeadline('Cabin crew @ Emirates').companyName).toBe('Emirates');
});

test.each([
  'Freelance VP Sales / Interim CRO',
  'Freelance VP Sales - Interim CRO',
  'Freelance VP Sales, Interim CRO',
  'Freelance CMO + Fractional CRO',
  'VP Sales | Interim CRO',
  'Chief Revenue Officer / Fractional CRO',
  'Interim Manager | Interim CRO',
  'Fractional CMO',
  'CMO | Fractional',
  'Fractional CMO @ Fractional',
  'Head of Sales at Fractional CRO',
  'VP Sales at Interim',
  'CEO at Solopreneur',
  'Self-employed',
  'VP Sales | Self-Employed',
  'CRO at Self-employed',
  'Consultant | ex-Google',
  'Consultant | ex-X | Speaker',
  'Fractional CMO & Growth Advisor @ Startups',
  'Entrepreneur in Residence',
  'Consultant at Multiple Companies',
  'Outsourced CFO / Virtual CFO',
  'Sales Director - Freelance / Contract',
])('"%s" names no employer', (headline) => {
  expect(parseHeadline(headline).companyName).toBeNull();
});

test.each([
  ['VP Sales / Interim CRO at Acme', 'Acme'],
  ['Fractional CMO at Acme GmbH', 'Acme GmbH'],
  ['Freelance Designer | Acme', 'Acme'],
  ['CEO at Interim Labs', 'Interim Labs'],
])('"%s": %s', (headline, company) => {
  expect(parseHeadline(headline).companyName).toBe(company);
});
