import { errorBody, OauthError } from './errors';

const error = new OauthError('invalid_request', 'scope is repeated.', { details: [{ path: 'scope', message: 'x' }] });

it('an error of an OAuth endpoint has the members of RFC 6749, and no others', () => {
  expect(errorBody(error, 'rfc6749', 'id')).toEqual({
    error: 'invalid_request',
    error_description: 'scope is repeated.',
  });
});

it('an error of any other endpoint is an envelope with the id of the request', () => {
  expect(errorBody(error, 'envelope', 'id')).toEqual({
    error: {
      code: 'invalid_request',
      message: 'scope is repeated.',
      status: 400,
      request_id: 'id',
      details: [{ path: 'scope', message: 'x' }],
    },
  });
  expect(errorBody(new OauthError('server_error', 'It failed.'), 'envelope', 'id')).toEqual({
    error: { code: 'server_error', message: 'It failed.', status: 500, request_id: 'id' },
  });
});

it.each([
  ['invalid_grant', 400, 'invalid_grant'],
  ['invalid_client', 401, 'invalid_client'],
  ['payload_too_large', 413, 'invalid_request'],
  ['unsupported_media_type', 415, 'invalid_request'],
  ['method_not_allowed', 405, 'invalid_request'],
  ['validation_failed', 400, 'invalid_request'],
  ['rate_limited', 429, 'temporarily_unavailable'],
  ['internal_error', 500, 'server_error'],
  ['service_unavailable', 503, 'temporarily_unavailable'],
] as const)('%s is %d, and by RFC 6749 %s', (code, status, name) => {
  const one = new OauthError(code, 'It failed.');
  expect(one.status).toBe(status);
  expect(errorBody(one, 'rfc6749', 'id')).toEqual({ error: name, error_description: 'It failed.' });
});
