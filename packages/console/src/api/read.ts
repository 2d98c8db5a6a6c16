/** Reads operations into pages: shows what was read before at once, then fresh data. Lists are read page by page. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { answeredAt, answerIn, ApiError, call, callList } from './client';
import { firstQuestion, pageSize } from './first-questions';
import type { ListName, ListItem, OperationName, Operations } from './operations';
import { workspaceId } from '../router';

const read = new Map<string, unknown>();
const mostRead = 60;

const readingKey = (name: string, input: unknown) => `${workspaceId.peek() ?? ''} ${name} ${JSON.stringify(input)}`;

function keep(key: string, value: unknown): void {
  read.delete(key);
  read.set(key, value);
  for (const first of read.keys()) {
    if (read.size <= mostRead) break;
    read.delete(first);
  }
}

/** Answers that came before their page was drawn. The page does not ask for them once more. */
const early = new Set<string>();

/**
 * Keeps the answer to the page's first question (see `first.ts`) when it comes, so that the page is drawn with it at once.
 * @throws the reason why there is none. The page meets it too, and tells it.
 */
export async function keepFirst(): Promise<void> {
  const question = firstQuestion();
  if (!question) return;
  const { name, input, list, answer } = question;
  const answered = await answer;
  const key = `${list ? 'pages ' : ''}${readingKey(name, input)}`;
  if (list) {
    // The question was for a list.
    const { data, page } = answerIn(answered) as Awaited<ReturnType<typeof callList>>;
    const readAt = answered.date && new Date(answered.date).toISOString();
    keep(key, { key, rows: data, next: page.nextCursor, loaded: true, busy: false, readAt });
  } else keep(key, answerIn(answered));
  // The page may have been drawn meanwhile, and have asked by itself.
  if (firstQuestion() === question) early.add(key);
}

/** Forgets every answer, after a change with wide effects, or before another person signs in. */
export const forgetAnswers = () => read.clear();

/** The cached answer of an operation for this input, if any. */
export const knownAnswer = <Name extends OperationName>(name: Name, input: Operations[Name]['input']) =>
  // The key contains the operation's name, so the cached value is that operation's answer.
  read.get(readingKey(name, input)) as Operations[Name]['output'] | undefined;

/** Reads an operation and keeps its answer, for `knownAnswer` and the next page. @throws ApiError */
export async function freshAnswer<Name extends OperationName>(name: Name, input: Operations[Name]['input']) {
  const answer = await call(name, input);
  keep(readingKey(name, input), answer);
  return answer;
}

export const asApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError(0, 'console_error', error instanceof Error ? error.message : '');

export interface Reading<Value> {
  /** Undefined until there is an answer. */
  readonly data: Value | undefined;
  readonly error: ApiError | undefined;
  /** Reads again. What is shown stays until then. */
  readonly again: () => void;
  /** Shows a changed value without a request. */
  readonly put: (value: Value) => void;
}

interface Shown<Value> {
  readonly key: string;
  readonly data: Value | undefined;
  readonly error?: ApiError;
}

/** Reads an operation; null reads nothing. Reads again when the input changes. */
export function useRead<Name extends OperationName>(
  name: Name,
  input: Operations[Name]['input'] | null,
): Reading<Operations[Name]['output']> {
  type Value = Operations[Name]['output'];
  const key = input === null ? '' : readingKey(name, input);
  // The key contains the operation's name, so the cached value is that operation's answer.
  const cached = () => read.get(key) as Value | undefined;
  const [shown, show] = useState<Shown<Value>>({ key, data: cached() });
  const [turn, setTurn] = useState(0);
  // A layout effect, so that a cached answer is part of the first paint.
  useLayoutEffect(() => {
    if (input === null || early.delete(key)) return;
    const abort = new AbortController();
    const settle = (value: Omit<Shown<Value>, 'key'>) => {
      if (!abort.signal.aborted) show({ key, ...value });
    };
    call(name, input, abort.signal).then(
      (data) => {
        keep(key, data);
        settle({ data });
      },
      (error: unknown) => settle({ data: cached(), error: asApiError(error) }),
    );
    return () => abort.abort();
    // The key contains name and input.
  }, [key, turn]);
  const current = shown.key === key ? shown : { key, data: cached(), error: undefined };
  return {
    data: current.data,
    error: current.error,
    again: () => setTurn((n) => n + 1),
    put: (data) => {
      keep(key, data);
      show({ key, data });
    },
  };
}

