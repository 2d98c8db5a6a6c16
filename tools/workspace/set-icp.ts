import { z } from 'zod';
import { invalid } from '../../src/shared/errors';
import { readIcp } from '../../src/rules/fit/icp';
import { defineAction } from '../define';

export const setIcp = defineAction({
  name: 'set_icp',
  title: 'Set the ideal customer profile',
  description:
    'Puts an ideal customer profile in force and queues everyone for scoring. The worker scores them, or the caller who waits for it. Setting the same definition again only scores everyone again.',
  right: 'changeIcp',
  rest: null,
  input: z.strictObject({
    definition: z.record(z.string(), z.unknown()).describe('The profile. examples/icp.yaml explains every field.'),
  }),
  output: z.strictObject({
    version: z.int().min(1).describe('Version in force.'),
    changed: z.boolean().describe('False: it was already in force.'),
  }),
  async run({ writes }, { definition: given }) {
    const read = readIcp(given);
    if ('problems' in read) {
      throw invalid(...read.problems.map(({ path, message }) => ({ path: `definition.${path}`, message })));
    }
    const stored = await writes.storeIcp(JSON.stringify(read.definition));
    await writes.queueEverybody();
    return {
      answer: stored,
      changed: stored.changed ? { kind: 'icp', id: `version ${stored.version}` } : null,
    };
  },
});
