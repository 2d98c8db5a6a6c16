import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { asUuid, pathId } from '../fields';

export const revokeApiKey = defineAction({
  name: 'revoke_api_key',
  title: 'Revoke an API key',
  description: 'Ends an API key of the workspace. Every process refuses it within five seconds.',
  right: 'manageKeys',
  rest: null,
  input: z.strictObject({ keyId: pathId('API key id, uuid.') }),
  output: z.strictObject({ id: z.uuid(), status: z.literal('REVOKED') }),
  async run({ writes }, { keyId }) {
    const id = asUuid(keyId);
    if (id === undefined || !(await writes.endApiKey(id))) throw notFound('working key');
    return { answer: { id, status: 'REVOKED' as const }, changed: { kind: 'api_key', id, detail: 'revoked' } };
  },
});
