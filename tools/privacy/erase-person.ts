import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { outcome, person, referenceOf } from './person';

const purge = z
  .boolean()
  .default(false)
  .describe(
    'Rewrites the files of the database too, so that no byte of them stays; takes as long as the database is large.',
  );
const removed = z
  .strictObject({ ...outcome, rows: z.record(z.string(), z.int()).describe('Rows removed, by table.') })
  .describe('What was removed.');

export const erasePerson = defineAction({
  name: 'erase_person',
  title: 'Erase a person',
  description:
    'Removes a person from everything this workspace holds, and remembers by keyed hashes alone that they must not be stored again: an import that brings them leaves them out. What they only are mentioned in is cleaned right after.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person, purge }),
  output: removed,
  async run({ privacy, network }, { person: text, purge }) {
    const done = await privacy.erase(referenceOf(text, network), { purge });
    if (!done) {
      throw new OperationError(
        'not_found',
        'Nothing is held of this person. To keep them from being stored, suppress them.',
      );
    }
    const { subject, held, remembered, rows } = done;
    return {
      answer: { reference: subject, held, remembered, rows: { ...rows } },
      changed: { kind: 'person', id: subject, detail: purge ? 'erased and purged' : 'erased' },
    };
  },
  async after({ privacy, scoreQueue }) {
    await privacy.finish();
    await scoreQueue();
  },
});

export const suppressPerson = defineAction({
  name: 'suppress_person',
  title: 'Never store a person',
  description:
    'Keeps a person from being stored, whether they were ever seen or not, and removes whatever is held of them. They are remembered by keyed hashes alone.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person, purge }),
  output: removed,
  async run({ privacy, network }, { person: text, purge }) {
    const done = await privacy.suppress(referenceOf(text, network), { purge });
    if (!done) throw new OperationError('not_found', 'No lead with this id; give the address of their profile.');
    const { subject, held, remembered, rows } = done;
    return {
      answer: { reference: subject, held, remembered, rows: { ...rows } },
      changed: { kind: 'person', id: subject, detail: 'suppressed' },
    };
  },
  async after({ privacy, scoreQueue }) {
    await privacy.finish();
    await scoreQueue();
  },
});

export const liftSuppression = defineAction({
  name: 'lift_suppression',
  title: 'Allow a person to be stored again',
  description:
    'Takes back that a person was erased or suppressed: imports may store them again. What was removed does not come back by itself.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person }),
  output: z.strictObject(outcome),
  async run({ privacy, network }, { person: text }) {
    const done = await privacy.lift(referenceOf(text, network));
    if (!done)
      throw new OperationError('not_found', 'This person was neither erased nor suppressed in this workspace.');
    const { subject, held, remembered } = done;
    return {
      answer: { reference: subject, held, remembered },
      changed: { kind: 'person', id: subject, detail: 'suppression lifted' },
    };
  },
});
