import { tierOf } from '../../rules/tier/tier';
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
  engagements: [{ type: 'COMMENT', said: 'request' }],
};

/** One case for each row of the table, in its order. The positive control comes first. */
const cases: readonly (readonly [string, Partial<CandidateFacts>, readonly string[]])[] = [
  [
    'fits and shows interest',
    {},
    [
      'Fits your ideal customer (87 %): role (seniority vp, function sales); not known: company size.',
      'Asked for a demo, an offer or the like in a comment.',
      'Interest of 70 is enough: it takes 30.',
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
    [
      'Too little is known to say that they fit (30 %): company size.',
      'Asked for a demo, an offer or the like in a comment.',
    ],
  ],
  [
    'too little interest yet',
    { tier: 'NURTURE', intent: 12, criteria: [], engagements: [{ type: 'LIKE', said: null }] },
    [
      'Fits your ideal customer (87 %).',
      'Too little interest so far (12; it takes 30, or 10 from who asked for something): liked one post. More engagement brings them back.',
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

test('people taken and people left out are told one rule: no reason contradicts another', () => {
  const bars = { asking: 10, quiet: 30 } as const;
  for (const statedInterest of ['asking', 'quiet'] as const) {
    for (let intent = 0; intent <= 100; intent += 1) {
      const said = statedInterest === 'asking' ? ('request' as const) : null;
      const facts = {
        ...accepted,
        grade: 'B' as const,
        intent,
        tier: tierOf({ grade: 'B', intent, statedInterest, companyKnown: true, raisesHand: false }),
      };
      const { decision, reasons } = decide({ ...facts, engagements: [{ type: 'COMMENT', said }] });
      expect([statedInterest, intent, decision]).toEqual([
        statedInterest,
        intent,
        intent >= bars[statedInterest] ? 'ACCEPTED' : 'REJECTED',
      ]);
      const rule = reasons.join(' ');
      if (decision === 'ACCEPTED' && intent < 30) {
        expect(rule).toContain(
          `Interest of ${intent} is enough from who asked for something: it takes 10, and 30 from others.`,
        );
      } else if (decision === 'ACCEPTED') expect(rule).toContain(`Interest of ${intent} is enough: it takes 30.`);
      else expect(rule).toContain(`(${intent}; it takes 30, or 10 from who asked for something)`);
    }
  }
});
