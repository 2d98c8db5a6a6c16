/** Reasons of a headline to leave somebody out, as they are stored, and as they are said. */
import { readExclusionReasons, reasonsIn } from './exclusion-reasons';

test.each<readonly [headline: string | null, seniority: string | null, stored: string]>([
  [null, null, ''],
  ['', null, ''],
  ['CFO at Acme', 'cxo', ''],
  ['Open to work | CFO', null, 'jobSeekers\tOpen to work'],
  ['Student at X', null, 'students\tStudent'],
  // Said by the headline it stands in its words, else that another source says so.
  ['Student at X', 'training', 'students\tStudent'],
  ['CFO', 'training', 'students\tin training'],
  [null, 'training', 'students\tin training'],
  ['Retired', null, 'retired\tRetired'],
  [
    'Interim CFO | Freelance | Aspiring founder',
    null,
    'aspiring\tAspiring founder\ninterim\tInterim\nfreelance\tFreelance',
  ],
  // Who decides hires for their own team.
  ['We are hiring! CEO at Acme', null, 'recruiters\tWe are hiring'],
  ['We are hiring! CEO at Acme', 'senior', 'recruiters\tWe are hiring'],
])('%j of somebody %j: %j', (headline, seniority, stored) => {
  expect(readExclusionReasons(headline, seniority)).toBe(stored);
});
test.each(['owner', 'cxo', 'partner', 'vp', 'director', 'manager'])(
  'somebody who decides (%s) hires for themselves',
  (level) => {
    expect(readExclusionReasons('We are hiring! CEO at Acme', level)).toBe('');
  },
);

test('the words of a reason are 80 letters at most, on one line', () => {
  const headline = `Helping founders   grow with ${'very '.repeat(30)}long pitches`;
  const [name, words = ''] = readExclusionReasons(headline, null).split('\t');
  expect([name, words.length, words.startsWith('Helping founders grow')]).toEqual(['vendors', 80, true]);
});

test('each reason is said in words of the service; a name that is none is left out', () => {
  expect(reasonsIn('')).toEqual([]);
  expect(reasonsIn('interim\tInterim\nnothing\tx\nretired\tRetired')).toEqual([
    { name: 'interim', detail: 'headline says that they work for a time' },
    { name: 'retired', detail: 'headline says that they have retired' },
  ]);
  const said = [
    ...['recruiters', 'vendors', 'students', 'jobSeekers', 'aspiring', 'interim', 'freelance', 'retired'],
    ...['ownStaff', 'competitorStaff'],
  ].flatMap((name) => reasonsIn(`${name}\tx`).map(({ detail }) => detail));
  expect(new Set(said).size).toBe(10);
  for (const detail of said) expect(detail).toMatch(/^headline says \w+ \w+/);
});
