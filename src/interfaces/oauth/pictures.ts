/**
 * GET /mcp/oauth/authorize/picture: a client's logo, fetched by this service and passed on, so that a person's page sends no
 * request to a stranger's server. Only small pictures in raster formats, from public addresses, kept for a day.
 */
import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { exchangeBytes, OutgoingError, type Kind, type NetworkOverrides } from '../../shared/http-client/exchange';
import type { StoredClient } from '../../store/oauth/clients';
import type { UndocumentedEndpoint } from './endpoint';
import { OauthError } from './errors';
import { clientNetworks, queryOf, type Endpoint } from './http';
import { addressLimit } from './limits';
import type { OauthService } from './service';
import { Slots } from './slots';

export const maximumPictureBytes = 64 * 1024;
const timeoutMs = 3_000;

const picture: Kind = { accept: 'image/*', types: /^image\/(png|jpe?g|gif|webp)\s*(;|$)/i, name: 'a picture' };

/** First bytes of the accepted formats. The declared type is not trusted. */
const formats = [
  { type: 'image/png', starts: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/jpeg', starts: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', starts: [0x47, 0x49, 0x46, 0x38] },
  { type: 'image/webp', starts: [0x52, 0x49, 0x46, 0x46] },
] as const;

/** The address of a client's picture for a page. */
export function pictureAddress(service: OauthService, client: StoredClient): string {
  return `${service.addresses.issuer}/authorize/picture?client_id=${encodeURIComponent(client.id)}`;
}

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Simultaneous fetches: few from one host, so that a slow host leaves room for others. */
const fetchLimits = { perKey: 2, total: 16, waitingPerKey: 8, patience: timeoutMs };
/** How long the absence of a picture is remembered, milliseconds. */
const noneMs = 300_000;

/** The pictures of clients. Each is fetched once for all simultaneous requests and cached, also if there is none. */
export class Pictures {
  private readonly cache = new LRUCache<string, Picture | 'none'>({ max: 200, ttl: 24 * 3_600_000 });
  private readonly fetching = new Map<string, Promise<Picture | 'none' | 'busy'>>();
  private readonly slots = new Slots(fetchLimits);

  constructor(private readonly fetch: (address: string) => Promise<Picture | 'none'>) {}

  /** @returns `busy` if too many other fetches run. */
  async find(address: string): Promise<Picture | 'none' | 'busy'> {
    const known = this.cache.get(address) ?? this.fetching.get(address);
    if (known) return known;
    const fetching = this.fetchInTurn(address).finally(() => this.fetching.delete(address));
    this.fetching.set(address, fetching);
    return fetching;
  }

  private async fetchInTurn(address: string): Promise<Picture | 'none' | 'busy'> {
    const release = await this.slots.acquire([new URL(address).hostname]);
    if (!release) return 'busy';
    try {
      const found = await this.fetch(address);
      this.cache.set(address, found, found === 'none' ? { ttl: noneMs } : {});
      return found;
    } finally {
      release();
    }
  }
}

/** Not in the OpenAPI document: `logoUri` of a request names the whole address, and nobody builds it. */
export const pictureEndpoint: UndocumentedEndpoint = { open: pictures };

function pictures(service: OauthService): Endpoint {
  const stored = new Pictures((address) => fetchPicture(address, service.options.documents));
  const limit = addressLimit({
    name: 'pictures',
    points: 60,
    seconds: 60,
    message: 'Too many pictures were asked for from this address.',
    nodes: service.options.settings.RATE_LIMIT_NODES,
  });
  return async (req: Request, res: Response) => {
    limit.use(clientNetworks(req));
    const ids = queryOf(req)?.getAll('client_id') ?? [];
    const client = ids.length === 1 ? await service.clients.find(ids[0] ?? '') : null;
    const address = client?.logoUri ?? undefined;
    const found = address === undefined ? 'none' : await stored.find(address);
    if (found === 'none') throw new OauthError('not_found', 'This client has no picture.');
    if (found === 'busy') {
      throw new OauthError('service_unavailable', 'Too many pictures are being fetched. Try again in a moment.', {
        headers: { 'Retry-After': '5' },
        logged: true,
      });
    }
    res.setHeader('Content-Type', found.type);
    res.setHeader('Cache-Control', 'public, max-age=86400');
    res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    res.end(found.bytes);
  };
}

/**
 * Fetches a picture from an address that a stranger chose: over https on its default port, from a public address.
 * @returns `none` for anything that is not a picture within the bounds.
 */
export async function fetchPicture(
  address: string,
  network: NetworkOverrides & { readonly timeoutMs?: number } = {},
): Promise<Picture | 'none'> {
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.port !== '') return 'none';
  const wanted = {
    url,
    method: 'GET',
    headers: {},
    timeoutMs: network.timeoutMs ?? timeoutMs,
    maxBytes: maximumPictureBytes,
    namedBy: 'stranger',
  } as const;
  try {
    const { bytes } = await exchangeBytes(wanted, picture, network);
    const format = formats.find(({ starts }) => starts.every((byte, at) => bytes[at] === byte));
    return format ? { type: format.type, bytes } : 'none';
  } catch (error) {
    if (error instanceof OutgoingError) return 'none';
    throw error;
  }
}
