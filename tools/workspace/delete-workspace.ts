import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';

export const deleteWorkspace = defineAction({
  name: 'delete_workspace',
  title: 'Delete the workspace',
  description:
    'Deletes the workspace with everything in it, for good: people, leads, members who belong to no other workspace, keys, connections, history. Keys and connections end at once; rows go right after, and a crash in between is finished by the worker.',
  right: 'deleteWorkspace',
  rest: null,
  input: z.strictObject({
    confirm: z.literal(true).describe('Confirms that everything is to be deleted: there is no way back.'),
  }),
  output: z.strictObject({ organizationId: z.uuid(), deleted: z.literal(true) }),
  async run({ organizationId, deletion }) {
    if (!(await deletion.begin())) throw notFound('workspace');
    return {
      answer: { organizationId, deleted: true as const },
      changed: { kind: 'workspace', id: organizationId, detail: 'deleted', ofInstallation: true },
    };
  },
  async after({ deletion }) {
    await deletion.finish();
  },
});
