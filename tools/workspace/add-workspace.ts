import { z } from 'zod';
import { invalid, OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { workspaceName } from '../fields';

export const addWorkspace = defineAction({
  name: 'add_workspace',
  title: 'Add a workspace',
  description:
    'Creates another workspace, which the calling person owns. With `data` = `demo` it is one of example data, with a name of its own, and the examples are loaded in the background. One person can own at most 20.',
  right: 'addWorkspaces',
  rest: null,
  input: z.strictObject({
    name: workspaceName.optional().describe('Name; unique in the installation. Left out for example data.'),
    data: z.enum(['none', 'demo']).default('none').describe('What it holds at first: nothing, or the examples.'),
  }),
  output: z.strictObject({ organizationId: z.uuid(), name: z.string() }),
  async run({ caller, added }, { name, data }) {
    if (caller.kind !== 'session') {
      throw new OperationError('role_required', 'A workspace is added by a person who is signed in.');
    }
    if (data === 'none' && name === undefined) throw invalid({ path: 'name', message: 'is required' });
    if (data === 'demo' && name !== undefined) {
      throw invalid({ path: 'name', message: 'is not allowed with example data, whose workspace has its own name' });
    }
    const made = await (name === undefined ? added.examples(caller.userId) : added.empty(caller.userId, name));
    if (!made) throw new OperationError('conflict', `A workspace named ${name ?? 'Example data'} exists already`);
    return {
      answer: { organizationId: made.id, name: made.name },
      changed: { kind: 'workspace', id: made.id, detail: made.name },
    };
  },
});
