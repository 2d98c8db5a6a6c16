import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { workspaceName } from '../fields';

export const createWorkspace = defineAction({
  name: 'create_workspace',
  title: 'Create a workspace',
  description: 'Creates a workspace. Names are unique in an installation.',
  right: 'createWorkspaces',
  rest: null,
  interfaces: { mcp: false, console: false },
  input: z.strictObject({ name: workspaceName }),
  output: z.strictObject({ organizationId: z.uuid(), name: z.string() }),
  async run({ writes, organizationId }, { name }) {
    if (!(await writes.create(name))) {
      throw new OperationError('conflict', `A workspace named ${name} exists already`);
    }
    return { answer: { organizationId, name }, changed: { kind: 'workspace', id: organizationId, detail: name } };
  },
});
