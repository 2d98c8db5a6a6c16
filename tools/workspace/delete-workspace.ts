import { z } from 'zod';
import { invalid, notFound } from '../../src/shared/errors';
import { defineAction } from '../define';

export const deleteWorkspace = defineAction({
  name: 'delete_workspace',
  title: 'Delete the workspace',
  description:
    'Deletes the workspace and everything in it for good: people, leads, members who belong to no other workspace, keys, connections, history. Keys and connections end at once. The rows are deleted right after, and where a person asked for it, in the background. If a crash interrupts this, the worker finishes it.',
  right: 'deleteWorkspace',
  rest: null,
  input: z.strictObject({
    confirm: z.literal(true).describe('Confirms that everything is to be deleted. You cannot take this back.'),
    name: z
      .string()
      .max(200)
      .optional()
      .describe('The name of the workspace, typed by the person who deletes it. Not needed for example data.'),
  }),
  output: z.strictObject({ organizationId: z.uuid(), deleted: z.literal(true) }),
  async run({ organizationId, deletion, caller }, { name }) {
    const expected = caller.kind === 'session' ? await deletion.nameToType() : undefined;
    if (expected !== undefined && name?.trim() !== expected) {
      throw invalid({ path: 'name', message: `must be the name of this workspace, ${expected}` });
    }
    if (!(await deletion.begin())) throw notFound('workspace');
    return {
      answer: { organizationId, deleted: true as const },
      changed: { kind: 'workspace', id: organizationId, detail: 'deleted', ofInstallation: true },
    };
  },
  async after({ deletion, caller }) {
    // A person's browser does not wait for a hundred thousand rows: the worker has the job already.
    if (caller.kind !== 'session') await deletion.finish();
  },
});
