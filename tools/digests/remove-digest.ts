import { z } from 'zod';
import { notFound } from '../../src/shared/errors';
import { defineAction } from '../define';
import { input } from '../fields';
import { uuid } from '../schemas/values';
import { digestId, digestOf } from './schemas';

export const removeDigest = defineAction({
  name: 'remove_digest',
  title: 'Remove a digest',
  description: 'Ends a digest: nothing more is sent.',
  right: 'changeDigests',
  rest: null,
  input: input({ id: digestId }),
  output: z.strictObject({ id: uuid('Digest id.'), removed: z.literal(true) }),
  async run(workspace, { id }) {
    const row = await digestOf(workspace, id);
    if (!(await workspace.digests.remove(row.id))) throw notFound('digest');
    const changed = { kind: 'digest', id: row.id, detail: row.shown } as const;
    return { answer: { id: row.id, removed: true as const }, changed };
  },
});
