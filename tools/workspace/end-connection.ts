import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId } from '../fields';

export const endConnection = defineAction({
  name: 'end_connection',
  title: 'End a connection',
  description:
    "Ends an assistant's connection to the workspace. Its tokens are refused everywhere within five seconds.",
  right: 'endConnections',
  rest: null,
  input: z.strictObject({ connectionId: pathId('Connection id, uuid.') }),
  output: z.strictObject({ connectionId: z.uuid(), status: z.literal('ended') }),
  async run({ writes, caller }, { connectionId }) {
    const id = asUuid(connectionId);
    if (id === undefined || !(await writes.endConnection(id, caller))) throw notFound('live connection');
    // Ending a connection writes its own audit entry, no matter who ended it.
    return { answer: { connectionId: id, status: 'ended' as const }, changed: null };
  },
});
