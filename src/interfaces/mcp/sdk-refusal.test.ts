import { takesJson } from './accept';
import { dressedRefusal } from './sdk-refusal';

const dressed = (body: unknown, status: number, id: string | null = null) => {
  const answer: unknown = JSON.parse(dressedRefusal(Buffer.from(JSON.stringify(body)), status, id, 'r-1').toString());
  return answer;
};
const refusal = (code: number, more: object = {}) => ({ jsonrpc: '2.0', error: { code, message: 'no', ...more } });

test.each<readonly [string, unknown, number, unknown]>([
  ['a method that is not there', refusal(-32601), 200, { code: 'not_found', status: 404, request_id: 'r-1' }],
  ['invalid parameters', refusal(-32602), 400, { code: 'validation_failed', status: 400, request_id: 'r-1' }],
  ['a fault', refusal(-32603), 200, { code: 'internal_error', status: 500, request_id: 'r-1' }],
  ['a status that says more', refusal(-32000), 406, { code: 'not_acceptable', status: 406, request_id: 'r-1' }],
  [
    'what it says itself stays',
    refusal(-32022, { data: { supported: ['a'] } }),
    400,
    { code: 'validation_failed', status: 400, request_id: 'r-1', supported: ['a'] },
  ],
])('%s gets code, status and request id', (_name, body, status, data) => {
  expect(dressed(body, status, 'call-1')).toMatchObject({ id: 'call-1', error: { message: 'no', data } });
});

test('answers stay as they are, to the byte', () => {
  for (const text of [
    '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"\\"error\\":{\\"code\\":1}"}]}}',
    '{"jsonrpc":"2.0","id":1,"result":{"error":{"code":1,"message":"mine"}}}',
    '',
    '"error":{',
  ]) {
    expect(dressedRefusal(Buffer.from(text), 200, 'x', 'r').toString()).toBe(text);
  }
});

test.each<readonly [string | undefined, boolean]>([
  [undefined, true],
  ['application/json', true],
  ['*/*', true],
  ['application/*;q=0.5', true],
  ['text/html, Application/JSON; charset=utf-8', true],
  ['application/json, text/event-stream', true],
  ['text/event-stream', false],
  ['text/html', false],
  ['application/json;q=0', false],
  ['application/json; q=0.000, text/html', false],
  ['', false],
  ['application/jsonp', false],
])('Accept %p takes JSON: %p', (accept, takes) => expect(takesJson(accept)).toBe(takes));
