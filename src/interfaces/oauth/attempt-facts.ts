/** What is known of an attempt to connect while it is answered, and its note when it has been. */
import type { Request, RequestHandler, Response } from 'express';
import type { Attempt, ConnectAttempts } from '../../auth/connect-attempts';
import { requestIdOf } from '../../http/traced-response';
import { OauthError } from './errors';

type Facts = { -readonly [Name in keyof Omit<Attempt, 'requestId' | 'outcome'>]?: Attempt[Name] };

const factsByAnswer = new WeakMap<Response, Facts>();

/** Adds facts to the attempt that this response answers, if it is one. */
export function tellAttempt(res: Response, facts: Facts): void {
  const known = factsByAnswer.get(res);
  if (known) Object.assign(known, facts);
}

/** Adds why it was refused: what the operator may know, else what the caller is told. */
export function tellRefusal(res: Response, error: unknown): void {
  if (!(error instanceof OauthError)) return tellAttempt(res, { code: 'internal_error' });
  tellAttempt(res, { code: error.code, reason: error.extra.forOperator ?? error.message });
}

/** The step of each address and method. A consent is noted where it is decided (complete.ts), because pages decide too. */
const stepOf: Readonly<Record<string, Attempt['step']>> = {
  'POST /register': 'registration',
  'GET /authorize': 'authorization',
  // The endpoint tells a refresh.
  'POST /token': 'redemption',
};

/** Notes each attempt when it has been answered. @param step of every request; default by address and method. */
export function noteAttempts(
  attempts: Pick<ConnectAttempts, 'note'> | undefined,
  step?: Attempt['step'],
): RequestHandler {
  return (req: Request, res: Response, next) => {
    const known = step ?? stepOf[`${req.method} ${req.path}`];
    if (!attempts || known === undefined) return next();
    factsByAnswer.set(res, { step: known });
    res.once('finish', () => {
      const facts = factsByAnswer.get(res) ?? {};
      const failed = facts.code !== undefined || res.statusCode >= 400;
      // A flood is refused by the thousand, and says nothing about an assistant.
      if (res.statusCode === 429 || res.statusCode === 405) return;
      const outcome = !failed ? 'ok' : res.statusCode >= 500 ? 'failed' : 'refused';
      attempts.note({ step: known, ...facts, outcome, requestId: requestIdOf(res) });
    });
    next();
  };
}
