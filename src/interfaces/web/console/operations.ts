/** Operations of the catalogue for the console: JSON body in, the operation's answer out. */
import type { Operation, Query } from '../../../../tools/define';
import { dataAccessFlags, dataAccessOf } from '../../../auth/rights';
import { readJsonObject } from '../../../http/body';
import { csvFilters, csvLists, streamCsv } from '../../../http/csv-list';
import { unknownPath } from '../../../http/errors';
import { sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import type { TracedResponse } from '../../../http/traced-response';
import { notFound } from '../../../shared/errors';
import { whileClientWaits } from '../../../shared/request-life';
import { actingSessionOf, clientLeaves, countFor, sessionOf, type ConsoleContext, type SignedIn } from './context';
import { requireNoOtherSite } from './guard';
import type { Language } from '../../../words/languages';
import { answerIn, languageOf } from './words/words';

/** A customer profile or a list of watched people is larger than a call of the customer API. */
const bounds = { bytes: 512 * 1024, timeoutMs: 30_000, members: 20_000, depth: 16 };

/** Operations decide what a person may see in a workspace: their rights require a role. */
const everything = dataAccessOf(dataAccessFlags);

/** One route for each operation that the console may use, and one for all others. */
export function operationRoutes(context: ConsoleContext, catalogue: readonly Operation[]): readonly Route[] {
  const unknown: Handler = () => {
    throw unknownPath;
  };
  const offered = catalogue
    .filter(({ interfaces }) => interfaces.console)
    .map((operation) => ({
      path: `/app/api/{organizationId}/${operation.name}`,
      answer: { POST: handlerOf(context, operation) },
      byAddress: 'free' as const,
    }));
  const downloads = offeredCsv(catalogue).map((list) => ({
    path: `/app/api/{organizationId}/${list.name}.csv`,
    answer: { GET: csvOf(context, list) },
    byAddress: 'free' as const,
  }));
  return [...offered, ...downloads, { path: '/app/api/{organizationId}/{operation}', answer: unknown }];
}

/** Lists that a browser can save completely as a file. */
const offeredCsv = (catalogue: readonly Operation[]) => {
  const names: readonly string[] = Object.values(csvLists);
  return catalogue.flatMap((one) =>
    one.effect === 'read' && names.includes(one.name) && one.interfaces.console ? [one] : [],
  );
};

/** All pages of a list with the filters of the address, for a browser to save. Browsers send no `Origin` with such requests. */
function csvOf(context: ConsoleContext, list: Query): Handler {
  const filters = csvFilters(list);
  return async (req, res, [organization = '']) => {
    requireNoOtherSite(req);
    const { workspace, whom } = callerOf(context, await sessionOf(context, req, res), res, organization);
    const stream = await context.limiter.stream(whom);
    try {
      // A page that asks for the file makes a table for people of it. A browser that saves it as it is gets the words of the APIs.
      const shown = req.headers.accept === 'text/csv' ? spokenList(list, languageOf(req)) : list;
      await streamCsv(res, shown, workspace, filters(req.url ?? ''), () => stream.page());
    } finally {
      stream.end();
    }
  };
}

const spokenList = (list: Query, language: Language): Query => ({
  ...list,
  ask: async (workspace, given) => answerIn(language, await list.ask(workspace, given)),
});

/** The workspace of the address with this person's rights, and their turn in it. @throws OperationError `not_found` */
function callerOf(context: ConsoleContext, { session }: SignedIn, res: TracedResponse, organization: string) {
  const organizationId = organization.toLowerCase();
  const place = session.places.find((one) => one.organizationId === organizationId);
  if (!place) throw notFound('operation');
  res.organizationId = organizationId;
  countFor(context, res, session.id, organizationId);
  const whom = { caller: `console ${session.id}`, person: session.id, workspace: organizationId };
  return {
    whom,
    workspace: context.workspaceFor(organizationId, everything, {
      kind: 'session',
      userId: session.id,
      role: place.role,
      sessionHash: session.hash,
    }),
    enter: (operation: Operation) => context.limiter.enter(whom, [], operation.isOneAtATime !== true),
  };
}

function handlerOf(context: ConsoleContext, operation: Operation): Handler {
  return async (req, res, [organization = '']) => {
    const { workspace, enter } = callerOf(context, await actingSessionOf(context, req, res), res, organization);
    let leave: (() => void) | undefined;
    // A body may arrive slowly. Until it is complete, the request occupies no place.
    const given = async () => {
      const input = await readJsonObject(req, res, bounds);
      leave = await enter(operation);
      return input;
    };
    try {
      if (res.destroyed) return;
      const answer =
        operation.effect === 'read'
          ? await whileClientWaits(clientLeaves(res), () => operation.ask(workspace, given))
          : await operation.act(workspace, given);
      sendJson(res, 200, answerIn(languageOf(req), answer));
    } finally {
      leave?.();
    }
  };
}
