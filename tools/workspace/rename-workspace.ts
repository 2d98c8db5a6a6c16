import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { workspaceName } from '../fields';

export const renameWorkspace = defineAction({
  name: 'rename_workspace',
  title: 'Rename the workspace',
  description: 'Gives the workspace another name. Names are unique in an installation.',
  right: 'renameWorkspace',
  rest: null,
  input: z.strictObject({ name: workspaceName }),
  output: z.strictObject({ organizationId: z.uuid(), name: z.string() }),
  async run({ writes, organizationId }, { name }) {
    if (!(await writes.rename(name))) {
      throw new OperationError('conflict', `A workspace named ${name} exists already`);
    }
    return { answer: { organizationId, name }, changed: { kind: 'workspace', id: organizationId, detail: name } };
  },
});
