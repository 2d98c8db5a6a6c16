/**
 * The first requests of the page in the address. `first.ts` sends them before the console's code is loaded. The page then finds
 * the answer here instead of asking again.
 */
import { pathHere, wasSignedIn, workspaceOf } from '../base';
import { filtersOf } from './address-filters';
import { leadKinds } from './lead-kinds';
import type { OperationName } from './operations';
import { send, type Answered } from './send';

/** Rows on a page of a list. */
export const pageSize = 50;

/** The list of leads as it opens: those worth a call, best first. The address then says so. */
export const usualLeads = { leadTier: 'PRIORITY,QUALIFIED,NURTURE', sortBy: 'priority' } as const;

/** Whether an address names no filter and no order of the list. */
export const isBareList = (query: URLSearchParams) => !Object.keys(leadKinds).some((name) => query.get(name));

/** The input for the list of leads. */
export const leadListInput = (query: URLSearchParams) =>
  filtersOf(isBareList(query) ? new URLSearchParams(usualLeads) : query, leadKinds);

/** The input for the inbox: whom to contact now. */
export const contactInput = (query: URLSearchParams) => ({
  limit: 25,
  ...(query.get('ownerIds') === 'me' ? { ownerIds: ['me'] } : {}),
});

interface Question {
  readonly name: OperationName;
  readonly input: object;
  /** Whether the page reads it page by page. */
  readonly list?: boolean;
}

function questionOf([, page, id]: readonly string[], query: URLSearchParams): Question | undefined {
  if (page === 'leads') {
    return id === undefined
      ? { name: 'list_leads', input: leadListInput(query), list: true }
      : { name: 'get_lead', input: { leadId: id } };
  }
  const now = (query.get('tab') ?? 'now') === 'now';
  return page === 'inbox' && now ? { name: 'find_people_to_contact', input: contactInput(query) } : undefined;
}

let first: (Question & { readonly answer: Promise<Answered> }) | undefined;

/** What `askFirst` asked for the page, with its answer. */
export const firstQuestion = () => first;

const asked = new Map<string, Promise<Answered>>();

const questionKey = (path: string, body: unknown) => `${path} ${JSON.stringify(body ?? {})}`;

function ask(path: string, method: 'GET' | 'POST', body?: unknown): Promise<Answered> {
  const answer = send(path, { method, body });
  // The caller who takes the answer handles the failure.
  answer.catch(() => undefined);
  asked.set(questionKey(path, body), answer);
  return answer;
}

/** The question who is signed in. Nobody is an answer, and no error. */
export const whoIsHere = 'session?optional';

/** The question which revision a workspace has. */
export const revisionPath = (workspace: string) => `${workspace}/get_revision`;

/** Asks who is signed in and, where somebody was, what the page shows, both at the same time. */
export function askFirst(): void {
  void ask(whoIsHere, 'GET');
  if (!wasSignedIn()) return;
  const path = pathHere();
  const workspace = workspaceOf(path);
  const question = questionOf(path, new URLSearchParams(window.location.search));
  if (!workspace || !question) return;
  // Before what is shown: a change that comes between the two is noticed then.
  if (path[1] === 'inbox' || path[2] !== undefined) void ask(revisionPath(workspace), 'POST');
  const body = question.list ? { limit: pageSize, ...question.input } : question.input;
  first = { ...question, answer: ask(`${workspace}/${question.name}`, 'POST', body) };
}

/** The answer to this request, if it was sent. Each answer is given out once. */
export function firstAnswer(path: string, body: unknown): Promise<Answered> | undefined {
  const key = questionKey(path, body);
  const answer = asked.get(key);
  asked.delete(key);
  // The caller who took it reads it, so `keepFirst` need not.
  if (answer !== undefined && answer === first?.answer) first = undefined;
  return answer;
}

/** Answers that no page took are too old for the next page. */
export function forgetFirst(): void {
  asked.clear();
  first = undefined;
}
