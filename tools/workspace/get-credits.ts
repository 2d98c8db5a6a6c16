import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { count } from '../schemas/values';

export const getCredits = defineQuery({
  name: 'get_credits',
  title: 'Get the credits',
  description: 'Shows how many qualification credits the workspace has left, has set aside and has used.',
  right: 'readCredits',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.strictObject({
      available: count('May be used.'),
      held: count('Set aside for queued work.'),
      consumed: count('Used.'),
    }),
  }),
  async run({ store }) {
    const { available, held, consumed } = await store.admin.credits();
    return { data: { available, held, consumed } };
  },
});
