/** The endpoints under /api/v1/mcp/oauth, and the metadata documents at the host's root. */
import { Router } from 'express';
import { sendJson } from '../../http/respond';
import { authorizeEndpoint } from './authorize';
import { completeEndpoint } from './complete';
import { requestEndpoint } from './consent-request';
import { noteAttempts, tellRefusal } from './attempt-facts';
import { errorPageHeaders, sendErrorPage } from './error-page';
import { OauthError } from './errors';
import { answerErrors, consentPageCors, handle, onlyMethods, publicCors, readBody, type Endpoint } from './http';
import {
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  wellKnownAt,
  wellKnownPaths,
  type MetadataDocument,
} from './metadata';
import type { Addresses, McpPath } from '../../auth/mcp-addresses';
import { dressOfRequest } from './form-errors';
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
import { pictureEndpoint } from './pictures';
import { registerEndpoint } from './register';
import { revokeEndpoint } from './revoke';
import type { OauthService } from './service';
import { tokenEndpoint } from './token';

/** Paths of this router, for the service's table of addresses. */
export const oauthPaths = [
  '/authorize',
  '/authorize/request',
  '/authorize/complete',
  '/authorize/picture',
  '/connections',
  '/connections/{connectionId}',
  '/access-requests',
  '/access-requests/{accessRequestId}',
  '/permits',
  '/register',
  '/token',
  '/revoke',
  '/jwks',
] as const;

/** Mount it at `/api/v1/mcp/oauth`, before any body parser: the endpoints read their own bodies. */
export function oauthRouter(service: OauthService): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const consentOrigin = new URL(service.consentPageUrl).origin;
  const authorize = authorizeEndpoint(service);
  const pageHeaders = errorPageHeaders(service.addresses.publicUrl);

  router.use(noteAttempts(service.attempts));
  router.get('/authorize', (req, res, next) => {
    authorize(req, res).catch((error: unknown) => {
      tellRefusal(res, error);
      if (error instanceof OauthError) sendErrorPage(req, res, error, pageHeaders);
      else next(error);
    });
  });
  router.all('/authorize', onlyMethods('GET, HEAD'));

  router.use('/authorize/request', consentPageCors('GET', consentOrigin));
  router.get('/authorize/request', handle(requestEndpoint(service)));
  router.all('/authorize/request', onlyMethods('GET, HEAD'));

  router.use('/authorize/complete', consentPageCors('POST', consentOrigin));
  router.post('/authorize/complete', readBody, handle(completeEndpoint(service)));
  router.all('/authorize/complete', onlyMethods('POST'));

  router.get('/authorize/picture', handle(pictureEndpoint(service)));
  router.all('/authorize/picture', onlyMethods('GET, HEAD'));

  for (const [path, methods] of Object.entries(peopleCalls(service))) {
    const names = Object.keys(methods);
    router.use(path.replace(/\/:.*/, ''), consentPageCors('GET, POST, PUT, DELETE', consentOrigin));
    for (const [method, endpoint] of Object.entries(methods)) {
      const answer = handle(endpoint);
      if (method === 'GET') router.get(path, answer);
      if (method === 'POST') router.post(path, readBody, answer);
      if (method === 'PUT') router.put(path, readBody, answer);
      if (method === 'DELETE') router.delete(path, readBody, answer);
    }
    router.all(path, onlyMethods(names.map((name) => (name === 'GET' ? 'GET, HEAD' : name)).join(', ')));
  }

  const posts = { '/register': registerEndpoint, '/token': tokenEndpoint, '/revoke': revokeEndpoint };
  for (const [path, endpoint] of Object.entries(posts)) {
    router.use(path, publicCors('POST'));
    router.post(path, readBody, handle(endpoint(service)));
    router.all(path, onlyMethods('POST'));
  }

  router.use('/jwks', publicCors('GET'));
  router.get('/jwks', (_req, res, next) => {
    service.keys
      .refresh()
      .then(() => sendJson(res, 200, service.keys.jwks(), { 'Cache-Control': 'public, max-age=300' }))
      .catch(next);
  });
  router.all('/jwks', onlyMethods('GET, HEAD'));

  // Only the token and revocation endpoints use RFC 6749's error body, and only for forms.
  router.use(answerErrors(service.log, (req) => dressOfRequest(req.path, req.headers['content-type'])));
  return router;
}

/** Calls about connections, by address and method. Any page of the consent page's origin may use them. */
function peopleCalls(service: OauthService): Readonly<Record<string, Readonly<Record<string, Endpoint>>>> {
  return {
    '/connections': { GET: connectionsEndpoint(service) },
    '/connections/:connectionId': { DELETE: endConnectionEndpoint(service) },
    '/access-requests': { GET: accessRequestsEndpoint(service), POST: askEndpoint(service) },
    '/access-requests/:accessRequestId': { POST: answerEndpoint(service) },
    '/permits': { GET: permitsEndpoint(service), PUT: permitEndpoint(service), DELETE: forbidEndpoint(service) },
  };
}

/** Mount it at the host's root: RFC 8414 and RFC 9728 documents, at every path where clients look. */
export function wellKnownRouter(service: OauthService): Router {
  const router = Router();
  const paths = wellKnownPaths(service.addresses);
  const options = { takesDocuments: service.takesDocuments };
  const { BRAND_NAME: name, BRAND_POLICY_URL: policyUri, BRAND_TERMS_URL: termsUri } = service.options.settings;
  const facts = { name, policyUri, termsUri };
  const documents: Readonly<Record<MetadataDocument, (at: Addresses, about: McpPath) => object>> = {
    'authorization-server': (at) => authorizationServerMetadata(at, options),
    openid: (at) => openidConfiguration(at, options),
    'protected-resource': (at, about) => protectedResourceMetadata(at, about, facts),
  };
  const cors = publicCors('GET');
  const refuse = onlyMethods('GET, HEAD');
  const note = noteAttempts(service.attempts, 'discovery');
  const answer = answerErrors(service.log, () => 'envelope');
  router.use((req, res, next) => {
    const found = wellKnownAt(paths, req.path);
    if (!found) return next();
    cors(req, res, () => {
      if (req.method === 'GET' || req.method === 'HEAD') {
        const document = documents[found.document](service.mcp.at(req.headers.host), found.about);
        note(req, res, () => sendJson(res, 200, document, { 'Cache-Control': 'public, max-age=300' }));
      } else refuse(req, res, (error: unknown) => answer(error, req, res, next));
    });
  });
  return router;
}
