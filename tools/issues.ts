/** Turns the issues of a schema into errors that name the parameter and say what is allowed. */
import type { z } from 'zod';
import type { ErrorDetail } from '../src/shared/errors';

type Issue = z.core.$ZodIssue;

const unknown = 'unknown parameter';

/** The message about an unknown parameter. It lists the known ones, because a name may be nearly right. */
export const unknownAmong = (known: readonly string[]): string =>
  known.length === 0 ? unknown : `${unknown}; known: ${known.join(', ')}`;

/**
 * One detail for each wrong parameter: `outreach.note` for a member of an object, `decisions.0.ownerId` for one of an object in a
 * list. A wrong item of a list of plain values is reported under the list's name.
 * @param known names of all parameters: the message about the first unknown one lists them
 */
export function detailsOf(issues: readonly Issue[], known: readonly string[] = []): ErrorDetail[] {
  const details = issues.flatMap((issue) => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key, at) => ({
        path: [...path, key].join('.'),
        message: path.length === 0 && at === 0 ? unknownAmong(known) : unknown,
      }));
    }
    if (typeof issue.path.at(-1) === 'number') path.pop();
    return [{ path: path.join('.'), message: messageOf(issue) }];
  });
  // Checks of length go on after one of type has failed, and say nothing then.
  const first = new Map(details.toReversed().map((detail) => [detail.path, detail]));
  return details.filter((detail) => first.get(detail.path) === detail);
}

function messageOf(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is required' : `must be ${article(issue.expected)}`;
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
  }
  if (issue.code === 'too_big') return `must ${limitOf(issue.origin, 'most', issue.maximum)}`;
  if (issue.code === 'too_small') return `must ${limitOf(issue.origin, 'least', issue.minimum)}`;
  // Our own refinements have full messages.
  return issue.message;
}

function limitOf(origin: string, end: 'most' | 'least', limit: number | bigint): string {
  if (origin === 'string') return `have at ${end} ${counted(limit, 'character')}`;
  if (origin === 'array') return `hold at ${end} ${counted(limit, 'value')}`;
  return `be at ${end} ${limit}`;
}

const counted = (count: number | bigint, noun: string) => `${count} ${noun}${Number(count) === 1 ? '' : 's'}`;

const names: Readonly<Record<string, string>> = {
  int: 'an integer',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const article = (expected: string) => names[expected] ?? expected;
