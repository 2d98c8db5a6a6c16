/**
 * One request and its answer: only to permitted addresses, within one deadline, with limited size, without following redirects.
 * Errors and logs never contain what is sent or received.
 */
import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isOperatorAddress, isPublicAddress } from './addresses';
import { endableLookups, operatorLookups, type FindAddresses } from './host-names';
import { JsonRefused, parseInSlices, type JsonBounds } from './json-in-slices';
import { retryAfterOf } from './retry';

/** Why a request failed. */
export type FailureKind =
  /** The address is not permitted: the host is a literal address, or resolves to such an address. */
  | 'refused_address'
  /** The deadline passed. */
  | 'timeout'
  /** No connection; nothing was sent. */
  | 'unreachable'
  /** The connection broke while the request was under way. */
  | 'cut_short'
  | 'redirect'
  | 'status'
  | 'too_large'
  /** A content type or encoding that was not asked for, or text that is not UTF-8 or not JSON. */
  | 'bad_answer'
  /** Not sent, because the host has just failed too often. */
  | 'circuit_open';

export class OutgoingError extends Error {
  /**
   * @param reason in words, without anything that was sent or received.
   * @param temporary whether the same request may succeed later.
   * @param status of the answer; 0 when there was none.
   * @param retryAfterMs the answer's `Retry-After`.
   */
  constructor(
    readonly kind: FailureKind,
    readonly reason: string,
    readonly temporary: boolean,
    readonly status = 0,
    readonly retryAfterMs: number | null = null,
  ) {
    super(reason);
    this.name = 'OutgoingError';
  }
}

export interface Exchange {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** For everything together: name, connection, TLS, headers and body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Who named the host. `operator`: a setting, so the operator's own network and literal addresses are permitted. */
  readonly namedBy: 'stranger' | 'operator';
  /** Ends the request early, which counts as cut short. */
  readonly signal?: AbortSignal;
}

/** What tests replace to reach their own server. Everything else is as in production. */
export interface NetworkOverrides {
  /** Addresses of a host name. The signal is the deadline. */
  readonly resolve?: (hostname: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>;
  /** Whether connecting to an address is permitted. */
  readonly isAllowedAddress?: (address: string) => boolean;
  /** PEM of a certificate authority to trust instead of the usual ones. */
  readonly ca?: string;
  readonly port?: number;
}

const strangers = endableLookups();
/** How a host is looked up. This depends on who named it. */
const lookupsFor: Readonly<Record<Exchange['namedBy'], FindAddresses>> = {
  stranger: (hostname, signal) => strangers.find(hostname, signal),
  operator: operatorLookups(),
};

/** Most pieces of an answer. Each piece costs the same, no matter how small it is. */
const mostPieces = 50_000;

/** Most answers of the 100s before the real one. A usual server sends one or two, a hostile one a million in a second. */
const mostInterim = 20;

type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export interface HttpAnswer {
  readonly headers: AnswerHeaders;
  /** The parsed body. Whole numbers of 16 digits and more are text. */
  readonly value: unknown;
}

/** The kind of answer that is asked for. */
export interface Kind {
  /** Value of `Accept`. */
  readonly accept: string;
  /** Content types that are accepted. */
  readonly types: RegExp;
  /** For errors: "not JSON by its type". */
  readonly name: string;
}

const json: Kind = { accept: 'application/json', types: /^application\/([\w.+-]+\+)?json\s*(;|$)/i, name: 'JSON' };

/**
 * Sends one request for JSON.
 * @returns the answer when its status is 200 or 201 and it is JSON, by its type and within bounds.
 * @throws OutgoingError otherwise.
 */
export async function exchange(
  wanted: Exchange,
  bounds: JsonBounds,
  network: NetworkOverrides = {},
): Promise<HttpAnswer> {
  const { headers, bytes } = await exchangeBytes(wanted, json, network);
  try {
    return { headers, value: await parseInSlices(bytes, bounds) };
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    // JSON that is cut off or garbled may be complete the next time.
    if (error.problem === 'not JSON') throw new OutgoingError('bad_answer', 'not valid JSON', true);
    throw new OutgoingError('too_large', error.problem, false);
  }
}

/**
 * Sends one request.
 * @returns the answer when its status is 200 or 201 and its type is the one asked for.
 * @throws OutgoingError otherwise.
 */
export function exchangeBytes(
  wanted: Exchange,
  kind: Kind,
  network: NetworkOverrides = {},
): Promise<{ readonly headers: AnswerHeaders; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    open(wanted, kind.accept, network, {
      answered(res, fail) {
        const refusal = refusalOf(res, kind);
        if (refusal) return fail(refusal);
        readBytes(res, wanted.maxBytes, (bytes) => resolve({ headers: plainHeaders(res), bytes }), fail);
      },
      failed: reject,
    });
  });
}

