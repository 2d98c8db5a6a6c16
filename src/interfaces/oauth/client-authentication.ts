/**
 * How a client proves at the token endpoint that it is this client: not at all (`none`), or with an assertion signed by a key of
 * its document's `jwks_uri` (RFC 7523 §3, `private_key_jwt`). Registered clients are public.
 */
import { createLocalJWKSet, decodeJwt, errors, jwtVerify, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { useAssertion } from '../../store/oauth/documents';
import type { ClientAuthentication } from '../../store/oauth/clients';
import { assertionAlgorithms } from './assertion-algorithms';
import { isDocumentUrl } from './client-documents';
import { ClientKeys, ClientKeysUnavailable } from './client-keys';
import { OauthError } from './errors';
import type { OauthService } from './service';

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maximumAssertionLength = 8_192;
/** Longest lifetime of an assertion, and how far clocks may differ; seconds. */
const longestLifetime = 600;
const clockTolerance = 30;
/** How long a client's way of authentication is remembered; milliseconds. */
const rememberedMs = 60_000;

type Given = ReadonlyMap<string, string>;

/** The assertion that a request carries; undefined for a public client. @throws OauthError if it is malformed. */
export function assertionOf(parameters: Given): { readonly assertion: string; readonly subject: string } | undefined {
  const [assertion, type] = [parameters.get('client_assertion'), parameters.get('client_assertion_type')];
  if (assertion === undefined && type === undefined) return undefined;
  if (type !== assertionType)
    throw new OauthError('invalid_request', `client_assertion_type must be ${assertionType}.`);
  if (assertion === undefined || assertion.length > maximumAssertionLength)
    throw new OauthError('invalid_request', 'client_assertion is missing or too long.');
  try {
    // A stranger wrote it, and nothing has checked it yet: any claim may be of any type.
    const { sub: subject }: Readonly<Record<string, unknown>> = decodeJwt(assertion);
    if (typeof subject === 'string' && subject !== '') return { assertion, subject };
  } catch {
    // Refused below.
  }
  throw refused();
}

const refused = () =>
  new OauthError(
    'invalid_client',
    'The client did not prove who it is: the assertion is missing, forged, expired or used.',
  );

export class ClientAuthenticator {
  private readonly keys: ClientKeys;
  private readonly ways = new LRUCache<string, ClientAuthentication>({ max: 5_000, ttl: rememberedMs });

  constructor(private readonly service: OauthService) {
    this.keys = new ClientKeys(service.options.documents ?? {}, service.elapsed);
  }

  /**
   * Checks the proof of a client.
   * @param assertion undefined: it sent none.
   * @throws OauthError `invalid_client` without a good proof, where one is required or was sent.
   */
  async check(clientId: string, assertion: string | undefined): Promise<void> {
    const way = await this.wayOf(clientId);
    if (way.method === 'none') {
      if (assertion !== undefined) {
        throw new OauthError('invalid_client', 'This client has no keys here; send client_id alone.');
      }
      return;
    }
    if (assertion === undefined) {
      if (way.optional) return;
      throw refused();
    }
    try {
      await this.verify(clientId, assertion, way);
    } catch (error) {
      if (!(error instanceof ClientKeysUnavailable)) throw error;
      this.service.log.warn(
        { client_id: clientId, reason: error.message },
        'keys of a client not fetched by this service',
      );
      // It may also send no proof at all, so one that cannot be checked is worth as much.
      if (way.optional) return;
      throw new OauthError('service_unavailable', 'The keys of this client cannot be fetched now. Try again shortly.', {
        headers: { 'Retry-After': '60' },
        logged: true,
      });
    }
  }

  private async wayOf(clientId: string): Promise<ClientAuthentication> {
    if (!isDocumentUrl(clientId)) return { method: 'none' };
    const known = this.ways.get(clientId);
    if (known) return known;
    const client = await this.service.clients.find(clientId);
    if (!client) return { method: 'none' };
    this.ways.set(clientId, client.authentication);
    return client.authentication;
  }

  private async verify(
    clientId: string,
    assertion: string,
    { jwksUri, algorithm }: Extract<ClientAuthentication, { method: 'private_key_jwt' }>,
  ): Promise<void> {
    const { clock, mcp, db } = this.service;
    const now = Math.floor(clock() / 1000);
    try {
      const { payload } = await jwtVerify(assertion, this.keyFinder(jwksUri), {
        algorithms: algorithm === null ? [...assertionAlgorithms] : [algorithm],
        issuer: clientId,
        subject: clientId,
        audience: mcp.issuers.flatMap((issuer) => [issuer, `${issuer}/token`]),
        requiredClaims: ['exp', 'jti'],
        clockTolerance,
        currentDate: new Date(clock()),
      });
      const { exp = 0, iat = now } = payload;
      const jti: unknown = payload.jti;
      if (exp > now + longestLifetime + clockTolerance || iat > now + clockTolerance) throw refused();
      if (typeof jti !== 'string' || jti === '' || jti.length > 512) throw refused();
      const used = createHash('sha256').update(`${clientId}\0${jti}`).digest('hex');
      if (!(await useAssertion(db, used, (Math.ceil(exp) + clockTolerance) * 1000))) throw refused();
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refused();
      throw error;
    }
  }

  /** Finds a key by the header of an assertion. A set that lacks it is fetched again, because clients rotate keys. */
  private keyFinder(jwksUri: string): JWTVerifyGetKey {
    return async (header, token) => {
      const held = await this.keys.of(jwksUri);
      try {
        return await keyAmong(held)(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return await keyAmong(await this.keys.of(jwksUri, true))(header, token);
      }
    };
  }
}

/** The key of a set that signed an assertion. @throws JOSEError, also where what the client published is no key. */
function keyAmong(set: JSONWebKeySet): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await createLocalJWKSet(set)(header, token);
    } catch (error) {
      if (error instanceof errors.JOSEError) throw error;
      throw new errors.JWKSInvalid('a key of the set is malformed');
    }
  };
}