export interface Pages<Item> {
  readonly rows: readonly Item[];
  /** Whether the first page is loaded. */
  readonly loaded: boolean;
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  readonly hasMore: boolean;
  readonly more: () => void;
  readonly again: () => void;
  /** When the server gave the first page, to the second before it. What changed in the rows changed later. */
  readonly readAt: string | undefined;
  /** Changes rows in place, without a request. @param readAt for rows that are brought up to then. */
  readonly change: (of: (row: Item) => Item, readAt?: string) => void;
}

interface Paged<Item> {
  readonly key: string;
  readonly rows: readonly Item[];
  readonly next: string | null;
  readonly loaded: boolean;
  readonly busy: boolean;
  readonly error?: ApiError;
  readonly readAt?: string | undefined;
}

/** The most rows that a list gives at once. */
const mostRows = 100;

/**
 * Reads a list page by page. Coming back shows all pages that were read, at the same position. As others may have changed it, it is
 * read again then, as many rows as it shows, unless they are more than one answer holds.
 * @param input filters and sort, without cursor.
 * @param staysLong the page itself brings the rows of a list of several pages up to date.
 */
export function usePages<Name extends ListName>(
  name: Name,
  input: Operations[Name]['input'] | null,
  staysLong = false,
): Pages<ListItem<Name>> {
  type Item = ListItem<Name>;
  const key = input === null ? '' : `pages ${readingKey(name, input)}`;
  // As above.
  const cached = () => read.get(key) as Paged<Item> | undefined;
  const nothing: Paged<Item> = { key, rows: [], next: null, loaded: false, busy: true };
  const [shown, show] = useState<Paged<Item>>(() => cached() ?? nothing);
  const [turn, setTurn] = useState(0);
  /** Whether to read from the beginning what is known already. */
  const startsOver = useRef(false);
  const current = shown.key === key ? shown : (cached() ?? nothing);

  const put = (value: Paged<Item>) => {
    keep(key, value);
    // By now the page may show another list.
    show((now) => (now.key === key ? value : now));
  };
  const firstPage = { limit: pageSize, ...input };
  /** @param isOld whether the answer is older than what is shown. */
  const readPage = (before: Paged<Item>, signal?: AbortSignal, isOld = () => false, limit = firstPage.limit) => {
    const isFirst = before.next === null;
    callList(name, isFirst ? { ...firstPage, limit } : { ...firstPage, cursor: before.next }, signal).then(
      (answer) => {
        if (signal?.aborted || isOld()) return;
        const { data, page } = answer;
        const now = cached();
        // The next page follows the rows as they were changed meanwhile. Asked for twice, it is added once.
        const { rows, readAt } = !isFirst && now?.next === before.next ? now : before;
        put({
          ...{ key, rows: [...rows, ...data], next: page.nextCursor, loaded: true, busy: false },
          readAt: isFirst ? answeredAt(answer) : readAt,
        });
      },
      (error: unknown) => {
        if (!signal?.aborted) put({ ...(cached() ?? before), busy: false, error: asApiError(error) });
      },
    );
  };
  useLayoutEffect(() => {
    if (input === null) return;
    const known = cached();
    show(known ?? nothing);
    let { limit } = firstPage;
    if (known?.loaded && !startsOver.current) {
      // A list that is looked at is not among the first to be forgotten.
      keep(key, known);
      const isLong = known.next !== null || known.rows.length > limit;
      if (early.delete(key) || (isLong && (staysLong || known.rows.length > mostRows))) return;
      limit = Math.max(limit, known.rows.length);
    }
    // What is changed in place until the answer is there may be later than that, and stays. What this drawing changes is not.
    let asked: Paged<Item> | undefined;
    if (!startsOver.current) queueMicrotask(() => (asked = cached()));
    startsOver.current = false;
    const abort = new AbortController();
    readPage(nothing, abort.signal, () => asked?.loaded === true && cached() !== asked, limit);
    return () => abort.abort();
  }, [key, turn]);

  return {
    rows: current.rows,
    loaded: current.loaded,
    busy: current.busy,
    error: current.error,
    hasMore: current.next !== null,
    readAt: current.readAt,
    more: () => {
      if (current.busy || current.next === null) return;
      const { error: _error, ...rest } = current;
      const reading = { ...rest, busy: true };
      show(reading);
      readPage(reading);
    },
    again: () => {
      startsOver.current = true;
      setTurn((n) => n + 1);
    },
    change: (of, readAt) =>
      show((now) => {
        const changed = { ...now, rows: now.rows.map(of), ...(readAt && now.key === key ? { readAt } : {}) };
        keep(now.key, changed);
        return changed;
      }),
  };
}
