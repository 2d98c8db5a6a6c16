import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';

export const deleteWorkspace = defineAction({
  name: 'delete_workspace',
  title: 'Delete the workspace',
  description:
    'Deletes the workspace and everything in it for good: people, leads, members who belong to no other workspace, keys, connections, history. Keys and connections end at once. The rows are deleted right after. If a crash interrupts this, the worker finishes it.',
  right: 'deleteWorkspace',
  rest: null,
  input: z.strictObject({
    confirm: z.literal(true).describe('Confirms that everything is to be deleted. You cannot take this back.'),
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
