import { schemaState } from '../../../store/migrate';
import { DatabaseReplaced } from '../../../database/sqlite-files';
import {
  checkClock,
  checkFileModes,
  checkServerVersion,
  checkSettings,
  checkWorkspaces,
  type Finding,
} from '../checks';
import { checkJobs } from '../check-jobs';
import { checkPrivacy } from '../check-privacy';
import { checkProxy, checkSessions } from '../check-sessions';
import { checkWebhooks } from '../check-webhooks';
import { command, type Answer } from '../command';
import { tableLines } from '../text';

export const doctor = command({
  name: 'doctor',
  summary: 'Check settings, database, clock, file modes, jobs, and that stored counts agree with the leads.',
  details: 'Changes nothing. The exit status is 6 if something needs attention. Warnings alone give 0.',
  examples: ['doctor', 'doctor --json'],
  async run(context) {
    const { settings } = context;
    const db = await context.database({ anySchema: true }).catch((error: unknown) => {
      if (error instanceof DatabaseReplaced) return error;
      throw error;
    });
    if (db instanceof DatabaseReplaced) {
      return told([...checkSettings(settings), { check: 'database files', level: 'problem', message: db.message }]);
    }
    const { pending, refusal } = await schemaState(db);
    const current = pending.length === 0 && refusal === undefined;
    const findings: Finding[] = [
      ...checkSettings(settings),
      ...(await checkSessions(settings)),
      checkServerVersion(db.serverVersion),
      current
        ? { check: 'schema', level: 'ok', message: 'current' }
        : {
            check: 'schema',
            level: 'problem',
            message: refusal ?? `not applied yet: ${pending.join(', ')}; run leadlight migrate`,
          },
      await checkClock(db),
      ...checkFileModes(settings),
      ...(current
        ? [
            await checkProxy(db, settings),
            ...(await checkJobs(db, Date.now())),
            ...(await checkPrivacy(db, Date.now())),
            ...(await checkWebhooks(db)),
            ...(await checkWorkspaces(db)),
          ]
        : []),
    ];
    return told(findings);
  },
});

function told(findings: readonly Finding[]): Answer {
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
