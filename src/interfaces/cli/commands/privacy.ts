import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import type { ActingWorkspace } from '../../../workspace/workspace';
import { command, parameter, type CommandContext, type CommandGroup } from '../command';
import { operatorWorkspace } from '../operator';
import { count } from '../text';
import { exportPerson } from './privacy-export';
import { report } from './privacy-report';
import { retention } from './privacy-retention';
import { forgetMarks, purge, replay } from './privacy-operating';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const personArgument = parameter(
  '<person>',
  'the address of a profile, a member id or the id of a lead',
  z.string().trim().min(1, 'must name somebody'),
);
const purgeOption = parameter(
  '--purge',
  'rewrite the files of the database too, so that no byte of them stays',
  z.boolean().default(false),
);

async function opened(context: CommandContext, named: string | undefined): Promise<ActingWorkspace> {
  const db = await context.database();
  const organization = await resolveWorkspace(db, named);
  return operatorWorkspace(context, db, organization.id);
}

interface Removed {
  readonly held: boolean;
  readonly remembered: number;
  readonly rows: Record<string, number>;
}

/** What was removed, without naming anybody. */
function removedLines(done: string, { held, remembered, rows }: Removed, notes: readonly string[]): string[] {
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
  return [
    held ? `${done}: ${count(total, 'row')} removed` : `${done}: nothing was held`,
    `  remembered as keyed hashes of ${count(remembered, 'identifier')}`,
    ...notes.map((note) => `  ${note}`),
  ];
}

const erase = command({
  name: 'erase',
  summary: 'Remove a person from everything, and never store them again.',
  details:
    'They are remembered by keyed hashes alone, so a later import leaves them out (docs/privacy.md). A crash in between is finished by the worker.',
  arguments: { person: personArgument },
  options: { workspace: workspaceOption, purge: purgeOption },
  examples: ['privacy erase https://www.linkedin.com/in/ada-lovelace --purge -w "Acme Sales"'],
  async run(context, { person }, { workspace: named, purge: rewrite }) {
    const workspace = await opened(context, named);
    const data = await action.erasePerson.act(workspace, { person, purge: rewrite });
    const swept = workspace.privacy.lastScrub();
    return { data: { ...data, swept }, lines: removedLines('Erased', data, swept?.purged?.notes ?? []) };
  },
});

const suppress = command({
  name: 'suppress',
  summary: 'Never store a person, seen before or not; what is held of them goes.',
  arguments: { person: personArgument },
  options: { workspace: workspaceOption, purge: purgeOption },
  examples: ['privacy suppress https://www.linkedin.com/in/ada-lovelace'],
  async run(context, { person }, { workspace: named, purge: rewrite }) {
    const workspace = await opened(context, named);
    const data = await action.suppressPerson.act(workspace, { person, purge: rewrite });
    const swept = workspace.privacy.lastScrub();
    return { data: { ...data, swept }, lines: removedLines('Suppressed', data, swept?.purged?.notes ?? []) };
  },
});

const allow = command({
  name: 'allow',
  summary: 'Take back that a person was erased or suppressed.',
  details: 'Imports may store them again. What was removed does not come back by itself.',
  arguments: { person: personArgument },
  options: { workspace: workspaceOption },
  examples: ['privacy allow https://www.linkedin.com/in/ada-lovelace'],
  async run(context, { person }, { workspace: named }) {
    const data = await action.liftSuppression.act(await opened(context, named), { person });
    return { data, lines: [`Allowed again: ${count(data.remembered, 'identifier')} forgotten`] };
  },
});

const doNotContact = command({
  name: 'do-not-contact',
  summary: 'Record that a person objects to being contacted: counted, and shown nowhere.',
  details: 'Takes effect at once, for somebody who was never seen too. --take-back ends it.',
  arguments: { person: personArgument },
  options: {
    workspace: workspaceOption,
    takeBack: parameter('--take-back', 'the person took the objection back', z.boolean().default(false)),
  },
  examples: [
    'privacy do-not-contact https://www.linkedin.com/in/ada-lovelace',
    'privacy do-not-contact https://www.linkedin.com/in/ada-lovelace --take-back',
  ],
  async run(context, { person }, { workspace: named, takeBack }) {
    const workspace = await opened(context, named);
    const data = await action.setDoNotContact.act(workspace, { person, doNotContact: !takeBack });
    const known = data.held ? '' : ', who is not known here yet';
    return { data, lines: [takeBack ? 'The objection is taken back' : `Nobody contacts this person any more${known}`] };
  },
});

export const privacy: CommandGroup = {
  name: 'privacy',
  summary: 'What people can ask about their data: erasing, suppressing, not being contacted.',
  commands: [exportPerson, erase, suppress, allow, doNotContact, retention, report, replay, purge, forgetMarks],
};
