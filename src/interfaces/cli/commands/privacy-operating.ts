/** Privacy commands of the operator: replay a restored backup, rewrite files, give up a lost key. */
import { z } from 'zod';
import { replayLedger } from '../../../privacy/replay';
import type { AuditObject } from '../../../store/log/audit';
import { keyState } from '../../../store/statements/key-check';
import { forgetAllMarks } from '../../../store/marks/forget-marks';
import { purgeFiles } from '../../../store/privacy/purge';
import type { Database } from '../../../database/database';
import { command, parameter } from '../command';
import { CliError } from '../exit-codes';
import { actAsOperator, type OperatorEvent } from '../operator';
import { count } from '../text';

/** Writes an audit entry outside of the work: rewriting files and replaying a ledger take too long for one transaction. */
const audit = (db: Database, action: OperatorEvent, object: AuditObject) =>
  actAsOperator(db, action, async () => ({ answer: undefined, changed: object }));

export const replay = command({
  name: 'replay',
  summary: 'Repeat on a restored backup what people asked for since it was made.',
  details:
    'DATA_DIR/privacy-ledger.ndjson holds erasures, suppressions, objections and deleted workspaces as keyed hashes. Those that the ' +
    'database does not know are done again. Safe to repeat. Run it before the service starts on the restored database.',
  options: {
    purge: parameter('--purge', 'rewrite the files of the database too', z.boolean().default(false)),
  },
  examples: ['privacy replay', 'privacy replay --purge'],
  async run(context, _args, { purge }) {
    const db = await context.database();
    const done = await replayLedger(db, Date.now());
    const purged = purge ? await purgeFiles(db) : null;
    const detail = `${done.erased} erased, ${done.objecting} not to contact`;
    await audit(db, 'replay_privacy', { kind: 'database', id: 'privacy ledger', detail });
    return {
      data: { ...done, purged },
      lines: [
        `${count(done.erased, 'person', 'people')} erased again, ${done.objecting} not to be contacted, ` +
          `${count(done.deletedWorkspaces, 'workspace')} deleted; ${count(done.marks, 'identifier')} were unknown`,
        ...(purged?.notes ?? []).map((note) => `  ${note}`),
      ],
    };
  },
});

export const purge = command({
  name: 'purge',
  summary: 'Rewrite the files of the database, so that no deleted data stays in them.',
  details:
    'SQLite: VACUUM and an empty log. Servers: every table is rebuilt, and the output names the logs that still hold deleted rows.',
  examples: ['privacy purge'],
  async run(context) {
    const db = await context.database();
    const purged = await purgeFiles(db);
    const detail = purged.complete ? 'complete' : 'as far as the database allows';
    await audit(db, 'purge_files', { kind: 'database', id: 'files', detail });
    return { data: purged, lines: purged.notes };
  },
});

export const forgetMarks = command({
  name: 'give-up-key',
  summary: 'Give up a lost suppression key. Erased people are no longer recognised.',
  details:
    'For a key that cannot be put back. All marks are deleted, in the database and in the ledger of this machine. Imports may store ' +
    'these people again until you suppress each of them again. People who must not be contacted keep that mark while they are stored.',
  options: {
    yesPeopleMayReturn: parameter(
      '--yes-people-may-return',
      'confirms that erased people may be stored again',
      z.boolean().default(false),
    ),
  },
  examples: ['privacy give-up-key --yes-people-may-return'],
  async run(context, _args, { yesPeopleMayReturn }) {
    const db = await context.database();
    const state = await keyState(db);
    if (state === 'good' || state === 'unused')
      throw new CliError('conflict', 'the key is present; there is nothing to give up');
    if (!yesPeopleMayReturn)
      throw new CliError('usage', 'erased people may be stored again; add --yes-people-may-return to do it');
    const forgotten = await forgetAllMarks(db);
    await audit(db, 'give_up_key', { kind: 'suppression_key', id: 'lost', detail: `${forgotten} marks forgotten` });
    return {
      data: { forgotten },
      lines: [`${count(forgotten, 'mark')} forgotten; the next privacy request makes a new key`],
    };
  },
});
