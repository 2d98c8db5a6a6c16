import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';

export const grantCredits = defineAction({
  name: 'grant_credits',
  title: 'Grant credits',
  description: 'Gives the workspace qualification credits. A negative amount takes back unused ones.',
  right: 'grantCredits',
  rest: null,
  interfaces: { mcp: false, console: false },
  input: z.strictObject({
    amount: z
      .int()
      .min(-999_999_999)
      .max(999_999_999)
      .refine((amount) => amount !== 0, 'must not be 0')
      .describe('How many credits. A negative amount takes back unused ones.'),
    reference: z.string().min(1).max(120).optional().describe('The reason, for the ledger, such as an invoice number.'),
  }),
  output: z.strictObject({
    credits: z.strictObject({ available: z.int(), held: z.int(), consumed: z.int() }),
  }),
  async run({ writes, organizationId }, { amount, reference }) {
    const credits = await writes.changeCredits(amount, reference ?? null);
    if (!credits) throw new OperationError('conflict', 'The workspace does not have that many unused credits.');
    return {
      answer: { credits: { ...credits } },
      changed: {
        kind: 'workspace',
        id: organizationId,
        detail: [`${amount} credits`, reference].filter(Boolean).join(', '),
      },
    };
  },
});
