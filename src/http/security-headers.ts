/**
 * Security headers, written by helmet once at the start and kept as a frozen table. Running helmet for each request costs as much
 * as authenticating it.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';

export type HeaderTable = readonly (readonly [name: string, value: string])[];

/** Directives of a `Content-Security-Policy`, by their camel-case names. */
export type CspDirectives = Readonly<Record<string, readonly string[]>>;

const year = 365 * 24 * 60 * 60;

function tableOf(options: HelmetOptions): HeaderTable {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  let failure: Error | undefined;
  helmet(options)(res.req, res, (error?: unknown) => {
    if (error instanceof Error) failure = error;
  });
  if (failure) throw failure;
  return Object.freeze(res.getHeaderNames().map((name) => [canonical(name), String(res.getHeader(name))] as const));
}

/** `x-frame-options` -> `X-Frame-Options`. */
function canonical(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Strict transport security applies only over https, and browsers read it only there. */
const hsts = (publicUrl: string) => (publicUrl.startsWith('https:') ? { maxAge: year } : false);

/** For answers that no browser should render: JSON, redirects, errors. */
export function apiSecurityHeaders(publicUrl: string): HeaderTable {
  return tableOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: hsts(publicUrl),
    xFrameOptions: { action: 'deny' },
    // These concern documents and old plug-ins. A JSON answer does not need them.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/**
 * Headers for pages: everything helmet sets, with the page's own policy. Directives that are left out forbid everything.
 * @param directives for example `{scriptSrc: ["'self'"]}`.
 */
export function pageSecurityHeaders(publicUrl: string, directives: CspDirectives): HeaderTable {
  return tableOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        ...directives,
      },
    },
    strictTransportSecurity: hsts(publicUrl),
    xFrameOptions: { action: 'deny' },
    // Browsers ignore it on plain http, and say so in the console of every page.
    ...(publicUrl.startsWith('https:') ? {} : { crossOriginOpenerPolicy: false }),
  });
}

export function setHeaders(res: ServerResponse, table: HeaderTable): void {
  for (const [name, value] of table) res.setHeader(name, value);
}
