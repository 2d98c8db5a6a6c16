import { z } from 'zod';
import { schemaState } from '../../../store/facade/migrate';
import { DatabaseReplaced } from '../../../database/sqlite-files';
import { checkClock, checkFileModes, checkServerVersion, checkSettings, type Finding } from '../checks';
import { checkDatabaseFile, checkWritable, damageFinding } from '../check-file';
import { checkAssistants } from '../check-assistants';
import { checkJobs } from '../check-jobs';
import { checkRoom } from '../check-room';
import { checkMasterKey } from '../check-master-key';
import { checkPrivacy } from '../check-privacy';
import { checkSecondReader } from '../check-second-reader';
import { checkProxy, checkSessions } from '../check-sessions';
import { checkDigests, checkWebhooks } from '../check-webhooks';
import { checkWorkspaces } from '../check-workspaces';
import { command, parameter, type Answer } from '../command';
import { databaseFileOf } from '../../../service/data-place';
import type { Database } from '../../../database/database';
import type { Settings } from '../../../../config/settings';
import { tableLines } from '../text';

export const doctor = command({
  name: 'doctor',
  summary: 'Check settings, database, clock, file modes, disk, jobs, and that stored counts agree with the leads.',
  details:
    'Changes nothing. Reads the whole file of a SQLite database, for a minute at most. Counts again for ten seconds, in other workspaces ' +
    'each time, or in all with --all. The exit status is 6 if something needs attention. Warnings alone give 0.',
  options: {
    all: parameter('--all', 'count again in every workspace, however long it takes', z.boolean().default(false)),
  },
  examples: ['doctor', 'doctor --json', 'doctor --all'],
  async run(context, _args, { all }) {
    const { settings } = context;
    const here = [
      ...checkSettings(settings),
      ...checkFileModes(settings),
      ...checkRoom(settings),
      ...checkWritable(settings),
    ];
    try {
      const db = await context.database({ anySchema: true });
      const file = await checkDatabaseFile(db);
      // What a damaged file says about the rest is not worth reading.
      const isDamaged = file.some(({ level }) => level === 'problem');
      return report([...here, ...file, ...(isDamaged ? [] : await checkDatabase(db, settings, all))]);
    } catch (error) {
      const found = fileFinding(error, settings);
      if (found) return report([...here, found]);
      // Without room a database cannot be opened: SQLite makes the index of its log then.
      if (error instanceof Error && here.some(({ check, level }) => check === 'disk' && level === 'problem')) {
        return report([...here, { check: 'database', level: 'problem', message: error.message }]);
      }
      throw error;
    }
  },
});

/** The finding for files that were replaced or are damaged; undefined for any other error. */
function fileFinding(error: unknown, settings: Settings): Finding | undefined {
  if (error instanceof DatabaseReplaced) return { check: 'database files', level: 'problem', message: error.message };
  const file = databaseFileOf(settings);
  return file === undefined ? undefined : damageFinding(error, file);
}

async function checkDatabase(db: Database, settings: Settings, all: boolean): Promise<Finding[]> {
  const { pending, refusal } = await schemaState(db);
  const current = pending.length === 0 && refusal === undefined;
  return [
    ...(await checkSessions(settings)),
    checkServerVersion(db.serverVersion),
    ...(await checkServerWrites(db)),
    current
      ? { check: 'schema', level: 'ok', message: 'current' }
      : {
          check: 'schema',
          level: 'problem',
          message: refusal ?? `not applied yet: ${pending.join(', ')}; run leadlight migrate`,
        },
    await checkClock(db),
    ...(current
      ? [
          await checkProxy(db, settings),
          ...(await checkJobs(db, Date.now())),
          ...(await checkMasterKey(db)),
          ...(await checkPrivacy(db, Date.now())),
          ...(await checkWebhooks(db)),
          ...(await checkDigests(db)),
          ...(await checkSecondReader(db, settings, Date.now())),
          ...(await checkAssistants(db, settings)),
          ...(await checkWorkspaces(db, { all })),
        ]
      : []),
  ];
}

async function checkServerWrites(db: Database): Promise<Finding[]> {
  const why = db.dialect === 'sqlite' ? undefined : await db.whyNotWritten();
  return why === undefined ? [] : [{ check: 'database', level: 'problem', message: why.detail }];
}

function report(findings: readonly Finding[]): Answer {
  const healthy = findings.every(({ level }) => level !== 'problem');
  return {
    data: { healthy, findings },
    lines: tableLines(
      ['', 'CHECK', 'FOUND'],
      findings.map(({ check, level, message }) => [level, check, message]),
    ),
    exit: healthy ? 'ok' : 'findings',
  };
}
