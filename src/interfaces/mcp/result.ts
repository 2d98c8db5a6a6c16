/**
 * An answer as a tool result: the same JSON as structured content and as text, without hidden characters and within a budget.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Scope } from '../../auth/rights';
import type { Query } from '../../../tools/define';
import type { OperationError } from '../../shared/errors';
import type { Workspace } from '../../workspace/workspace';
import { hidesCharacters, shortenedToBytes, visible, visibleDeep } from '../../shared/text/visible';
import { fieldOf } from '../../shared/records';

/** Bytes of JSON text. A model pays for every byte of an answer, and clients cut longer answers at arbitrary places. */
export const answerBudget = 40_000;

/** Most bytes of the reason in a refusal: room for some twenty parameters. */
const longestReason = 3_000;

/** Room for the hint about a shortened answer. */
const hintBytes = 300;

type Answer = Readonly<Record<string, unknown>>;

/** An answer and its JSON text. */
export interface Written {
  readonly value: Answer;
  readonly text: string;
}

/** An answer as a tool result. */
export function toolResult({ value, text }: Written): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: value };
}

/**
 * Notes one call with the answer that goes out, however often the query runs for it.
 * @param work answers with a handle that notes nothing. @throws what it throws; then nothing is noted.
 */
export async function notedOnce(
  query: Query,
  workspace: Workspace,
  input: Answer,
  work: (unnoted: Workspace) => Promise<Written>,
): Promise<Written> {
  const written = await work({ ...workspace, noteCall: undefined });
  await workspace.noteCall?.({ operation: query.name, asked: input, answer: written.value, effect: 'read' });
  return written;
}

/**
 * Keeps the answer of a query within the budget.
 *
 * If a list is too long, the query runs again with the number of items that fit, so that its cursor continues exactly after the
 * last item shown. Other answers lose the end of their longest list. In both cases `hint` says so.
 * @param input of the query. @param answer of the query.
 * @throws what the query throws when it runs again.
 */
export async function withinBudget(
  query: Query,
  workspace: Workspace,
  input: Answer,
  answer: Answer,
): Promise<Written> {
  let written = write(answer);
  const asked = itemsOf(written.value);
  if (fits(written.text)) return written;
  if (asked && 'limit' in query.input.shape) {
    let shown = asked.items.length;
    // The second run can return other rows, so the page is checked again. Each round shows fewer items.
    while (!fits(written.text) && shown > 1) {
      const items = itemsOf(written.value)?.items ?? [];
      shown = Math.max(1, Math.min(shown - 1, countThatFits(written.text, items)));
      const again = visibleAnswer(await query.ask(workspace, { ...input, limit: shown }));
      written = write({ ...again, hint: pageHint(shown, asked.items.length, again) });
    }
    if (fits(written.text)) return written;
  }
  return trimmed(written.value);
}

/** A refusal that a model can act on: what was wrong and what to do. */
export function errorResult(error: OperationError): CallToolResult {
  const advice: Partial<Record<OperationError['code'], string>> = {
    validation_failed: 'Correct the arguments and call again.',
    not_found: 'Ids come from the list tools; list again to find a current one.',
    rate_limited: 'Wait a little before the next call.',
  };
  const reason = shortenedToBytes(visible(error.message), longestReason);
  const sentence = /[.…]$/.test(reason) ? reason : `${reason}.`;
  return failed(`${error.code}: ${sentence} ${advice[error.code] ?? ''}`.trim());
}

/** The result of an internal fault: the arguments were not the cause, and the operator needs the request id. */
export function faultResult(requestId: string): CallToolResult {
  return failed(
    `internal_error: The service failed, not your arguments. Try once more, then tell the person the request id ${requestId}.`,
  );
}

/** What a person is told who cannot approve a scope. A challenge would send them through the consent again, in vain. */
export const outOfReachText = (scope: Scope) =>
  `This needs the scope ${scope}, which this person may not approve. Connecting again does not help: ask an owner or admin of the workspace to permit this app for its members (console, Assistants; or leadlight app permit).`;

export function outOfReachResult(scope: Scope): CallToolResult {
  return failed(`insufficient_scope: ${outOfReachText(scope)}`);
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function write(answer: Answer): Written {
  const text = JSON.stringify(answer);
  if (!hidesCharacters(text)) return { value: answer, text };
  const value = visibleAnswer(answer);
  return { value, text: JSON.stringify(value) };
}

function visibleAnswer(answer: Answer): Answer {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, visibleDeep(value)]));
}

function fits(text: string): boolean {
  return Buffer.byteLength(text) <= answerBudget;
}

/** The list of a paged answer: `data`, or the list beside `page`. */
function itemsOf(answer: Answer): { readonly name: string; readonly items: readonly unknown[] } | undefined {
  if (answer['page'] === undefined) return undefined;
  for (const [name, value] of Object.entries(answer)) if (Array.isArray(value)) return { name, items: value };
  return undefined;
}

/** The largest number of leading items with which the answer fits the budget. */
function countThatFits(text: string, items: readonly unknown[]): number {
  const sizes = items.map((item) => Buffer.byteLength(JSON.stringify(item)) + 1);
  const around = Buffer.byteLength(text) - sizes.reduce((sum, size) => sum + size, 0);
  let left = answerBudget - around - hintBytes;
  const over = sizes.findIndex((size) => (left -= size) < 0);
  return over < 0 ? items.length : over;
}

function pageHint(shown: number, asked: number, answer: Answer): string {
  const page = answer['page'];
  const cursor = fieldOf(page, 'nextCursor');
  const offset = fieldOf(page, 'offset');
  const next =
    typeof cursor === 'string'
      ? 'pass page.nextCursor as cursor, with the same filters, for the rest'
      : typeof offset === 'number'
        ? `pass offset ${offset + shown} for the rest`
        : 'ask again for the rest';
  return `Shortened to ${shown} of ${asked} items to stay under 40 KB: ${next}.`;
}

/** Drops items from the end of the longest list inside an answer. */
function trimmed(answer: Answer): Written {
  const copy = structuredClone(answer);
  const lists: { path: string; items: unknown[] }[] = [];
  collectLists(copy, '', lists);
  lists.sort((a, b) => JSON.stringify(b.items).length - JSON.stringify(a.items).length);
  const [longest] = lists;
  if (!longest) return write(answer);
  const total = longest.items.length;
  longest.items.length = countThatFits(JSON.stringify(copy), longest.items);
  const hint = `Shortened: ${longest.path} shows ${longest.items.length} of ${total} items to stay under 40 KB.`;
  return write({ ...copy, hint });
}

function collectLists(value: unknown, path: string, found: { path: string; items: unknown[] }[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    found.push({ path, items: value });
    return;
  }
  for (const [name, inner] of Object.entries(value)) collectLists(inner, path === '' ? name : `${path}.${name}`, found);
}
