import { z } from 'zod';
import { OperationError } from '../../src/shared/errors';
import { defineAction } from '../define';
import { outcome, person, referenceOf } from './person';

export const setDoNotContact = defineAction({
  name: 'set_do_not_contact',
  title: 'Stop contacting a person',
  description:
    'Records that a person objects to being contacted, whether they are known or not. It takes effect at once. Counts still include them. No list of leads or signals, export, change feed, watchlist or tool shows them. False takes it back.',
  right: 'managePrivacy',
  rest: null,
  input: z.strictObject({
    person,
    doNotContact: z.boolean().default(true).describe('False: the objection was taken back.'),
  }),
  output: z.strictObject({ ...outcome, doNotContact: z.boolean() }),
  async run(workspace, { person: text, doNotContact }) {
    const { privacy } = workspace;
    const reference = referenceOf(text, workspace);
    const done = await (doNotContact ? privacy.object(reference) : privacy.withdraw(reference));
    if (!done) {
      throw new OperationError(
        'not_found',
        doNotContact ? 'No lead with this id; give the address of their profile.' : 'This person has not objected.',
      );
    }
    const { subject, held, remembered } = done;
    const detail = doNotContact ? 'do not contact' : 'objection taken back';
    return {
      answer: { reference: subject, held, remembered, doNotContact },
      changed: { kind: 'person', id: subject, detail },
    };
  },
  async after({ scoreQueue }) {
    await scoreQueue();
  },
});