/**
 * Sends one request and reads only the status of its answer, whatever the type or length of the body.
 * @returns the status, when it is from 200 to 299.
 * @throws OutgoingError otherwise.
 */
export function exchangeStatus(wanted: Omit<Exchange, 'maxBytes'>, network: NetworkOverrides = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    open(wanted, '*/*', network, {
      answered(res, fail) {
        const status = res.statusCode ?? 0;
        if (status < 200 || status > 299) return fail(statusRefusal(res, status));
        res.on('error', () => undefined);
        res.destroy();
        resolve(status);
      },
      failed: reject,
    });
  });
}

interface Outcome {
  /** @param fail ends the request with this error. */
  answered(res: IncomingMessage, fail: (error: unknown) => void): void;
  failed(error: OutgoingError): void;
}

/** Sends a request to a permitted address. */
function open(wanted: Omit<Exchange, 'maxBytes'>, accept: string, network: NetworkOverrides, outcome: Outcome): void {
  const isAllowed = network.isAllowedAddress ?? (wanted.namedBy === 'operator' ? isOperatorAddress : isPublicAddress);
  const { url } = wanted;
  // A literal address is connected to without a lookup, so it is checked here.
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) !== 0 && (wanted.namedBy === 'stranger' || !isAllowed(literal))) {
    return outcome.failed(new OutgoingError('refused_address', 'private address', false));
  }
  const signal = AbortSignal.timeout(wanted.timeoutMs);
  const resolveHost = network.resolve ?? lookupsFor[wanted.namedBy];
  let connected = false;
  const fail = (error: unknown) => {
    req.destroy();
    outcome.failed(error instanceof OutgoingError ? error : (badHead(error) ?? failureOf(signal.aborted, connected)));
  };
  const req = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method: wanted.method,
    ...(network.port === undefined ? {} : { port: network.port }),
    // A new connection each time: one kept open may be closing just when a request is sent on it.
    agent: false,
    signal: wanted.signal ? AbortSignal.any([signal, wanted.signal]) : signal,
    ca: network.ca,
    lookup: checkedLookup(isAllowed, (hostname) => resolveHost(hostname, signal)),
    headers: {
      Accept: accept,
      'Accept-Encoding': 'identity',
      'User-Agent': 'Leadlight',
      ...(wanted.body === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(wanted.body)) }),
      ...wanted.headers,
    },
    maxHeaderSize: 16_384,
  });
  req.on('socket', (socket) => {
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => (connected = true));
  });
  req.on('error', fail);
  let interim = 0;
  req.on('information', () => {
    interim += 1;
    if (interim > mostInterim) fail(new OutgoingError('too_large', 'too many interim answers', false));
  });
  // Without a listener Node closes the connection and reports nothing, and the caller would wait for ever.
  req.on('upgrade', (_res, socket) => {
    socket.destroy();
    fail(new OutgoingError('bad_answer', 'another protocol that was not asked for', false));
  });
  req.on('response', (res) => outcome.answered(res, fail));
  req.end(wanted.body);
}

