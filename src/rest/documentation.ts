/** `openapi.json`, and a page that shows it. The page is served from here whole: it asks no other host for anything. */
import { join } from 'node:path';
import express, { type RequestHandler, type Response, type Router } from 'express';
// The package's main module would load the whole page into this process.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { version } from '../../package.json';
import { apiPrefix } from '../../config/settings';
import { byMethod } from '../http/app';
import { pageSecurityHeaders, setHeaders } from '../http/security-headers';
import { openApiDocument, type OpenApiOptions } from './openapi';

/** Files of the page that come from the swagger-ui-dist package. */
const packageFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leadlight API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" type="image/png" href="docs/favicon-32x32.png">
</head>
<body>
<main id="api"></main>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

/** @returns a router to mount at the API prefix. */
export function documentationRouter(options: Omit<OpenApiOptions, 'version'>): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const document = Buffer.from(JSON.stringify(openApiDocument({ ...options, version })));
  router.all('/openapi.json', byMethod({ GET: text('application/json; charset=utf-8', document) }));

  const headers = pageSecurityHeaders(options.publicUrl, {
    scriptSrc: ["'self'"],
    // Swagger UI draws its icons from data: URLs.
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  });
  const dressed: RequestHandler = (_req, res, next) => {
    setHeaders(res, headers);
    next();
  };
  router.all(
    '/',
    byMethod({ GET: (req, res) => redirect(res, req.originalUrl.startsWith(`${apiPrefix}/`) ? 'docs' : 'v1/docs') }),
  );
  router.all('/docs/', byMethod({ GET: (_req, res) => redirect(res, '../docs') }));
  router.all('/docs', dressed, byMethod({ GET: text('text/html; charset=utf-8', Buffer.from(page)) }));
  router.all('/docs/start.js', dressed, byMethod({ GET: text('text/javascript; charset=utf-8', Buffer.from(start)) }));
  for (const name of packageFiles) {
    const path = join(absolutePath(), name);
    const send: RequestHandler = (_req, res) => res.sendFile(path, { maxAge: '1d', etag: true });
    router.all(`/docs/${name}`, dressed, byMethod({ GET: send }));
  }
  return router;
}

/**
 * @param publicPath path of `PUBLIC_URL` without a final slash, which people may open as it is.
 * @returns a router to mount at `/`: a person who opens the bare address of the service is shown the documentation.
 */
export function frontPageRouter(publicPath: string): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  const docs = `${apiPrefix.slice(1)}/docs`;
  const here = publicPath.slice(publicPath.lastIndexOf('/') + 1);
  const toDocs = (location: string) => byMethod({ GET: (_req, res) => redirect(res, location) });
  const [fromRoot, fromPath] = [toDocs(docs), toDocs(`${here}/${docs}`)];
  router.use((req, res, next) => {
    if (req.path === '/') fromRoot(req, res, next);
    else if (req.path === publicPath) fromPath(req, res, next);
    else next();
  });
  return router;
}

/** @param location relative, so that it holds behind any host name and path prefix. */
function redirect(res: Response, location: string): void {
  res.setHeader('Location', location);
  res.setHeader('Cache-Control', 'private, no-store');
  res.statusCode = 302;
  res.end();
}

function text(contentType: string, body: Buffer): RequestHandler {
  return (_req, res) => {
    res.setHeader('Content-Type', contentType);
    res.setHeader('Content-Length', body.length);
    res.setHeader('Cache-Control', 'private, no-store');
    res.end(body);
  };
}
