/**
 * The calls of consent pages, for the built-in page. They run in this process, with the same code and checks as the endpoints, so
 * the page needs neither the network nor its own host name.
 */
import { OperationError } from '../../shared/errors';
import { complete, decisionShape } from './complete';
import { requestFacts } from './consent-request';
import { OauthError } from './errors';
import { checked } from './json-body';
import { accessRequestShape, askForAccess } from './access-requests-api';
import { permit, permitShape } from './permits-api';
import type { OauthService } from './service';
import { sessionOfToken } from './session';

/** Each call takes the session token of the person. A refused call returns its error code and status. */
export function consentCalls(service: OauthService) {
  return {
    lookUp: (requestToken: string, token: string) =>
      answered(async () => requestFacts(service, await sessionOfToken(service, token), requestToken)),
    complete: (decision: unknown, token: string) =>
      answered(async () => complete(service, await sessionOfToken(service, token), checked(decision, decisionShape))),
    ask: (request: unknown, token: string) =>
      answered(async () =>
        askForAccess(service, await sessionOfToken(service, token), checked(request, accessRequestShape)),
      ),
    permit: (wanted: unknown, token: string) =>
      answered(async () => permit(service, await sessionOfToken(service, token), checked(wanted, permitShape))),
  };
}

async function answered<T>(call: () => Promise<T>): Promise<T | { readonly refused: string; readonly status: number }> {
  try {
    return await call();
  } catch (error) {
    // The rules of permits do not know this interface's errors.
    if (error instanceof OperationError && error.code === 'conflict') return { refused: error.code, status: 409 };
    if (error instanceof OauthError) return { refused: error.code, status: error.status };
    throw error;
  }
}
