/** One table for registrations and documents: every way in which members come together, against its rule written out. */
import { scopes } from '../../auth/rights';
import { checkClientMetadata, type MetadataResult } from './registration-metadata';

const redirects = { origins: ['https://app.example.com'], uris: [], assistants: [] };
const documentUrl = 'https://client.example/client.json';
const base: Readonly<Record<string, unknown>> = {
  client_name: 'Assistant',
  redirect_uris: ['https://app.example.com/callback'],
};
const ways = [
  ['a registration', undefined],
  ['a document', documentUrl],
] as const;
type Way = (typeof ways)[number][1];

const rulesOf = (way: Way) => ({ redirects, ...(way === undefined ? {} : { documentUrl: way }) });
const read = (members: object, way: Way): MetadataResult => checkClientMetadata({ ...base, ...members }, rulesOf(way));

/** All parts of a list, each in the order of the list and in the other one. */
const partsOf = <Item>(items: readonly Item[]): (readonly Item[])[] =>
  Array.from({ length: 2 ** items.length }, (_, bits) => items.filter((_item, at) => (bits >> at) % 2 === 1)).flatMap(
    (part) => [part, [...part].reverse()],
  );

describe.each(ways)('%s', (_name, way) => {
  const plain = read({}, way);

  test('the plain one is good', () => expect(plain).toHaveProperty('metadata'));

  test.each([
    ...['client_name', 'grant_types', 'response_types', 'scope', 'client_uri', 'logo_uri', 'tos_uri', 'policy_uri'],
    ...['token_endpoint_auth_method', 'token_endpoint_auth_methods_supported', 'token_endpoint_auth_signing_alg'],
    ...['jwks_uri', 'client_secret', 'client_secret_expires_at', 'software_id', 'contacts', 'application_type'],
  ])('null and the empty text for %s mean that it is absent', (member) => {
    const { [member]: _left, ...absent } = { ...base };
    for (const nothing of [null, ''])
      expect(read({ [member]: nothing }, way)).toEqual(checkClientMetadata(absent, rulesOf(way)));
  });

  test('extension grants and unknown ones are left out; what gives tokens without consent is refused', () => {
    const extensions = ['urn:ietf:params:oauth:grant-type:device_code', 'urn:ietf:params:oauth:grant-type:jwt-bearer'];
    const forbidden = ['implicit', 'password', 'client_credentials'];
    const all = ['authorization_code', 'refresh_token', ...extensions, 'unheard-of', ...forbidden];
    for (const grants of partsOf(all)) {
      const known = ['authorization_code', 'refresh_token'].filter((name) => grants.includes(name));
      const isGood = known.includes('authorization_code') && !forbidden.some((name) => grants.includes(name));
      const result = read({ grant_types: grants }, way);
      const got = 'metadata' in result ? result.metadata.grantTypes : result.refusal.code;
      expect([grants, got]).toEqual([grants, isGood ? known : 'invalid_client_metadata']);
    }
  });

  test('of several methods none is chosen where it is offered; keys are for documents alone', () => {
    const methods = ['none', 'private_key_jwt', 'client_secret_basic', 'tls_client_auth'];
    const jwksUri = 'https://client.example/jwks.json';
    for (const method of [undefined, ...methods])
      for (const others of partsOf(methods)) {
        const offered = [...(method === undefined ? [] : [method]), ...others];
        const isPublic = offered.length === 0 || offered.includes('none');
        const proves = way !== undefined && offered.includes('private_key_jwt');
        const wanted = proves
          ? { method: 'private_key_jwt', jwksUri, algorithm: null, optional: isPublic }
          : isPublic
            ? { method: 'none' }
            : 'invalid_client_metadata';
        const members = { token_endpoint_auth_method: method, token_endpoint_auth_methods_supported: others };
        const result = read({ ...members, jwks_uri: jwksUri }, way);
        const got = 'metadata' in result ? result.metadata.authentication : result.refusal.code;
        expect([method, others, got]).toEqual([method, others, wanted]);
      }
  });

  test('unknown scopes are left out; none left means all', () => {
    for (const named of partsOf([...scopes.slice(0, 2), 'openid', 'offline_access', 'admin:all'])) {
      const known = scopes.filter((scope) => named.includes(scope));
      const result = read({ scope: named.join(' ') }, way);
      const got = 'metadata' in result ? result.metadata.scopes : result.refusal.message;
      expect([named, got]).toEqual([named, known.length > 0 ? known : scopes]);
    }
  });

  test('redirect URIs: of a document the allowed ones; of a registration each web address must be', () => {
    const [allowed, loopback] = ['https://app.example.com/callback', 'http://127.0.0.1/callback'];
    const [foreign, other] = ['https://evil.example/callback', 'example.app://callback'];
    for (const uris of partsOf([allowed, loopback, foreign, other])) {
      const good = uris.filter((uri) => uri === allowed || uri === loopback);
      const isGood = good.length > 0 && (way !== undefined || !uris.includes(foreign));
      const result = read({ redirect_uris: uris }, way);
      const got = 'metadata' in result ? result.metadata.redirectUris : result.refusal.code;
      expect([uris, got]).toEqual([uris, isGood ? good : 'invalid_redirect_uri']);
      if ('refusal' in result && uris.includes(foreign)) expect(result.refusal.message).toContain(foreign);
    }
  });
});
