/** Operations of the catalogue for the console: the input as a JSON body, the answer as it is. */
import type { Operation } from '../../../../tools/define';
import { dataAccessFlags, dataAccessOf } from '../../../auth/rights';
import { readJsonObject } from '../../../http/body';
import { unknownPath } from '../../../http/errors';
import { sendJson } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import { notFound } from '../../../shared/errors';
import { actingSessionOf, countFor, type ConsoleContext } from './context';

/** A profile of customers, or a list of watched people, is larger than a call of the customer API. */
const bounds = { bytes: 512 * 1024, timeoutMs: 30_000, members: 20_000, depth: 16 };

/** What a person may see of a workspace is decided by operations, whose rights ask for a role. */
const everything = dataAccessOf(dataAccessFlags);

/** One route for each operation that is offered to the console, and one for what is none. */
export function operationRoutes(context: ConsoleContext, catalogue: readonly Operation[]): readonly Route[] {
  const unknown: Handler = () => {
    throw unknownPath;
  };
  const offered = catalogue
    .filter(({ interfaces }) => interfaces.console)
    .map((operation) => ({
      path: `/app/api/{organizationId}/${operation.name}`,
      answer: { POST: handlerOf(context, operation) },
    }));
  return [...offered, { path: '/app/api/{organizationId}/{operation}', answer: unknown }];
}

function handlerOf(context: ConsoleContext, operation: Operation): Handler {
  return async (req, res, [organization = '']) => {
    const { session } = await actingSessionOf(context, req, res);
    const organizationId = organization.toLowerCase();
    const place = session.places.find((one) => one.organizationId === organizationId);
    if (!place) throw notFound('operation');
    res.organizationId = organizationId;
    countFor(context, res, session.id, organizationId);
    const workspace = context.workspaceFor(organizationId, everything, {
      kind: 'session',
      userId: session.id,
      role: place.role,
    });
    let leave: (() => void) | undefined;
    // A body may be long in coming; until it is here, the request takes nobody's place.
    const given = async () => {
      const input = await readJsonObject(req, res, bounds);
      leave = await context.limiter.enter({
        caller: `console ${session.id}`,
        person: session.id,
        workspace: organizationId,
      });
      return input;
    };
    try {
      if (res.destroyed) return;
      const answer =
        operation.effect === 'read' ? await operation.ask(workspace, given) : await operation.act(workspace, given);
      sendJson(res, 200, answer);
    } finally {
      leave?.();
    }
  };
}
