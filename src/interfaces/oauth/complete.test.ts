import { decisionShape } from './complete';

const refusal = (error: string) => decisionShape.safeParse({ requestToken: 'a', approved: false, error }).success;

it.each([
  'access_denied',
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
])('a page may refuse with %s (RFC 6749 section 4.1.2.1)', (error) => expect(refusal(error)).toBe(true));

it.each(['', 'denied', 'ACCESS_DENIED', 'invalid_grant'])('and not with "%s"', (error) =>
  expect(refusal(error)).toBe(false),
);

const organizationId = '0'.repeat(8) + '-0000-4000-8000-' + '0'.repeat(12);
it.each<[object, boolean]>([
  [{ requestToken: 'a', approved: true, organizationId }, true],
  [{ requestToken: 'a', approved: true, organizationId, scopes: ['x'] }, true],
  [{ requestToken: 'a'.repeat(256), approved: false }, true],
  [{ requestToken: 'a'.repeat(257), approved: false }, false],
  [{ requestToken: '', approved: false }, false],
  [{ requestToken: 'a', approved: true }, false],
  [{ requestToken: 'a', approved: true, organizationId, error: 'access_denied' }, false],
  [{ requestToken: 'a', approved: true, organizationId, scopes: [] }, false],
  [{ requestToken: 'a', approved: true, organizationId, scopes: Array.from({ length: 50 }, () => 'x') }, true],
  [{ requestToken: 'a', approved: true, organizationId, scopes: Array.from({ length: 51 }, () => 'x') }, false],
  [{ requestToken: 'a', approved: 'yes' }, false],
  [{ requestToken: 'a', approved: false, more: 1 }, false],
])('what a page posts: %j', (body, good) => expect(decisionShape.safeParse(body).success).toBe(good));
