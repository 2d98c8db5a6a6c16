import { halfLifeMs } from '../../src/rules/intent/intent';
import { priorityOf } from '../../src/rules/tier/tier';
import type { LeadTier, StatedInterest } from '../../src/shared/values';
import { askersTogether } from './askers-together';

const lead = (id: string, account_id: string | null, lead_tier: LeadTier, statedInterest: StatedInterest) => ({
  id,
  account_id,
  lead_tier,
  priority: priorityOf(
    { tier: lead_tier, statedInterest, grade: 'A' },
    { sum: 4, now: Date.UTC(2026, 10, 1), halfLifeMs },
  ),
});

test('people of an account who asked follow the first of them, and nobody else moves', () => {
  const list = [
    lead('a1', 'acme', 'PRIORITY', 'asking'),
    lead('b1', 'brix', 'PRIORITY', 'question'),
    lead('a2', 'acme', 'QUALIFIED', 'question'),
    lead('n1', null, 'QUALIFIED', 'considering'),
    lead('a3', 'acme', 'QUALIFIED', 'quiet'),
    lead('n2', null, 'QUALIFIED', 'question'),
    lead('b2', 'brix', 'NURTURE', 'question'),
  ];
  expect(askersTogether(list).map(({ id }) => id)).toEqual(['a1', 'a2', 'b1', 'n1', 'a3', 'n2', 'b2']);
});
