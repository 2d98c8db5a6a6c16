/** A job from an export's own fields and the headline together. */
import { parseHeadline, parseJob } from '../headline/headline';

describe('explicit fields', () => {
  test('win over the headline', () => {
    expect(
      parseJob({ headline: 'Founder of a side project at Hobby', jobTitle: 'Account Executive', companyName: 'Acme' }),
    ).toEqual({
      title: 'Account Executive',
      seniority: null,
      function: 'sales',
      companyName: 'Acme',
    });
  });

  test('are completed by the headline', () => {
    expect(parseJob({ headline: 'Marketing Manager at Acme', jobTitle: 'Manager' })).toEqual({
      title: 'Manager',
      seniority: 'manager',
      function: 'marketing',
      companyName: 'Acme',
    });
    expect(parseJob({ headline: 'VP Sales', companyName: ' Acme  GmbH ' }).companyName).toBe('Acme GmbH');
  });

  test('a job title of the past is none', () => {
    expect(parseJob({ jobTitle: 'Former CEO' })).toEqual({
      title: null,
      seniority: null,
      function: null,
      companyName: null,
    });
  });

  test('one that is no job leaves it to the headline', () => {
    expect(parseJob({ jobTitle: 'Open to work', headline: 'CFO at Acme' }).title).toBe('CFO');
  });

  test('empty ones are as absent ones', () => {
    expect(parseJob({ headline: 'CEO at Acme', jobTitle: ' ', companyName: '' })).toEqual(parseHeadline('CEO at Acme'));
    expect(parseJob({})).toEqual(parseHeadline(null));
  });
});

const job = (headline: string | null, jobTitle?: string, companyName?: string) => {
  const {
    title,
    seniority,
    function: jobFunction,
    companyName: company,
  } = parseJob({ headline, jobTitle, companyName });
  return [title, seniority, jobFunction, company];
};

test.each<
  readonly [texts: readonly [headline: string | null, title?: string, company?: string], read: readonly unknown[]]
>([
  [[null], [null, null, null, null]],
  [['CFO at Acme'], ['CFO', 'cxo', 'finance', 'Acme']],
  [
    ['CFO at Acme', '', 'Contoso'],
    ['CFO', 'cxo', 'finance', 'Contoso'],
  ],
  // The company of the field, else that of the title, else that of the headline.
  [
    ['CFO at Acme', 'VP Sales at Initech', 'Contoso'],
    ['VP Sales', 'vp', 'sales', 'Contoso'],
  ],
  [
    ['CFO at Acme', 'VP Sales at Initech'],
    ['VP Sales', 'vp', 'sales', 'Initech'],
  ],
  [
    ['CFO at Acme', 'VP Sales'],
    ['VP Sales', 'vp', 'sales', 'Acme'],
  ],
  [
    [null, 'VP Sales', 'Contoso'],
    ['VP Sales', 'vp', 'sales', 'Contoso'],
  ],
  [
    [null, '', 'Contoso'],
    [null, null, null, 'Contoso'],
  ],
  // The function of the headline where the title says none.
  [
    ['Head of Marketing at Acme', 'Manager'],
    ['Manager', 'manager', 'marketing', 'Acme'],
  ],
  [
    ['Head of Marketing at Acme', 'Sales Manager'],
    ['Sales Manager', 'manager', 'sales', 'Acme'],
  ],
  // What was, is no job: the headline is all there is.
  [
    ['CFO at Acme', 'Former CEO', 'Contoso'],
    ['CFO', 'cxo', 'finance', 'Contoso'],
  ],
  [
    ['CFO at Acme', 'Former CEO'],
    ['CFO', 'cxo', 'finance', 'Acme'],
  ],
  // A field that the reader takes for no title is one all the same.
  [
    ['CFO at Acme', 'MBA'],
    ['MBA', null, 'finance', 'Acme'],
  ],
  // In a bank, and for a student.
  [
    [null, 'Managing Director', 'First Example Bank'],
    ['Managing Director', 'vp', 'management', 'First Example Bank'],
  ],
  [
    [null, 'Student', 'Acme'],
    ['Student', 'training', null, null],
  ],
])('of %j is read %j', (texts, read) => expect(job(...texts)).toEqual(read));

test('of a title 160 letters are kept, of a company 120', () => {
  const [title, , , company] = job(null, `Zq${'x'.repeat(200)}`, `Zq${'y'.repeat(200)}`);
  expect([title, company]).toEqual([`Zq${'x'.repeat(158)}`, `Zq${'y'.repeat(118)}`]);
});
