/** The addresses below /api/v1/mcp/oauth. The router, the service's table of addresses and the OpenAPI document follow from it. */
import { sendJson } from '../../http/respond';
import { authorizeEndpoint } from './authorize';
import { completeEndpoint } from './complete';
import {
  accessRequestsEndpoint,
  answerEndpoint,
  askEndpoint,
  connectionsEndpoint,
  endConnectionEndpoint,
  forbidEndpoint,
  permitEndpoint,
  permitsEndpoint,
} from './connections-api';
import { requestEndpoint } from './consent-request';
import type { Endpoint } from './http';
import { pictureEndpoint } from './pictures';
import { registerEndpoint } from './register';
import { revokeEndpoint } from './revoke';
import type { OauthService } from './service';
import { tokenEndpoint } from './token';

export const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export interface OauthAddress extends Partial<Record<Method, (service: OauthService) => Endpoint>> {
  /** Which pages of other origins may call it: any, those of the consent page's origin, or none. */
  readonly pages: 'any' | 'consent' | 'none';
  /** The methods that a preflight is told, if others than those it answers. */
  readonly preflight?: string;
  /** Errors are pages for a person. */
  readonly errorPages?: true;
}

const all = methods.join(', ');

export const oauthAddresses = {
  '/authorize': { pages: 'none', errorPages: true, GET: authorizeEndpoint },
  '/authorize/request': { pages: 'consent', GET: requestEndpoint },
  '/authorize/complete': { pages: 'consent', POST: completeEndpoint },
  '/authorize/picture': { pages: 'none', GET: pictureEndpoint },
  '/connections': { pages: 'consent', preflight: all, GET: connectionsEndpoint },
  '/connections/{connectionId}': { pages: 'consent', preflight: all, DELETE: endConnectionEndpoint },
  '/access-requests': { pages: 'consent', preflight: all, GET: accessRequestsEndpoint, POST: askEndpoint },
  '/access-requests/{accessRequestId}': { pages: 'consent', preflight: all, POST: answerEndpoint },
  '/permits': { pages: 'consent', preflight: all, GET: permitsEndpoint, PUT: permitEndpoint, DELETE: forbidEndpoint },
  '/register': { pages: 'any', POST: registerEndpoint },
  '/token': { pages: 'any', POST: tokenEndpoint },
  '/revoke': { pages: 'any', POST: revokeEndpoint },
  '/jwks': { pages: 'any', GET: signingKeysEndpoint },
} as const satisfies Readonly<Record<`/${string}`, OauthAddress>>;

type Addresses = typeof oauthAddresses;
type Path = keyof Addresses;

/** A method and the path of an address that answers it. */
export type MethodAndPath = { [P in Path]: `${keyof Addresses[P] & Method} ${P}` }[Path];

/** GET /mcp/oauth/jwks */
function signingKeysEndpoint({ keys }: OauthService): Endpoint {
  return async (_req, res) => {
    await keys.refresh();
    sendJson(res, 200, keys.jwks(), { 'Cache-Control': 'public, max-age=300' });
  };
}
