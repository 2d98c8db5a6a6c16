import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { outcome, person, referenceOf } from './person';

const purge = z
  .boolean()
  .default(false)
  .describe(
    'Also rewrites the files of the database, so that no byte of them stays. This takes longer for a larger database.',
  );
const removed = z
  .strictObject({
    ...outcome,
    rows: z.record(z.string(), z.int()).describe('Rows removed, by table.'),
    waitsOn: z
      .array(z.string())
      .describe(
        'Other machines with uploads or refused rows of this workspace. Each removes the person from them before it serves again. Repeat the request to see what is left.',
      ),
  })
  .describe('What was removed.');

export const erasePerson = defineAction({
  name: 'erase_person',
  title: 'Erase a person',
  description:
    'Removes a person from everything this workspace holds. It stores only keyed hashes of their identifiers, so that later imports leave them out. Texts that mention them are cleaned right after.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person, purge }),
  output: removed,
  async run(workspace, { person: text, purge }) {
    const { privacy } = workspace;
    const done = await privacy.erase(referenceOf(text, workspace), { purge });
    if (!done) {
      throw new OperationError(
        'not_found',
        'Nothing is stored about this person. To keep them from being stored, suppress them.',
      );
    }
    const { subject, held, remembered, rows, elsewhere = [] } = done;
    return {
      answer: { reference: subject, held, remembered, rows: { ...rows }, waitsOn: [...elsewhere] },
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
    'Keeps a person from being stored, even if they were never seen, and removes everything held about them. It stores only keyed hashes of their identifiers.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person, purge }),
  output: removed,
  async run(workspace, { person: text, purge }) {
    const { privacy } = workspace;
    const done = await privacy.suppress(referenceOf(text, workspace), { purge });
    if (!done) throw new OperationError('not_found', 'No lead with this id; give the address of their profile.');
    const { subject, held, remembered, rows, elsewhere = [] } = done;
    return {
      answer: { reference: subject, held, remembered, rows: { ...rows }, waitsOn: [...elsewhere] },
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
    'Takes back an erasure or suppression, so that imports may store the person again. Removed data does not come back by itself.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({ person }),
  output: z.strictObject(outcome),
  async run(workspace, { person: text }) {
    const { privacy } = workspace;
    const done = await privacy.lift(referenceOf(text, workspace));
    if (!done)
      throw new OperationError('not_found', 'This person was neither erased nor suppressed in this workspace.');
    const { subject, held, remembered } = done;
    return {
      answer: { reference: subject, held, remembered },
      changed: { kind: 'person', id: subject, detail: 'suppression lifted' },
    };
  },
});
