import { z } from 'zod';
import { defineQuery } from '../define';
import { input } from '../fields';
import { count } from '../schemas/values';

export const getRevision = defineQuery({
  name: 'get_revision',
  title: 'Get the revision',
  description:
    'Answers a number that grows with every change in the workspace. A page asks for it every few seconds, and reads again what it shows when the number is another.',
  right: 'readWorkspace',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({ data: z.strictObject({ revision: count('Grows with every change.') }) }),
  async run({ store }) {
    return { data: { revision: await store.changes.revision() } };
  },
});
