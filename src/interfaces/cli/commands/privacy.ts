import { z } from 'zod';
import { action } from '../../../../tools/catalogue';
import { parameter, type CommandGroup } from '../command';
import { personArgument } from '../lead-argument';
import { count } from '../text';
import type { WaitingPlace } from '../../../store/privacy/file-places';
import { machines, waitingWords } from './privacy-machines';
import { exportPerson } from './privacy-export';
import { report } from './privacy-report';
import { retention } from './privacy-retention';
import { forgetMarks, purge, replay } from './privacy-operating';
import { workspaceCommand } from '../workspace-command';

const purgeOption = parameter(
  '--purge',
  'also rewrite the files of the database, so that no byte of the person stays',
  z.boolean().default(false),
);

interface Removed {
  readonly held: boolean;
  readonly remembered: number;
  readonly rows: Record<string, number>;
}

/** What was removed, and what still waits. Names nobody. */
function removedLines(
  done: string,
  { held, remembered, rows }: Removed,
  waiting: readonly WaitingPlace[],
  notes: readonly string[],
): string[] {
  const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
  const said = waiting.length === 0 ? done : `Not finished, files on ${count(waiting.length, 'other machine')} wait`;
  return [
    held ? `${said}: ${count(total, 'row')} removed` : `${said}: nothing was stored in the database`,
    `  remembered as keyed hashes of ${count(remembered, 'identifier')}`,
    ...waiting.map((place) => `  ${waitingWords(place)}`),
    ...(waiting.length === 0 ? [] : ['  repeat the command to see what is left']),
    ...notes.map((note) => `  ${note}`),
  ];
}

const erase = workspaceCommand({
  name: 'erase',
  summary: 'Delete all data about a person, and never store them again.',
  details:
    'Only keyed hashes of them stay, so later imports leave them out (docs/privacy.md). After a crash the worker finishes the erasure.',
  arguments: { person: personArgument },
  options: { purge: purgeOption },
  examples: ['privacy erase https://www.linkedin.com/in/ada-lovelace --purge -w "Acme Sales"'],
  async run({ workspace }, { person }, { purge: rewrite }) {
    const data = await action.erasePerson.act(workspace, { person, purge: rewrite });
    const swept = workspace.privacy.lastScrub();
    const waiting = await workspace.privacy.waiting(data.reference);
    return {
      data: { ...data, swept, waiting },
      lines: removedLines('Erased', data, waiting, swept?.purged?.notes ?? []),
    };
  },
});

const suppress = workspaceCommand({
  name: 'suppress',
  summary: 'Never store a person, known or unknown. Stored data about them is deleted.',
  arguments: { person: personArgument },
  options: { purge: purgeOption },
  examples: ['privacy suppress https://www.linkedin.com/in/ada-lovelace'],
  async run({ workspace }, { person }, { purge: rewrite }) {
    const data = await action.suppressPerson.act(workspace, { person, purge: rewrite });
    const swept = workspace.privacy.lastScrub();
    const waiting = await workspace.privacy.waiting(data.reference);
    return {
      data: { ...data, swept, waiting },
      lines: removedLines('Suppressed', data, waiting, swept?.purged?.notes ?? []),
    };
  },
});

const allow = workspaceCommand({
  name: 'allow',
  summary: 'Take an erasure or suppression back.',
  details: 'Imports may store the person again. Deleted data does not come back by itself.',
  arguments: { person: personArgument },
  examples: ['privacy allow https://www.linkedin.com/in/ada-lovelace'],
  async run({ workspace }, { person }) {
    const data = await action.liftSuppression.act(workspace, { person });
    return { data, lines: [`Allowed again: ${count(data.remembered, 'identifier')} forgotten`] };
  },
});

const doNotContact = workspaceCommand({
  name: 'do-not-contact',
  summary: 'Record that a person objects to being contacted. They stay in counts and are shown nowhere.',
  details: 'Takes effect at once, also for an unknown person. --take-back ends the objection.',
  arguments: { person: personArgument },
  options: {
    takeBack: parameter('--take-back', 'the person took the objection back', z.boolean().default(false)),
  },
  examples: [
    'privacy do-not-contact https://www.linkedin.com/in/ada-lovelace',
    'privacy do-not-contact https://www.linkedin.com/in/ada-lovelace --take-back',
  ],
  async run({ workspace }, { person }, { takeBack }) {
    const data = await action.setDoNotContact.act(workspace, { person, doNotContact: !takeBack });
    const known = data.held ? '' : ', who is not stored yet';
    return { data, lines: [takeBack ? 'Took the objection back' : `Recorded the objection of this person${known}`] };
  },
});

export const privacy: CommandGroup = {
  name: 'privacy',
  summary: 'Requests of people about their data: erase, suppress, do not contact.',
  commands: [
    exportPerson,
    erase,
    suppress,
    allow,
    doNotContact,
    retention,
    report,
    machines,
    replay,
    purge,
    forgetMarks,
  ],
};