/** What was wrong with an answer that Node's parser refused. */
function badHead(error: unknown): OutgoingError | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !code.startsWith('HPE_')) return undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return new OutgoingError('too_large', 'headers that are too long', false);
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW')
    return new OutgoingError('too_large', 'chunks that are too long', false);
  // An answer that breaks off may be whole the next time.
  if (code === 'HPE_INVALID_EOF_STATE') return undefined;
  return new OutgoingError('bad_answer', 'something that is not HTTP', true);
}

function failureOf(timedOut: boolean, connected: boolean): OutgoingError {
  if (timedOut) return new OutgoingError('timeout', 'too slow', true);
  return connected
    ? new OutgoingError('cut_short', 'the connection broke', true)
    : new OutgoingError('unreachable', 'unreachable', true);
}

/** Why the body of an answer is not read at all. */
function refusalOf(res: IncomingMessage, { types, name }: Kind): OutgoingError | undefined {
  const status = res.statusCode ?? 0;
  if (status !== 200 && status !== 201) return statusRefusal(res, status);
  if (!types.test(res.headers['content-type'] ?? ''))
    return new OutgoingError('bad_answer', `not ${name} by its type`, false);
  if (res.headers['content-encoding'] !== undefined)
    return new OutgoingError('bad_answer', 'encoded in a way that was not asked for', false);
  return undefined;
}

function statusRefusal(res: IncomingMessage, status: number): OutgoingError {
  if (status >= 300 && status < 400) {
    return new OutgoingError('redirect', `a redirect (status ${status}), which is not followed`, false, status);
  }
  const temporary = status >= 500 || status === 429 || status === 408;
  const retryAfter = retryAfterOf(res.headers['retry-after'], Date.now());
  return new OutgoingError('status', `status ${status}`, temporary, status, retryAfter);
}

function readBytes(
  res: IncomingMessage,
  maxBytes: number,
  done: (bytes: Buffer) => void,
  fail: (error: unknown) => void,
): void {
  const gathered = new Gathered();
  let pieces = 0;
  const cutShort = () => fail(new OutgoingError('cut_short', 'cut short', true));
  res.on('error', fail);
  res.on('data', (chunk: Buffer) => {
    pieces += 1;
    if (gathered.length + chunk.length > maxBytes) fail(new OutgoingError('too_large', 'too large', false));
    else if (pieces > mostPieces) fail(new OutgoingError('too_large', 'in too many pieces', false));
    else gathered.add(chunk);
  });
  res.on('end', () => {
    if (res.complete) done(gathered.bytes());
    else cutShort();
  });
  res.on('close', () => {
    if (!res.complete) cutShort();
  });
}

/**
 * Collects the pieces of an answer. Each piece is copied, because the socket's pieces are parts of a larger buffer. If pieces
 * of one byte were kept as they are, a megabyte would take a hundred.
 */
class Gathered {
  private room = Buffer.allocUnsafe(16 * 1024);
  length = 0;

  add(piece: Buffer): void {
    const needed = this.length + piece.length;
    if (needed > this.room.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.room.length));
      this.room.copy(larger, 0, 0, this.length);
      this.room = larger;
    }
    this.length += piece.copy(this.room, this.length);
  }

  bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }
}

function plainHeaders(res: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(res.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/**
 * Resolves and checks in one step the address that the socket then connects to, so a second answer of the resolver changes
 * nothing.
 */
function checkedLookup(
  isAllowed: (address: string) => boolean,
  resolveHost: (hostname: string) => Promise<readonly LookupAddress[]>,
): LookupFunction {
  return (hostname, lookupOptions, done) => {
    const refuse = (error: OutgoingError) => done(error, '', 0);
    resolveHost(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return refuse(new OutgoingError('unreachable', 'the host has no address', false));
        // One private address among public ones is an attack.
        if (!addresses.every(({ address }) => isAllowed(address))) {
          return refuse(new OutgoingError('refused_address', 'private address', false));
        }
        if (lookupOptions.all === true) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      () => refuse(new OutgoingError('unreachable', 'no such host', true)),
    );
  };
}
