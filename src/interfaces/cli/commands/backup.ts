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
    : [`  not in it, because they are settings: ${names.join(', ')}. Keep them too: it is of little use without them.`];

export const backup = command({
  name: 'backup',
  summary: 'Write the database, its secrets and the ledger of privacy requests into one file.',
  details:
    'Works while the service runs: the file holds everything as it was at one moment. It is readable by its owner alone, appears under ' +
    'its name when it is whole, and must be kept like a password. Secrets that are settings (SUPPRESSION_KEY, SESSION_TOKEN_SECRET, …) ' +
    'are not in it; they are named. `leadlight restore` reads it into either kind of database, with this version or a newer one.',
  arguments: { file: parameter('<file>', 'where to write it', z.string().min(1)) },
  options: {
    overwrite: parameter('--overwrite', 'take the place of a file that is there', z.boolean().default(false)),
  },
  examples: ['backup leadlight-2026-11-22.backup', 'backup /backups/nightly.backup --overwrite --json'],
  async run(context, { file }, { overwrite }) {
    const { settings } = context;
    if (settings.DATA_DIR_IN_GIT === 'refuse' && isUnignored(file)) {
      throw new CliError(
        'conflict',
        `${file} is in a git work tree that does not ignore it, and holds people's data and keys: write it elsewhere, or to a name that .gitignore has`,
      );
    }
    const db = await context.database();
    const now = Date.now();
    const made = await makeBackup(db, settings, file, { release: version, now, overwrite }).catch((error: unknown) => {
      if (!(error instanceof BackupExists)) throw error;
      throw new CliError('conflict', `${file} is there already; --overwrite takes its place`);
    });
    const changed = { kind: 'database', id: 'backup', detail: `${totalOf(made.rows)} rows` };
    await actAsOperator(db, 'make_backup', () => Promise.resolve({ answer: undefined, changed }));
    return {
      data: { file, ...made },
      lines: [
        `${file}: ${count(totalOf(made.rows), 'row')} of ${count(Object.keys(made.rows).length, 'table')}, ${made.bytes} bytes`,
        `  files of DATA_DIR: ${made.files.join(', ') || 'none are there'}`,
        ...elsewhere(made.keptElsewhere),
      ],
    };
  },
});

export const restore = command({
  name: 'restore',
  summary: 'Put a backup in the place of an empty database, or with --overwrite of any.',
  details:
    'The file is checked from end to end before anything is written. Then the database that the settings name gets its rows, and DATA_DIR ' +
    'its secrets; what people asked for after the backup was made is done again from the ledger in DATA_DIR. One that was interrupted is ' +
    'run again. Restart `serve` and `worker` afterwards: they hold keys of before. With --check nothing is written.',
  arguments: { file: parameter('<file>', 'what `leadlight backup` wrote', z.string().min(1)) },
  options: {
    overwrite: parameter('--overwrite', 'replace what is there: it is gone then', z.boolean().default(false)),
    check: parameter('--check', 'only say what the file holds, and whether it is whole', z.boolean().default(false)),
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
        lines: [what, held, ...elsewhere(header.keptElsewhere), '  it is whole'],
      };
    }
    const { replayed, missingSettings } = await putBack(context, file, checked, options.overwrite);
    return {
      data: { ...facts, restored: true, replayed, missingSettings },
      lines: [
        what,
        '  restored; see `leadlight doctor`, and restart serve and worker where they run',
        ...(replayed
          ? [`  asked for since, and done again: ${replayed.erased} erased, ${replayed.objecting} not to be contacted`]
          : []),
        ...(missingSettings.length > 0
          ? [`  not set here, though where the backup was made: ${missingSettings.join(', ')}; put them back`]
          : []),
      ],
    };
  },
});

async function putBack(context: CommandContext, file: string, checked: CheckedBackup, overwrite: boolean) {
  const db = await context.database({ anySchema: true, create: true });
  const there = overwrite ? [] : await inTheWay(db, context.settings, checked);
  if (there.length > 0) {
    throw new CliError('conflict', `There is ${there.join(' and ')}; --overwrite replaces it, and it is gone then`);
  }
  const done = await restoreBackup(db, context.settings, file, checked, Date.now());
  const changed = { kind: 'database', id: 'backup', detail: `of ${checked.header.createdAt}` };
  await actAsOperator(db, 'restore_backup', () => Promise.resolve({ answer: undefined, changed }));
  return done;
}

async function checkedBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new CliError('failed', `${file} is not there`);
  try {
    return await checkBackup(file);
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    throw new CliError('usage', `${file} cannot be restored: ${error.message}. Nothing was changed.`);
  }
}
