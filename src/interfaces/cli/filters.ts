/** The filters of a query as flags: a command takes the same filters as REST, under the same names. */
import { z } from 'zod';
import type { Query } from '../../../tools/define';
import { parameterForms, Problem, readValue, splitList, type ParameterForm } from '../../../tools/forms';
import { OperationError } from '../../shared/errors';
import { CliError } from './exit-codes';
import { parameter, type Parameter } from './command';

export interface Filters {
  readonly options: Readonly<Record<string, Parameter<z.ZodOptional<z.ZodString>>>>;
  /** The query's input, made from the given flags. @throws CliError `usage` naming the flag. */
  input(given: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** The query's error about a parameter, reworded for the flag that was typed. */
  inFlags(error: unknown): unknown;
}

/** @param without parameters that the command takes in another way, such as paging. */
export function filtersOf({ input }: Query, without: readonly string[]): Filters {
  const forms = parameterForms(input, without);
  return {
    options: Object.fromEntries([...forms].map(([name, form]) => [name, optionOf(name, form)])),
    input: (given) =>
      Object.fromEntries(
        [...forms].flatMap(([name, form]) => {
          const text = given[name];
          if (typeof text !== 'string') return [];
          const items = form.list ? splitList(text) : [text];
          const values = items instanceof Problem ? [items] : items.map((item) => readValue(item, form.kind));
          const problem = values.find((value) => value instanceof Problem);
          if (problem) throw new CliError('usage', `${flagOf(name)} ${problem.problem}`);
          return [[name, form.list ? values : values[0]]];
        }),
      ),
    inFlags: (error) =>
      error instanceof OperationError && error.details.length > 0
        ? new CliError('usage', error.details.map(({ path, message }) => `${flagOf(path)} ${message}`).join('\n'))
        : error,
  };
}

function optionOf(name: string, { list, values, description }: ParameterForm) {
  const said = [description ?? name, ...(values ? [`One of ${values.join(', ')}.`] : [])].join(' ');
  return parameter(`${flagOf(name)} <${list ? 'values' : 'value'}>`, said, z.string().optional());
}

/** `minIcpMatchPercent` -> `--min-icp-match-percent`. */
const flagOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
