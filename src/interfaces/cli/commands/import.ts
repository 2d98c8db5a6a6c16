import { basename } from 'node:path';
import { z } from 'zod';
import { ExportError, formats } from '../../../ingest/import';
import { dateOrders } from '../../../ingest/import/dates';
import { encodingNamed } from '../../../ingest/import/encoding';
import { genericKinds } from '../../../ingest/import/formats/generic';
import { cleanText } from '../../../ingest/import/fields';
import { headerNamesOf } from '../../../ingest/import/header-names';
import { importFile, type ImportSummary } from '../../../ingest/import/importer';
import { dateInName } from '../../../ingest/import/open';
import { filesAt, type FileToRead } from '../../../ingest/import/unpack';
import { workOffQueue } from '../../../scoring/rescore';
import { isDatabaseUnavailable } from '../../../database/unavailable';
import { cut } from '../../../shared/text/cut';
import { countQueued } from '../../../store/writes/scoring-queue';
import { UnknownWorkspaceError } from '../../../store/log/workspace-lock';
import { openWorkspaceStore } from '../../../store/facade/workspace-store';
import { command, parameter, type CommandContext } from '../command';
import { CliError } from '../exit-codes';
import { keepMemorySmall } from '../memory';
import { networkOf } from '../../../ingest/import/network-setting';
import { accountName } from '../../../auth/operator-name';
import { actAsOperator } from '../operator';
import { progressOf } from '../progress';
import { count, noCustomerProfile } from '../text';
import { resolveWorkspace, workspaceOption } from '../workspace-option';

const date = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date such as 2026-11-09, or an RFC 3339 time')
  .transform((text) => Date.parse(text));

const formatNames = ['auto', ...formats.map((format) => format.name)];

/** What the audit log says about a file: its name and what was new, but no content of rows. */
const imported = (organizationId: string, { file, format, engagements, people }: ImportSummary) => ({
  organizationId,
  kind: 'file',
  id: cut(file, 120),
  detail: `${format}: ${engagements?.new ?? 0} new engagements, ${people?.new ?? 0} new people`,
});

const refusedRows = 'this file holds rows that an earlier import refused';

/** A file that could not be imported. The others were. */
interface Failure {
  readonly file: string;
  readonly error: string;
  readonly about: ExportError['about'];
}

