import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { input } from '../fields';
import { digestId, digestOf, digestSchema, shown } from './schemas';

export const sendDigest = defineAction({
  name: 'send_digest',
  title: 'Send a digest now',
  description:
    'Sends a digest in the background, in addition to its schedule, if something is new since the last one. Later digests do not repeat what it reports. {list_digests} shows the result.',
  right: 'changeDigests',
  rest: null,
  input: input({ id: digestId }),
  output: z.strictObject({ data: digestSchema }),
  async run(workspace, { id }) {
    const row = await digestOf(workspace, id);
    if (row.status === 'UNSUBSCRIBED') {
      throw new OperationError('conflict', 'The reader has unsubscribed from this digest, so nothing is sent.');
    }
    if (row.status === 'MAKER_LEFT') {
      throw new OperationError(
        'conflict',
        'The person who added or read this digest has left. It is sent again when somebody takes it over.',
      );
    }
    if (row.channel === 'mail' && workspace.mailLink === undefined) {
      throw new OperationError('conflict', 'This service sends no mail: its operator has to set SMTP_URL first.');
    }
    await workspace.digests.sendSoon(row);
    return {
      answer: { data: await shown(workspace, row.id) },
      changed: { kind: 'digest', id: row.id, detail: 'send' },
    };
  },
});
