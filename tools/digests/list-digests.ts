import { z } from 'zod';
import { scheduleOf } from '../../src/digest/kinds';
import { defineQuery } from '../define';
import { input } from '../fields';
import { digestSchema, onlyOwn, showDigest } from './schemas';

export const listDigests = defineQuery({
  name: 'list_digests',
  title: 'List digests',
  description:
    'Lists who is sent a digest of the leads and when, the oldest first: whom to call and why, who moved up, who came new. Members see their own, owners and admins all.',
  right: 'readDigests',
  interfaces: { mcp: false, console: true },
  rest: null,
  input: input({}),
  output: z.strictObject({
    data: z.array(digestSchema),
    mail: z.boolean().describe('Whether this service sends mails: it does where SMTP_URL is set.'),
  }),
  async run({ store, caller, mails }) {
    const found = await store.digests.list(onlyOwn(caller));
    const next = await store.digests.nextTimes(found.map(({ row }) => scheduleOf(row.id)));
    return { data: found.map((one) => showDigest(one, next)), mail: mails };
  },
});
