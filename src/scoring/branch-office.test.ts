import { companyOfBranch } from './branch-office';

test.each([
  ['温醸テック 西日本営業所', '温醸テック'],
  ['青禾科技 北京分公司', '青禾科技'],
  ['Nordwerk Niederlassung Köln', 'Nordwerk'],
  ['Nordwerk GmbH, Geschäftsstelle Nord', 'Nordwerk GmbH'],
  ['Nordwerk Oddział w Krakowie', 'Nordwerk'],
  ['Нордверк филиал в Самаре', 'Нордверк'],
  ['Nordwerk Delegación Norte', 'Nordwerk'],
  ['Nordwerk – Filiale di Milano', 'Nordwerk'],
  ['Nordwerk Branch Office Leeds', 'Nordwerk'],
])('%s is a branch of %s', (name, company) => expect(companyOfBranch(name)).toBe(company));

test.each(['Olive Branch', 'Nordwerk', 'Filiale', 'Agence Moreau', 'Delegación Norte', '支店', 'Filialen AB', ''])(
  '%s names no branch',
  (name) => expect(companyOfBranch(name)).toBeNull(),
);

test('of a long name 300 characters are looked at', () => {
  expect(companyOfBranch(`Nordwerk Filiale ${'x'.repeat(100_000)}`)).toBe('Nordwerk');
  expect(companyOfBranch(`${'x'.repeat(300)} Filiale Köln`)).toBeNull();
});
