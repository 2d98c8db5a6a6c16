/**
 * `POST app/api/forgot`: mails a link for a new password to an address that has an account. The answer and its time are the same
 * without an account, so the caller learns nothing about it. Limited by the caller's network and by mail address.
 */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { newLink } from '../../../auth/one-time-links';
import { respond } from '../../../http/respond';
import type { Handler, Route } from '../../../http/router';
import { networksOf, pointsOf } from '../../../http/client-network';
import { sharesOf } from '../../../http/node-share';
import { WindowLimiter } from '../../../http/window-limiter';
import { OperationError } from '../../../shared/errors';
import { insertLink, withdrawLinksOf } from '../../../store/access/links';
import { findUserByEmail } from '../../../store/access/members';
import { placesOf } from '../../../store/access/session-rows';
import type { ConsoleContext } from './context';
import { requireOwnPage } from './guard';
import { originOf, readShape } from './session-api';
import type { Language } from '../../../words/languages';
import { languageOf } from './words/words';

const shape = z.strictObject({ email: z.email('must be an e-mail address').max(254) });
/** Most requests from one network address in a quarter of an hour, and most mails to one mail address in an hour, in all processes. */
const askersOfAll = { seconds: 900, points: 10 };
const addressesOfAll = { seconds: 3_600, points: 3 };

export function forgotRoute(context: ConsoleContext): Route {
  const { askers, addresses } = sharesOf({ askers: askersOfAll, addresses: addressesOfAll }, context.nodes);
  const asked = new WindowLimiter(askers.seconds);
  const mailed = new WindowLimiter(addresses.seconds);
  const POST: Handler = async (req, res) => {
    requireOwnPage(req, context.publicUrl);
    const email = (await readShape(req, res, shape)).email.trim().toLowerCase();
    if (!context.mailLink) {
      throw new OperationError(
        'conflict',
        'This service sends no mail. Ask an owner or admin of your workspace for a link.',
      );
    }
    const networks = networksOf(originOf(context, req).address);
    const wait = Math.max(...networks.map((network) => asked.wait(network, pointsOf(askers.points, network))));
    if (wait > 0) {
      res.head.push('Retry-After', String(wait));
      throw new OperationError('rate_limited', `Too many requests. Try again in ${wait} s.`);
    }
    for (const network of networks) asked.add(network, 1);
    const may = mailed.wait(email, addresses.points) === 0;
    mailed.add(email, 1);
    respond(res, 204, null, '', {});
    // Apart from this request: what the connection asks next is answered alike, with an account and without.
    if (may)
      setTimeout(
        () => void mailReset(context, email, languageOf(req)).catch(context.onUnsent),
        randomInt(...laterMs),
      ).unref();
  };
  return { path: '/app/api/forgot', answer: { POST } };
}

/** A mail is made this many milliseconds after the answer, so that no later answer is slower for an address with an account. */
const laterMs = [200, 2_000] as const;

/** Mails a link, if the address belongs to a person who signs in with a password and has access to a workspace. */
async function mailReset(context: ConsoleContext, email: string, language: Language): Promise<void> {
  const { db } = context;
  const user = await findUserByEmail(db, email);
  if (!user || user.password_hash === null || !(await placesOf(db, [user.id])).some(({ active }) => active)) return;
  const now = context.clock();
  const { row, path } = newLink({ kind: 'RESET', userId: user.id, createdBy: null }, now);
  await db.transaction(async () => {
    await withdrawLinksOf(db, user.id, 'RESET', now);
    await insertLink(db, row);
  });
  context.mailLink?.(user.email, { kind: 'reset', link: `${context.publicUrl}/app/${path}`, language });
}
