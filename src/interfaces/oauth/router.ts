/** The endpoints under /api/v1/mcp/oauth, and the metadata documents at the host's root. */
import { Router, type ErrorRequestHandler } from 'express';
import { sendJson } from '../../http/respond';
import { methods, oauthAddresses } from './addresses';
import { noteAttempts, tellRefusal } from './attempt-facts';
import { errorPageHeaders, sendErrorPage } from './error-page';
import { OauthError } from './errors';
import { answerErrors, consentPageCors, handle, onlyMethods, publicCors, readBody } from './http';
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
import type { OauthService } from './service';

/** Mount it at `/api/v1/mcp/oauth`, before any body parser: the endpoints read their own bodies. */
export function oauthRouter(service: OauthService): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const consentOrigin = new URL(service.consentPageUrl).origin;
  const errorPage = {
    headers: errorPageHeaders(service.addresses.publicUrl),
    brand: service.options.settings.BRAND_NAME,
  };
  const answerByPage: ErrorRequestHandler = (error: unknown, req, res, next) => {
    if (!(error instanceof OauthError)) return next(error);
    tellRefusal(res, error);
    sendErrorPage(req, res, error, errorPage);
  };

  router.use(noteAttempts(service.attempts));
  for (const [named, address] of Object.entries(oauthAddresses)) {
    const path = named.replace(/\{(\w+)\}/g, ':$1');
    const answered = methods.filter((method) => address[method] !== undefined);
    const preflight = address.preflight ?? answered.join(', ');
    const cors = { any: publicCors(preflight), consent: consentPageCors(preflight, consentOrigin), none: null };
    const pages = cors[address.pages];
    if (pages) router.use(path.replace(/\/:.*/, ''), pages);
    const { GET, POST, PUT, DELETE } = address;
    if (GET) router.get(path, handle(GET.open(service)));
    if (POST) router.post(path, readBody, handle(POST.open(service)));
    if (PUT) router.put(path, readBody, handle(PUT.open(service)));
    if (DELETE) router.delete(path, readBody, handle(DELETE.open(service)));
    if (GET && 'errorPages' in GET) router.use(path, answerByPage);
    router.all(path, onlyMethods(answered.map((method) => (method === 'GET' ? 'GET, HEAD' : method)).join(', ')));
  }

  // Only the token and revocation endpoints use RFC 6749's error body, and only for forms.
  router.use(answerErrors(service.log, (req) => dressOfRequest(req.path, req.headers['content-type'])));
  return router;
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
