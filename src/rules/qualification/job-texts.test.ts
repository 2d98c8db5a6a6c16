/** A job from an export's own fields and the headline together. */
import { parseHeadline, parseJob } from './headline';

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
