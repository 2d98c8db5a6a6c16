import { decide, decisionRows, type CandidateFacts } from './decide';

const asked = [
  { criterion: 'role', outcome: 'match', detail: 'seniority vp, function sales' },
  { criterion: 'size', outcome: 'unknown', detail: 'company size unknown' },
] as const;

const accepted: CandidateFacts = {
  lead: null,
  disposition: 'ACTIVE',
  ineligible: null,
  hasIcp: true,
  grade: 'A',
  percent: 87,
  tier: 'PRIORITY',
  intent: 70,
  refused: false,
  criteria: asked,
  engagements: [{ type: 'COMMENT', said: 'buying' }],
};

/** One case for each row of the table, in its order but for the positive control, which comes first. */
const cases: readonly (readonly [string, Partial<CandidateFacts>, readonly string[]])[] = [
  [
    'fits and shows interest',
    {},
    [
      'Fits your ideal customer (87 %): role (seniority vp, function sales); not known: company size.',
      'Showed interest in buying in a comment.',
    ],
  ],
  [
    'a lead already',
    { lead: { disposition: 'BAD_LEAD', since: '3 Nov 2026' }, ineligible: 'a company page is no person' },
    ['You marked this person as a bad lead; they stay one, known since 3 Nov 2026.'],
  ],
  [
    'no lead at all',
    { ineligible: 'on the watchlist as a teammate' },
    ['Cannot be a lead: on the watchlist as a teammate.'],
  ],
  ['your CRM knows them', { disposition: 'CLIENT' }, ['Your CRM lists this person as a client.']],
  [
    'nothing to compare with',
    { hasIcp: false },
    ['This workspace has no ideal customer profile yet, so nobody can fit it.'],
  ],
  ['said no', { refused: true }, ['Said in a comment that they are not interested.']],
  [
    'poor fit',
    {
      tier: 'UNQUALIFIED',
      grade: 'D',
      percent: 0,
      criteria: [{ criterion: 'location', outcome: 'mismatch', detail: 'France' }],
    },
    ['Does not fit your ideal customer (0 %): country (France).'],
  ],
  [
    'fits less well',
    { tier: 'NURTURE', grade: 'C', percent: 30, criteria: [{ criterion: 'size', outcome: 'unknown', detail: '' }] },
    ['Too little is known to say that they fit (30 %): company size.', 'Showed interest in buying in a comment.'],
  ],
  [
    'too little interest yet',
    { tier: 'NURTURE', intent: 12, criteria: [], engagements: [{ type: 'LIKE', said: null }] },
    [
      'Fits your ideal customer (87 %).',
      'Too little interest so far (12; 30 is enough): liked one post. More engagement brings them back.',
    ],
  ],
];

describe('what the agent decides', () => {
  it('has a case for each row', () => {
    expect(cases.map(([name]) => name).sort()).toEqual(decisionRows.map(({ name }) => name).sort());
  });

  it.each(cases)('%s', (name, change, reasons) => {
    const row = decisionRows.find((one) => one.name === name);
    expect(decide({ ...accepted, ...change })).toEqual({ decision: row?.decision, reasons });
  });
});
