/** Commands that list what a query of the catalogue answers, as a table or as JSON. */
import { z } from 'zod';
import type { Query } from '../../../tools/define';
import { phraseFor } from '../../shared/value-words';
import { parameter, type CommandDefinition, type Parameter, type Parameters, type ValuesOf } from './command';
import { tableLines } from './text';
import { workspaceCommand } from './workspace-command';

/** `--limit`. @param most that may be asked for. @param usual how many without the flag. */
export const limitOption = (most: number, usual: number) =>
  parameter('--limit <n>', `how many, 1 to ${most}`, z.coerce.number().int().min(1).max(most).default(usual));

/** Values of a flag that are separated by commas. */
export const commaList = (text: string) => text.split(',').flatMap((part) => part.trim() || []);

/** A column: the field of a row that it shows, or what it makes of the row. */
type Column = string | ((row: Readonly<Record<string, unknown>>) => string);

interface ListCommandDefinition<A extends Parameters, O extends Parameters> extends Omit<
  CommandDefinition<A, O>,
  'run'
> {
  readonly query: Query;
  /** The query's input. */
  input(given: ValuesOf<A> & ValuesOf<O>): Readonly<Record<string, unknown>>;
  /** The name of the rows in JSON. */
  readonly rows: string;
  /** By header. */
  readonly columns: Readonly<Record<string, Column>>;
}

const answerShape = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) });

/** Declares a command that asks a query for the rows of `data` and prints each as a line. */
export function listCommand<
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- by default a command has none
  A extends Parameters = Record<never, Parameter>,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- as above
  O extends Parameters = Record<never, Parameter>,
>({ query, input, rows, columns, ...definition }: ListCommandDefinition<A, O>) {
  return workspaceCommand<A, O>({
    ...definition,
    async run({ organizationId, workspace }, args, options) {
      const { data } = answerShape.parse(await query.ask(workspace, input({ ...args, ...options })));
      return {
        data: { organizationId, [rows]: data },
        lines: tableLines(
          Object.keys(columns),
          data.map((row) => Object.values(columns).map((column) => cellOf(row, column))),
        ),
      };
    },
  });
}

const cellShape = z.union([z.string(), z.number(), z.null(), z.array(z.string()).transform((list) => list.join(','))]);
const cellOf = (row: Readonly<Record<string, unknown>>, column: Column) =>
  typeof column === 'function' ? column(row) : inWords(column, cellShape.parse(row[column]));
/** Of the fields with constants, `status` alone is a column. */
const inWords = (field: string, value: z.output<typeof cellShape>) =>
  field === 'status' && typeof value === 'string' ? phraseFor(value) : value;
