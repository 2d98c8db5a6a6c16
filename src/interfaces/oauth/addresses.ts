/** The addresses below /api/v1/mcp/oauth. The router, the service's table of addresses and the OpenAPI document follow from it. */
import { accessRequestsEndpoint, answerEndpoint, askEndpoint } from './access-requests-api';
import { authorizeEndpoint } from './authorize';
import { completeEndpoint } from './complete';
import { connectionsEndpoint, endConnectionEndpoint } from './connections-api';
import { requestEndpoint } from './consent-request';
import type { EndpointDescriptor, UndocumentedEndpoint } from './endpoint';
import { signingKeysEndpoint } from './signing-keys';
import { forbidEndpoint, permitEndpoint, permitsEndpoint } from './permits-api';
import { pictureEndpoint } from './pictures';
import { registerEndpoint } from './register';
import { revokeEndpoint } from './revoke';
import { tokenEndpoint } from './token';

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
type Method = (typeof methods)[number];

export interface OauthAddress extends Partial<Record<Method, EndpointDescriptor | UndocumentedEndpoint>> {
  /** Which pages of other origins may call it: any, those of the consent page's origin, or none. */
  readonly pages: 'any' | 'consent' | 'none';
  /** The methods that a preflight is told, if others than those it answers. */
  readonly preflight?: string;
}

const all = methods.join(', ');

/** In the order of the OpenAPI document. */
export const oauthAddresses: Readonly<Record<`/${string}`, OauthAddress>> = {
  '/register': { pages: 'any', POST: registerEndpoint },
  '/authorize': { pages: 'none', GET: authorizeEndpoint },
  '/authorize/request': { pages: 'consent', GET: requestEndpoint },
  '/authorize/complete': { pages: 'consent', POST: completeEndpoint },
  '/authorize/picture': { pages: 'none', GET: pictureEndpoint },
  '/token': { pages: 'any', POST: tokenEndpoint },
  '/revoke': { pages: 'any', POST: revokeEndpoint },
  '/jwks': { pages: 'any', GET: signingKeysEndpoint },
  '/connections': { pages: 'consent', preflight: all, GET: connectionsEndpoint },
  '/connections/{connectionId}': { pages: 'consent', preflight: all, DELETE: endConnectionEndpoint },
  '/access-requests': { pages: 'consent', preflight: all, GET: accessRequestsEndpoint, POST: askEndpoint },
  '/access-requests/{accessRequestId}': { pages: 'consent', preflight: all, POST: answerEndpoint },
  '/permits': { pages: 'consent', preflight: all, GET: permitsEndpoint, PUT: permitEndpoint, DELETE: forbidEndpoint },
};