export const importFiles = command({
  name: 'import',
  summary: 'Import export files of post engagement, people, posts and companies.',
  details:
    'The content of a file decides its format (docs/import.md lists them). Importing a file again changes nothing. To finish an ' +
    'interrupted import, run it again. `leadlight import undo` takes an import back. Refused rows are counted and written, with line number ' +
    'and reason, to FILE.rejects. If a file cannot be read, or breaks off, the command names it, imports the others, and the exit ' +
    'status is 1 or 2. --allow-partial makes it 0. Dates with the year last need --date-order if nothing in the file shows their order: ' +
    'without it their rows are refused. Column names may be in nine languages, or any with --columns.',
  arguments: {
    files: parameter('<files...>', 'CSV, JSON or NDJSON, also gzipped; .xlsx; .zip of those', z.array(z.string())),
  },
  options: {
    workspace: workspaceOption,
    format: parameter(
      '--format <name>',
      `auto, or one of ${formats.map((format) => format.name).join(', ')}`,
      z
        .string()
        .refine((name) => formatNames.includes(name), 'is not the name of a format; see docs/import.md or --help')
        .default('auto'),
    ),
    dateOrder: parameter(
      '--date-order <order>',
      'order of dates such as 03/04/2026 and 18.08.2026 10:22: dmy or mdy',
      z.enum(dateOrders).optional(),
    ),
    encoding: parameter(
      '--encoding <name>',
      'encoding of the files, such as windows-1251, if their letters are read wrongly',
      z.string().optional(),
    ),
    columns: parameter(
      '--columns <names>',
      'our names for columns of a table, as "Voller Name=name,Firma=companyName" (docs/import.md, the generic format)',
      z.string().optional(),
    ),
    kind: parameter(
      '--kind <kind>',
      `what each row is, if no column says so: ${genericKinds.join(', ')}`,
      z.string().optional(),
    ),
    allowPartial: parameter(
      '--allow-partial',
      'exit status 0 although a file could not be read, or only in part',
      z.boolean().default(false),
    ),
    dryRun: parameter('--dry-run', 'show what the files hold, change nothing', z.boolean().default(false)),
    origin: parameter(
      '--origin <origin>',
      'how the engagement was found: watchlist or agent',
      z.enum(['watchlist', 'agent'], 'must be watchlist or agent').default('watchlist'),
    ),
    post: parameter('--post <url>', 'the post of rows that name none', z.string().optional()),
    exportedAt: parameter('--exported-at <date>', 'date of the export, if the file does not say', date.optional()),
  },
  examples: [
    'import likers.csv commenters.csv -w "Acme Sales"',
    'import reactions.json --dry-run --json',
    'import kontakte.csv --kind person --columns "Voller Name=name,LinkedIn=profileUrl"',
    'import comments.json --post https://www.linkedin.com/feed/update/urn:li:activity:7400000000000000000',
  ],
  async run(context, args, options) {
    const headerNames = namesGiven(options.columns, options.kind);
    requireEncoding(options.encoding);
    const db = await context.database();
    keepMemorySmall();
    const organization = await resolveWorkspace(db, options.workspace);
    const now = Date.now();
    const done: ImportSummary[] = [];
    const failures: Failure[] = [];
    // `import folder/*` also names the rejects files that an earlier import wrote there.
    const rejects = args.files.filter((path) => path.endsWith('.rejects'));
    const files = args.files.filter((path) => !rejects.includes(path));
    if (files.length === 0) {
      throw new CliError(
        'usage',
        `${rejects.join(', ')}: ${refusedRows}. Mend them where they came from, and import that file.`,
      );
    }
    if (!context.json) for (const path of rejects) context.terminal.err(`leadlight: ${path}: ${refusedRows}; left out`);
    const importOne = async (given: string, { path, inside }: FileToRead): Promise<void> => {
      const shown = inside ? `${given}/${inside.name}` : given;
      const progress = progressOf(context, `bytes of ${shown}`);
      try {
        const summary = await importFile(db, organization.id, path, {
          format: options.format,
          network: networkOf(context.settings),
          now,
          observedAt: options.exportedAt ?? (inside && (dateInName(inside.name) ?? dateInName(given))),
          post: options.post,
          origin: options.origin,
          startedBy: accountName(),
          dryRun: options.dryRun,
          dateOrder: options.dateOrder,
          encoding: options.encoding,
          headerNames,
          ...(inside
            ? { name: `${basename(given)}/${inside.name}`, rejectsPath: `${given}.${inside.number}.rejects` }
            : {}),
          // All files are scored once, below.
          score: false,
          onProgress: ({ bytes, totalBytes }) => progress.update(bytes, totalBytes),
        });
        done.push(summary);
        if (!options.dryRun) {
          const changed = imported(organization.id, summary);
          await actAsOperator(db, 'import_file', async () => ({ answer: undefined, changed }));
        }
        if (summary.format.startsWith('official-api-')) context.terminal.err(memberDataWarning(shown));
      } catch (error) {
        failures.push(failureOf(shown, error));
      } finally {
        progress.end();
      }
      tell(context, done, failures, shown);
    };
    for (const given of files) {
      try {
        for await (const file of filesAt(given)) await importOne(given, file);
      } catch (error) {
        failures.push(failureOf(given, error));
        tell(context, done, failures, given);
      }
    }
    const failed = failures.length > 0 || done.some(({ failure }) => failure !== null);
    if (done.length === 0) {
      const exit = failures.some(({ about }) => about === 'file') ? 'failed' : options.allowPartial ? 'ok' : 'usage';
      if (context.json && exit !== 'ok')
        throw new CliError(exit, failures.map(({ file, error }) => `${file}: ${error}`).join('\n'));
      // Each result was printed when its file was done.
      return { data: null, lines: [], exit };
    }
    const scoring = progressOf(context, 'people scored');
    const people = options.dryRun ? 0 : await countQueued(db, organization.id);
    const leads = options.dryRun
      ? null
      : await workOffQueue(db, organization.id, now, { progress: (n) => scoring.update(n, Math.max(n, people)) });
    scoring.end();
    const hasIcp = (await openWorkspaceStore(db, organization.id).usage.icp()) !== undefined;
    const hints = hasIcp || leads === null ? [] : [noCustomerProfile];
    return {
      data: {
        organizationId: organization.id,
        dryRun: options.dryRun,
        files: done.map(({ leads: _counted, ...summary }) => summary),
        failures: failures.map(({ file, error }) => ({ file, error })),
        leftOut: rejects,
        leads,
        hints,
      },
      lines: [
        leads === null
          ? 'Dry run: nothing was changed'
          : `Leads: ${leads.leadsNew} new, ${leads.leadsUpdated} scored again, ${leads.leadsRemoved} removed`,
        ...hints,
      ],
      exit: failed && !options.allowPartial ? 'failed' : 'ok',
    };
  },
});

