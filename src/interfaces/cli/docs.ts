/** The parts of docs/ that are generated from tables in the code, so they always agree with it. */
import { settingDefinitions, type SettingDefinition } from '../../../config/settings';
import { withImportTables } from '../../ingest/import/describe';
import { fillTables as withQualificationTables } from '../../rules/tier/document';
import type { Command } from './command';
import { exitCodes } from './exit-codes';
import type { CommandTree } from './program';

/** A page: its path below docs/, and a function from its current text to the new one. */
export interface GeneratedPage {
  readonly path: string;
  renew(current: string): string;
}

/** @param tree the commands that docs/operating.md lists. */
export function generatedPages(tree: CommandTree): readonly GeneratedPage[] {
  const tables = { 'exit codes': exitCodeTable(), commands: commandTable(tree) };
  return [
    { path: 'settings.md', renew: () => settingsPage() },
    { path: 'operating.md', renew: (current) => fill(current, tables) },
    { path: 'import.md', renew: withImportTables },
    { path: 'qualification.md', renew: withQualificationTables },
  ];
}

/** Writes each table between `<!-- table: NAME -->` and `<!-- end -->`. @throws Error if the page lacks these marks. */
function fill(page: string, tables: Readonly<Record<string, string>>): string {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const place = new RegExp(`<!-- table: ${name} -->[\\s\\S]*?<!-- end -->`);
    if (!place.test(text)) throw new Error(`the page has no place for the table "${name}"`);
    return text.replace(place, () => `<!-- table: ${name} -->\n\n${table}\n\n<!-- end -->`);
  }, page);
}

function settingsPage(): string {
  const rows = Object.entries<SettingDefinition>(settingDefinitions).map(([name, definition]) => [
    `\`${name}\``,
    definition.purpose + (definition.secret ? ' A secret: no message shows it.' : ''),
    definition.allowed,
    definition.fallback === undefined ? '' : definition.fallback === '' ? 'empty' : `\`${definition.fallback}\``,
  ]);
  return `# Settings

Everything is set by environment variables. An empty variable counts as unset. If a value is wrong, the service does not start and
prints one line for each, which names the variable, its value (secrets masked) and what is allowed. If a variable looks like a
misspelt setting (\`PUBLIC_URLL\`), every start names it with the nearest setting.

**Secrets from files.** Every secret below may come from a file instead, as container platforms pass secrets. If
\`SUPPRESSION_KEY_FILE=/run/secrets/suppression-key\` is set, the service reads that file instead of \`SUPPRESSION_KEY\`. Set only one
of the two.

This page is generated from [config/settings.ts](../config/settings.ts) by \`npm run docs\`.

${table(['variable', 'what for', 'allowed', 'default'], rows)}
`;
}

function exitCodeTable(): string {
  return table(
    ['status', 'name', 'meaning'],
    Object.entries(exitCodes).map(([name, { status, meaning }]) => [String(status), `\`${name}\``, meaning]),
  );
}

function commandTable(tree: CommandTree): string {
  const row = (words: string, { summary }: Command) => [`\`leadlight ${words}\``, summary];
  const rows = tree.commands.flatMap((entry) =>
    'run' in entry
      ? [row(entry.name, entry)]
      : [
          ...(entry.own ? [row(entry.name, entry.own)] : []),
          ...entry.commands.map((command) => row(`${entry.name} ${command.name}`, command)),
        ],
  );
  return table(['command', 'what it does'], rows);
}

/** A Markdown table that the formatter leaves alone. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)];
  return ['<!-- prettier-ignore-start -->', ...lines, '<!-- prettier-ignore-end -->'].join('\n');
}
