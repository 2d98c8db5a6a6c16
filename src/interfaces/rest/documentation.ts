/** `openapi.json`, and a page that shows it. The page is complete: it loads nothing from other hosts. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// The package's main module would load the whole page into this process.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import { version } from '../../../package.json';
import { apiPrefix } from '../../../config/settings';
import { compressed, sendRead } from '../../http/compressed';
import { dressed } from '../../http/dressed';
import { prefersPage } from '../../http/error-pages';
import { jsonType, redirect } from '../../http/respond';
import type { Handler, Route } from '../../http/router';
import { pageSecurityHeaders } from '../../http/security-headers';
import { openApiDocument, rootOpenApiDocument, type OpenApiOptions } from './openapi';

/** Files of the page that come from the swagger-ui-dist package, with their media types. */
const packageFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

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

/** The rows of the router table for the document and its page. */
export function documentationRoutes({
  compress,
  ...options
}: Omit<OpenApiOptions, 'version'> & { compress: boolean }): readonly Route[] {
  const written = (document: object) => Buffer.from(JSON.stringify(document));
  const document = written(openApiDocument({ ...options, version }));
  const root = written(rootOpenApiDocument({ ...options, version }));
  const headers = pageSecurityHeaders(options.publicUrl, {
    scriptSrc: ["'self'"],
    // Swagger UI draws its icons from data: URLs.
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
  });
  const pages: readonly (readonly [path: string, contentType: string, body: Buffer])[] = [
    ['/docs', 'text/html; charset=utf-8', Buffer.from(page)],
    ['/docs/start.js', 'text/javascript; charset=utf-8', Buffer.from(start)],
  ];
  const files = Object.entries(packageFiles).map(
    ([name, type]) => [`/docs/${name}`, type, readFileSync(join(absolutePath(), name))] as const,
  );
  return [
    at('/openapi.json', serve(compress, jsonType, document)),
    at('/openapi-root.json', serve(compress, jsonType, root)),
    ...pages.map(([path, contentType, body]) => at(path, dressed(headers, serve(compress, contentType, body)))),
    ...files.map(([path, type, body]) =>
      at(path, dressed(headers, serve(compress && !type.startsWith('image/'), type, body, dayLong))),
    ),
    at('', (_req, res) => redirect(res, 'v1/docs')),
    at('/', (_req, res) => redirect(res, 'docs')),
    at('/docs/', (_req, res) => redirect(res, '../docs')),
  ];
}

function at(path: string, GET: Handler): Route {
  return { path: `${apiPrefix}${path}`, name: path === '' ? '/' : path, answer: { GET } };
}

/**
 * Redirects the bare address of the service: a browser to the console, a program to the documentation.
 * @param publicPath path of `PUBLIC_URL` without a final slash, which people may open as it is.
 */
export function frontPageRoutes(publicPath: string): readonly Route[] {
  // With the whole path: where a proxy takes the path off, `/` stands for both `/leadlight` and `/leadlight/`.
  const lead: Handler = (req, res) =>
    redirect(res, publicPath + (prefersPage(req) ? '/app/' : `${apiPrefix}/docs`), { Vary: 'Accept' });
  const front: Route = { path: '/', answer: { GET: lead } };
  return publicPath === '' ? [front] : [front, { path: publicPath, name: '/', answer: { GET: lead } }];
}

const dayLong = 'public, max-age=86400';

/** Serves bytes that are read once, compressed once, and shared by all answers. A client with a current copy gets a 304. */
function serve(compress: boolean, contentType: string, plain: Buffer, cacheControl = 'private, no-store'): Handler {
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  let compressing: Promise<Buffer> | undefined;
  const packed = () => (compressing ??= compressed(plain));
  const headers = { 'Cache-Control': cacheControl };
  return (req, res) => sendRead(req, res, { contentType, plain, packed, compress, etag }, headers);
}
