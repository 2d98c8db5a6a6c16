import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { companyKeys, mayHoldName, namesIn } from '../../packages/reader/src';

const headlines = ['tuning', 'tuning-2', 'tuning-3', 'tuning-4'].flatMap((file) =>
  readFileSync(join(__dirname, '..', 'judgement', 'headlines', `${file}.tsv`), 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split('\t')[1] || []),
);

it('is true of every name that is read in a headline', () => {
  const missed = headlines.flatMap((headline) =>
    namesIn(headline)
      .filter((name) => companyKeys(name).length > 0 && !companyKeys(name).some((key) => mayHoldName(headline, [key])))
      .map((name) => `${name} in ${headline}`),
  );
  expect(missed).toEqual([]);
});

it('is true of names that are written in other ways, and with remarks inside', () => {
  const written = [
    ['VP Sales Kontosa Robotics Europe', 'Kontosa Robotics GmbH'],
    ['CTO, Kontosa (formerly Nordlicht) Robotics', 'Kontosa Robotics'],
    ['Head of Sales, A.B.C. Traders', 'ABC Traders'],
    ["Head of Sales O'Neil and Sons", 'ONeil & Sons'],
    ['Head of Sales kontosa.co.uk', 'Kontosa Ltd'],
    ['営業部長 株式会社コントサ', 'コントサ'],
    ['영업이사 콘토사 주식회사', '콘토사'],
  ] as const;
  for (const [headline, name] of written)
    expect([headline, mayHoldName(headline, companyKeys(name))]).toEqual([headline, true]);
});

it('tells most headlines apart, and says nothing of letters that have several spellings', () => {
  expect(mayHoldName('VP Sales Northwind Traders', ['kontosarobotics', 'baerwald'])).toBe(false);
  expect(mayHoldName('営業部長', ['コントサ'])).toBe(false);
  expect(mayHoldName('VP Sales', [])).toBe(false);
  // Keys of "Bärwald" and "Контоса" hold letters that the names have not.
  expect(mayHoldName('VP Bärwald', ['baerwald'])).toBe(true);
  expect(mayHoldName('VP Контоса', ['kontosa'])).toBe(true);
  const refused = headlines.filter((headline) => !mayHoldName(headline, ['kontosarobotics']));
  expect(refused.length).toBeGreaterThan(headlines.length / 3);
});
