import { criterionLine } from './criterion-name';

test.each([
  ['role', 'mismatch', 'title names no rank', 'role does not fit: title names no rank'],
  ['location', 'match', 'Germany', 'country fits: Germany'],
  ['size', 'unknown', 'company size unknown', 'company size is unknown'],
  ['location', 'unknown', 'country unknown; colleagues are in Spain', 'country is unknown; colleagues are in Spain'],
  ['role', 'unknown', 'seniority partner', 'role is unknown: seniority partner'],
  ['excludedCompany', 'mismatch', 'company Nordwerk', 'left out: company Nordwerk'],
] as const)('%s, %s: %s', (criterion, outcome, detail, line) => {
  expect(criterionLine({ criterion, outcome, detail })).toBe(line);
});
