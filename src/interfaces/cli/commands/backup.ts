import { existsSync } from 'node:fs';
import { z } from 'zod';
import { version } from '../../../../package.json';
import { DamagedBackup } from '../../../backup/format';
import { BackupExists, makeBackup } from '../../../backup/make';
import { checkBackup, inTheWay, restoreBackup, type CheckedBackup } from '../../../backup/restore';
import { isUnignored } from '../../../service/data-place';
import { command, parameter, type CommandContext } from '../command';
import { CliError } from '../exit-codes';
import { actAsOperator } from '../operator';
import { count } from '../text';

const totalOf = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((sum, n) => sum + n, 0);

const elsewhere = (names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `  not in it, because they are settings: ${names.join(', ')}. Keep them too: a backup is of little use without them.`,
      ];

export const backup = command({
  name: 'backup',
  summary: 'Write the database, its secrets and the ledger of privacy requests into one file.',
  details:
    'Works while the service runs. The file holds the state of one moment, only its owner can read it, and it appears under ' +
    'its name when it is complete. Keep it like a password. Secrets that are settings (SUPPRESSION_KEY, MASTER_KEY, …) ' +
    'are not in it, but the command names them. `leadlight restore` reads it into either kind of database, with this or a newer version.',
  arguments: { file: parameter('<file>', 'where to write it', z.string().min(1)) },
  options: {
    overwrite: parameter('--overwrite', 'replace an existing file', z.boolean().default(false)),
  },
  examples: ['backup leadlight-2026-11-22.backup', 'backup /backups/nightly.backup --overwrite --json'],
  async run(context, { file }, { overwrite }) {
    const { settings } = context;
    if (settings.DATA_DIR_IN_GIT === 'refuse' && isUnignored(file)) {
      throw new CliError(
        'conflict',
        `${file} is in a git work tree that does not ignore it, and a backup holds people's data and keys: write it elsewhere, or to a name that .gitignore lists`,
      );
    }
    const db = await context.database();
    const now = Date.now();
    const made = await makeBackup(db, settings, file, { release: version, now, overwrite }).catch((error: unknown) => {
      if (!(error instanceof BackupExists)) throw error;
      throw new CliError('conflict', `${file} exists already; --overwrite replaces it`);
    });
    const changed = { kind: 'database', id: 'backup', detail: `${totalOf(made.rows)} rows` };
    await actAsOperator(db, 'make_backup', () => Promise.resolve({ answer: undefined, changed }));
    return {
      data: { file, ...made },
      lines: [
        `${file}: ${count(totalOf(made.rows), 'row')} of ${count(Object.keys(made.rows).length, 'table')}, ${made.bytes} bytes`,
        `  files of DATA_DIR: ${made.files.join(', ') || 'none'}`,
        ...elsewhere(made.keptElsewhere),
      ],
    };
  },
});

export const restore = command({
  name: 'restore',
  summary: 'Restore a backup into an empty database or, with --overwrite, into any.',
  details:
    'The whole file is checked before anything is written. Then its rows go to the database of the settings, and its secrets to ' +
    'DATA_DIR. The ledger in DATA_DIR repeats what people asked for after the backup was made. Run an interrupted restore ' +
    'again. Restart `serve` and `worker` afterwards: they hold the former keys. --check writes nothing.',
  arguments: { file: parameter('<file>', 'a file that `leadlight backup` wrote', z.string().min(1)) },
  options: {
    overwrite: parameter('--overwrite', 'replace the existing data, which is then gone', z.boolean().default(false)),
    check: parameter(
      '--check',
      'only show what the file holds, and whether it is complete',
      z.boolean().default(false),
    ),
  },
  examples: ['restore leadlight-2026-11-22.backup', 'restore leadlight-2026-11-22.backup --check'],
  async run(context, { file }, options) {
    const checked = await checkedBackup(file);
    const { header, rows, files } = checked;
    const facts = {
      file,
      createdAt: header.createdAt,
      release: header.release,
      database: header.database,
      rows,
      files: files.map(({ name }) => name),
      keptElsewhere: header.keptElsewhere,
    };
    const what =
      `${file}: ${count(totalOf(rows), 'row')} of ${count(Object.keys(rows).length, 'table')}, of ${header.createdAt}, ` +
      `made by Leadlight ${header.release} on ${header.database}`;
    if (options.check) {
      const held = `  files of DATA_DIR: ${facts.files.join(', ') || 'none'}`;
      return {
        data: { ...facts, restored: false },
        lines: [what, held, ...elsewhere(header.keptElsewhere), '  the file is complete'],
      };
    }
    const { replayed, missingSettings } = await putBack(context, file, checked, options.overwrite);
    return {
      data: { ...facts, restored: true, replayed, missingSettings },
      lines: [
        what,
        '  restored; run `leadlight doctor`, and restart serve and worker if they run',
        ...(replayed
          ? [
              `  requests since the backup, done again: ${replayed.erased} erased, ${replayed.objecting} not to be contacted`,
            ]
          : []),
        ...(missingSettings.length > 0
          ? [`  set where the backup was made, but not here: ${missingSettings.join(', ')}; set them again`]
          : []),
      ],
    };
  },
});

async function putBack(context: CommandContext, file: string, checked: CheckedBackup, overwrite: boolean) {
  const db = await context.database({ anySchema: true, create: true });
  const there = overwrite ? [] : await inTheWay(db, context.settings, checked);
  if (there.length > 0) {
    throw new CliError(
      'conflict',
      `There is ${there.join(' and ')}; --overwrite replaces it, and its data is then gone`,
    );
  }
  const done = await restoreBackup(db, context.settings, file, checked, Date.now());
  const changed = { kind: 'database', id: 'backup', detail: `of ${checked.header.createdAt}` };
  await actAsOperator(db, 'restore_backup', () => Promise.resolve({ answer: undefined, changed }));
  return done;
}

async function checkedBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new CliError('failed', `${file} does not exist`);
  try {
    return await checkBackup(file);
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    throw new CliError('usage', `${file} cannot be restored: ${error.message}. Nothing was changed.`);
  }
}
