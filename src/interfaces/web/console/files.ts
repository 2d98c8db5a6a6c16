/** The built files of the console: read once at the start, compressed once, served from memory. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { dressed } from '../../../http/dressed';
import { sendUnknown } from '../../../http/error-pages';
import { sendRead } from '../../../http/compressed';
import type { Handler, Route } from '../../../http/router';
import { pageSecurityHeaders } from '../../../http/security-headers';
import type { TracedResponse } from '../../../http/traced-response';
import { OperationError } from '../../../shared/errors';
import { html } from '../html';

/** Files of other kinds are not served. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};
const compressed = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest']);

/** A name that changes with the content: `main-3KF5ZQ7B.js`. */
const hashedName = /[-.][A-Za-z0-9]{8,}\.\w+$/;
const forEver = 'public, max-age=31536000, immutable';
/** Browsers cache the file, but ask each time whether it changed. */
const asked = 'no-cache';

interface ServedFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzip: Buffer | undefined;
  readonly etag: string;
  readonly cacheControl: string;
}

/** The folder of the built console: beside the sources, or beside `dist/` in an installation. Undefined if it is not built. */
export function consoleFolder(): string | undefined {
  const candidates = [4, 5, 6].map((up) =>
    join(__dirname, ...Array<string>(up).fill('..'), 'packages', 'console', 'dist'),
  );
  return candidates.find((path) => existsSync(join(path, 'index.html')));
}

export interface ConsoleFilesOptions {
  /** Folder of the built files; undefined if not built. */
  readonly folder: string | undefined;
  readonly publicUrl: string;
  /** Path of `PUBLIC_URL` without a final slash. */
  readonly publicPath: string;
  /** `BRAND_NAME`. */
  readonly brand: string;
}

/**
 * Routes of everything below `/app` except its API: built files, and one document for every address of a page. The document names
 * its files by `assets/…`, which is below `/app` for every page.
 */
export function consoleFileRoutes({ folder, publicUrl, publicPath, brand }: ConsoleFilesOptions): readonly Route[] {
  const site = { base: publicPath, brand };
  const files = folder === undefined ? new Map<string, ServedFile>() : readFiles(folder, { publicPath, brand });
  const headers = pageSecurityHeaders(publicUrl, {
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    connectSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    requireTrustedTypesFor: ["'script'"],
  });
  const serve: Handler = (req, res, segments) => {
    // Addresses below `api` belong to operations, or do not exist.
    if (segments[0] === 'api') return sendUnknown(req, res, site);
    const path = segments.join('/');
    const file = files.get(path);
    if (file) return send(req, res, file);
    if (segments[0] === 'assets') return sendUnknown(req, res, site);
    const document = files.get('index.html');
    if (!document) throw new OperationError('service_unavailable', 'The console is not built here: `npm run build`.');
    return send(req, res, document);
  };
  const GET = dressed(headers, serve);
  const paths = [
    '/app',
    '/app/',
    '/app/{page}',
    '/app/{organizationId}/{page}',
    '/app/{organizationId}/{page}/{id}',
    '/app/{organizationId}/{page}/{id}/{part}',
  ];
  return paths.map((path) => ({ path, name: '/app', answer: { GET }, byAddress: 'counted' }));
}

type Named = Pick<ConsoleFilesOptions, 'publicPath' | 'brand'>;

function readFiles(folder: string, named: Named): Map<string, ServedFile> {
  const files = new Map<string, ServedFile>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    const ending = extname(path);
    const type = mediaTypes[ending];
    if (type === undefined || !statSync(join(folder, name)).isFile()) continue;
    const read = readFileSync(join(folder, name));
    const bytes = path === 'index.html' ? Buffer.from(documentOf(read.toString('utf8'), named)) : read;
    files.set(path, {
      type,
      bytes,
      gzip: compressed.has(ending) ? gzipSync(bytes, { level: 9 }) : undefined,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
      cacheControl: hashedName.test(path) ? forEver : asked,
    });
  }
  return files;
}

/**
 * The document under the name of the service, which its script reads from it too, and with absolute paths of its files: it serves
 * addresses of any depth, and the policy allows no `base`.
 */
const documentOf = (document: string, { publicPath, brand }: Named) =>
  document
    .replace(/<base\b[^>]*>\n?/, '')
    .replaceAll('="assets/', `="${publicPath}/app/assets/`)
    .replace('<title>Leadlight<', () => html`<title>${brand}<`.text)
    .replace('content="Leadlight"', () => html`content="${brand}"`.text);

/** A file as it is, or as gzip where it was made at the start: each with its own strong tag. */
function send(req: IncomingMessage, res: TracedResponse, file: ServedFile): Promise<void> | undefined {
  const { type, bytes, gzip, etag, cacheControl } = file;
  const packed = () => Promise.resolve(gzip ?? bytes);
  const sendable = { contentType: type, plain: bytes, packed, compress: gzip !== undefined, etag };
  return sendRead(req, res, sendable, { 'Cache-Control': cacheControl });
}
