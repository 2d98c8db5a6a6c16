import { askedCompanyNameKeys, companyNameKey } from './keys';

test('a company is found however its name is written', () => {
  expect(companyNameKey('ACME, Inc.')).toBe(companyNameKey('Acme inc'));
  expect(companyNameKey('Müller GmbH')).toBe(companyNameKey('muller'));
  expect(askedCompanyNameKeys('Acme Inc.')).toContain(companyNameKey('ACME'));
  expect(companyNameKey('Acme')).not.toBe(companyNameKey('Acne'));
});