/** @throws CliError `usage` */
function requireEncoding(name: string | undefined): void {
  try {
    if (name !== undefined) encodingNamed(name);
  } catch (error) {
    if (error instanceof ExportError) throw new CliError('usage', error.message);
    throw error;
  }
}

/** @throws CliError `usage` */
function namesGiven(columns: string | undefined, kind: string | undefined) {
  try {
    return headerNamesOf(columns, kind);
  } catch (error) {
    if (error instanceof ExportError) throw new CliError('usage', error.message);
    throw error;
  }
}

/**
 * Describes a file that could not be imported. The import goes on with the next file, unless nothing at all can be stored: the
 * database or the workspace is gone.
 */
function failureOf(file: string, error: unknown): Failure {
  if (error instanceof ExportError) {
    return { file, error: [error.message, error.hint].filter(Boolean).join('\n  '), about: error.about };
  }
  if (isDatabaseUnavailable(error) || error instanceof UnknownWorkspaceError) throw error;
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
  return { file, error: `It cannot be imported: ${said}`, about: 'file' };
}

/** A warning only: the reader of a file cannot decide whether the operator may use it for sales. */
const memberDataWarning = (path: string) =>
  `leadlight: ${path} comes from the network's own API, whose terms forbid using member data for sales (no prospecting, no lead ` +
  'creation, no enrichment, no export): see docs/sources.md before you use this data.';

/** Prints the outcome of a file as soon as it is known. With --json the answer holds it instead. */
function tell(
  context: CommandContext,
  done: readonly ImportSummary[],
  failures: readonly Failure[],
  path: string,
): void {
  if (context.json) return;
  const failure = failures.find(({ file }) => file === path);
  if (failure) {
    context.terminal.err(`leadlight: ${path}: ${failure.error}`);
    return;
  }
  const summary = done[done.length - 1];
  if (summary) for (const line of summaryLines(path, summary)) context.terminal.out(line);
}

function summaryLines(path: string, summary: ImportSummary): string[] {
  const skipped = Object.entries(summary.skipped).map(([reason, n]) => `${n} ${reason.replaceAll('_', ' ')}`);
  return [
    `${path}: ${summary.format}, ${count(summary.rowsRead, 'row')}`,
    `  ${outcome(summary)}`,
    ...(summary.dryRun
      ? [
          `  columns used: ${Object.entries(summary.used)
            .map(([theirs, ours]) => (theirs === ours ? ours : `${theirs} = ${ours}`))
            .join(', ')}`,
        ]
      : []),
    ...(summary.unused.length > 0 ? [`  columns not used: ${listed(summary.unused)}`] : []),
    ...(skipped.length > 0 ? [`  left out on purpose: ${skipped.join(', ')}`] : []),
    ...summary.notes.map((note) => `  ${note}`),
    ...(summary.failure === null ? [] : [`  FAILED: ${summary.failure}`]),
    ...(summary.refused > 0
      ? [`  refused ${count(summary.refused, 'row')}${summary.rejectsFile ? `, see ${summary.rejectsFile}` : ''}`]
      : []),
    // A dry run writes no file that says why.
    ...(summary.dryRun ? summary.refusedFor.map(({ reason, rows }) => `    ${count(rows, 'row')}: ${reason}`) : []),
  ];
}

/** Columns of the file that are named in a line. */
const shownColumns = 20;
function listed(columns: readonly string[]): string {
  const more = columns.length - shownColumns;
  const shown = columns.slice(0, shownColumns).map((column) => cleanText(column, 40) ?? '');
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What happened to the records. For a dry run: what the file holds, each thing once. */
function outcome({ records, contents, engagements, people, posts }: ImportSummary): string {
  if (engagements && people && posts) {
    return (
      `engagements ${engagements.new} new, ${engagements.known} known; people ${people.new} new, ${people.merged} merged; ` +
      `posts ${posts.new} new`
    );
  }
  const held = [
    count(contents?.engagements ?? 0, 'engagement'),
    count(contents?.posts ?? 0, 'post'),
    count(contents?.people ?? 0, 'person', 'people'),
    count(records.company, 'company', 'companies'),
    count(records.lead, 'lead'),
  ].filter((words) => !words.startsWith('0 '));
  return `would import ${held.join(', ') || 'nothing'}`;
}
