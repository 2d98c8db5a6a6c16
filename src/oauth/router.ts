/** The endpoints under /api/v1/mcp/oauth, and the metadata documents at the host's root. */
import { Router, type Request } from 'express';
import { sendJson } from '../http/respond';
import { authorizeEndpoint } from './authorize';
import { completeEndpoint, requestEndpoint } from './complete';
import { errorPageHeaders, sendErrorPage } from './error-page';
import { OauthError } from './errors';
import { answerErrors, consentPageCors, handle, onlyMethods, publicCors, readBody } from './http';
import {
  authorizationServerMetadata,
  openidConfiguration,
  protectedResourceMetadata,
  wellKnownPaths,
  type MetadataDocument,
} from './metadata';
import { dressOf } from './parameters';
import { registerEndpoint } from './register';
import { revokeEndpoint } from './revoke';
import type { OauthService } from './service';
import { tokenEndpoint } from './token';

/** Paths that the router answers, for the service's table of addresses. */
export const oauthPaths = [
  '/authorize',
  '/authorize/request',
  '/authorize/complete',
  '/register',
  '/token',
  '/revoke',
  '/jwks',
] as const;

/** To be mounted at `/api/v1/mcp/oauth`, before any body parser: the endpoints read their own bodies. */
export function oauthRouter(service: OauthService): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const consentOrigin = new URL(service.consentPageUrl).origin;
  const authorize = authorizeEndpoint(service);
  const pageHeaders = errorPageHeaders(service.addresses.publicUrl);

  router.get('/authorize', (req, res, next) => {
    authorize(req, res).catch((error: unknown) => {
      if (error instanceof OauthError) sendErrorPage(res, error, pageHeaders);
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

  router.use(answerErrors(service.log, dressOfRequest));
  return router;
}

/** Only the token and revocation endpoints speak RFC 6749's error body, and only to forms. */
function dressOfRequest(req: Request): 'envelope' | 'rfc6749' {
  return req.path === '/token' || req.path === '/revoke' ? dressOf(req.headers['content-type']) : 'envelope';
}

/** To be mounted at the host's root: RFC 8414 and RFC 9728 documents, at every path where clients look. */
export function wellKnownRouter(service: OauthService): Router {
  const router = Router();
  const paths = wellKnownPaths(service.addresses);
  const documents: Readonly<Record<MetadataDocument, object>> = {
    'authorization-server': authorizationServerMetadata(service.addresses),
    openid: openidConfiguration(service.addresses),
    'protected-resource': protectedResourceMetadata(service.addresses),
  };
  const cors = publicCors('GET');
  const refuse = onlyMethods('GET, HEAD');
  const answer = answerErrors(service.log, () => 'envelope');
  router.use((req, res, next) => {
    const name = paths.get(req.path);
    if (!name) return next();
    cors(req, res, () => {
      if (req.method === 'GET' || req.method === 'HEAD') {
        sendJson(res, 200, documents[name], { 'Cache-Control': 'public, max-age=300' });
      } else refuse(req, res, (error: unknown) => answer(error, req, res, next));
    });
  });
  return router;
}
