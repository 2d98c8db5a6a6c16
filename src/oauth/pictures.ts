/**
 * GET /mcp/oauth/authorize/picture: a client's logo, fetched by this service and passed on, so that the page of a person asks no
 * stranger's server for anything. Small pictures of raster formats only, from public addresses, kept for a day.
 */
import { lookup, type LookupAddress } from 'node:dns';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { isPublicAddress } from '../net/addresses';
import type { StoredClient } from '../store/oauth/clients';
import { OauthError } from './errors';
import { clientNetworks, queryOf, type Endpoint } from './http';
import { addressLimit } from './limits';
import type { OauthService } from './service';

const maximumBytes = 64 * 1024;
const timeoutMs = 3_000;

/** First bytes of the formats that are passed on; what a server calls its answer is not believed. */
const formats = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
] as const;

/** Where a page finds the picture of a client. */
export function pictureAddress(service: OauthService, client: StoredClient): string {
  return `${service.addresses.issuer}/authorize/picture?client_id=${encodeURIComponent(client.id)}`;
}

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

export function pictureEndpoint(service: OauthService): Endpoint {
  const kept = new LRUCache<string, Picture | 'none'>({ max: 200, ttl: 24 * 3_600_000 });
  const limit = addressLimit('pictures', 60, 60, 'Too many pictures were asked for from this address.');
  return async (req: Request, res: Response) => {
    limit.use(clientNetworks(req));
    const ids = queryOf(req)?.getAll('client_id') ?? [];
    const client = ids.length === 1 ? await service.clients.find(ids[0] ?? '') : null;
    const address = client?.logoUri ?? undefined;
    const picture = address === undefined ? 'none' : (kept.get(address) ?? (await fetchPicture(address)));
    if (address !== undefined) kept.set(address, picture, picture === 'none' ? { ttl: 300_000 } : {});
    if (picture === 'none') throw new OauthError('not_found', 'This client has no picture.');
    res.setHeader('Content-Type', picture.type);
    res.setHeader('Cache-Control', 'public, max-age=86400');
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.end(picture.bytes);
  };
}

function fetchPicture(address: string): Promise<Picture | 'none'> {
  return new Promise((resolve) => {
    const url = new URL(address);
    const none = () => {
      req.destroy();
      resolve('none');
    };
    const req = request(url, { agent: false, lookup: publicOnly, signal: AbortSignal.timeout(timeoutMs) });
    req.on('error', none);
    req.on('response', (res) => {
      if (res.statusCode !== 200) return none();
      const chunks: Buffer[] = [];
      let size = 0;
      res.on('error', none);
      res.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maximumBytes) none();
        else chunks.push(chunk);
      });
      res.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const format = formats.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte));
        resolve(format && res.complete ? { type: format.type, bytes } : 'none');
      });
    });
    // A literal address would be connected to without a look-up.
    if (url.protocol !== 'https:' || url.port !== '' || !/[a-z]$/i.test(url.hostname)) none();
    else req.end();
  });
}

/** Resolves and checks in one step what the socket then connects to. */
const publicOnly: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { all: true, verbatim: true }, (error, found: LookupAddress[] | undefined) => {
    const addresses = found ?? [];
    const [first] = addresses;
    if (error || !first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return done(error ?? new Error('not a public address'), '', 0);
    }
    return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
  });
};
