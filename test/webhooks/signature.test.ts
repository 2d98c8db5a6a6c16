/** Messages are verified with the package of the standard's authors. */
import { Webhook } from 'standardwebhooks';
import { attemptDelays } from '../../src/rules/webhooks/attempts';
import { newWebhookSecret, signedHeaders } from '../../src/webhooks/signature';

const body = JSON.stringify({ type: 'leads.changed', timestamp: '2026-11-23T08:00:00.000Z', data: { count: 3 } });
const headersOf = (secrets: readonly string[], now = Date.now()) => signedHeaders('msg_1', body, secrets, now);

test('a secret verifies what it signed, and gives the message', () => {
  const secret = newWebhookSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Webhook(secret).verify(body, { ...headersOf([secret]) })).toEqual(JSON.parse(body));
});

test('the time of an attempt is in whole seconds, and never in the future', () => {
  expect(headersOf([newWebhookSecret()], 1_999)['webhook-timestamp']).toBe('1');
});

test('attempts follow the schedule that the standard proposes', () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour);
  expect(attemptDelays).toEqual([0, 5 * second, 5 * minute, 30 * minute, ...hours]);
});

test('while a secret is rotated either verifies', () => {
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()];
  const headers = { ...headersOf([fresh, old]) };
  for (const secret of [old, fresh]) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
});

test.each([
  ['another body', (secret: string) => [body.replace('3', '4'), headersOf([secret])] as const],
  ['another id', (secret: string) => [body, { ...headersOf([secret]), 'webhook-id': 'msg_2' }] as const],
  ['an old message', (secret: string) => [body, headersOf([secret], Date.now() - 600_000)] as const],
])('%s is refused', (_name, forge) => {
  const secret = newWebhookSecret();
  const [text, headers] = forge(secret);
  expect(() => new Webhook(secret).verify(text, { ...headers })).toThrow();
});
