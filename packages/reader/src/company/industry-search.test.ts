import { searchIndustries } from './industry-search';

it.each([
  ['Computer software', 'Software Development', 'Software Development'],
  [
    'Logistik',
    'Transportation, Logistics, Supply Chain and Storage',
    'Transportation, Logistics, Supply Chain and Storage',
  ],
  ['softw', null, 'Software Development'],
  ['Softwear', null, 'Software Development'],
  ['Insurence', null, 'Insurance'],
  ['zzzz', null, undefined],
])('%s names %s, and %s is offered first', (text, named, first) => {
  const found = searchIndustries(text, 8);
  expect([found.named, found.industries[0]]).toEqual([named, first]);
  expect(found.industries.length).toBeLessThanOrEqual(8);
});
