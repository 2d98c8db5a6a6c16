/** What the log says of a request: the template of its address. What stands at a parameter may name a person. */
import { createProvisioningKey } from '../../src/auth/provisioning-keys';
import { createLogger, describeError } from '../../src/http/logging';
import { createOrganization } from '../../src/store/access/organizations';
import { bearer, send, startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
let key: string;
let reading: string;

beforeAll(async () => {
  service = await startTestService();
  organizationId = (await createOrganization(service.db, 'Northwind'))?.id ?? '';
  ({ key } = await createProvisioningKey(service.db, organizationId, 'directory'));
  reading = await service.key(organizationId);
});
afterAll(() => service.end());

const member = '/api/v1/admin/organizations/{organizationId}/members/{externalId}';
const at = (externalId: string) => `/api/v1/admin/organizations/${organizationId}/members/${externalId}`;

let lineNumber = 0;
/** Asks, and reads the line of that request in the log. */
async function logged(method: string, path: string, secret = key, body?: string) {
  const id = `line-${(lineNumber += 1)}-`;
  const headers = { ...bearer(secret), 'X-Request-Id': id, 'Content-Type': 'application/json' };
  await send(service, path, { method, headers, ...(body === undefined ? {} : { body }) });
  const lines = service.logLines.filter((line) => line.includes(id));
  expect(lines.join('')).not.toMatch(/ylva|%40|@/i);
  return lines.map((line) => (JSON.parse(line) as { path?: string }).path);
}

const rows: readonly (readonly [name: string, method: string, path: string, shown: string, body?: string])[] = [
  ['a list', 'GET', '/api/v1/customer/leads?search=ylva', '/api/v1/customer/leads'],
  ['a lead', 'GET', '/api/v1/customer/leads/ylva@example.com', '/api/v1/customer/leads/{leadId}'],
  ['a member who is made', 'PUT', at('ylva@example.com'), member, '{"email":"ylva@example.com"}'],
  ['the same, encoded', 'PUT', at('ylva%40example.com'), member, '{}'],
  ['a refusal', 'PUT', at('ylva%40example.com'), member, '{"email":"ylva@"}'],
  ['a member who is nobody', 'DELETE', at('ylva%40example.org'), member],
  ['another method', 'PATCH', at('ylva@example.com'), member],
  ['another workspace', 'PUT', '/api/v1/admin/organizations/ylva@example.com/members/x', member, '{}'],
  ['the same with a final slash', 'PUT', `${at('ylva%40example.com')}/`, member, '{}'],
  ['an address that is none', 'PUT', `${at('ylva@example.com')}//`, '/api/v1/admin/organizations/…/members/…//'],
  ['a misspelt one', 'PUT', '/api/v1/admin/organisation/1/member/ylva@example.com', '/api/v1/admin/…/…/…/…'],
  ['one of no kind', 'GET', '/ylva@example.com', '/…'],
  [
    'one below a router of its own',
    'DELETE',
    '/api/v1/mcp/oauth/connections/ylva@example.com/x',
    '/api/v1/mcp/oauth/connections/…/…',
  ],
  [
    'one that is very long',
    'GET',
    `/${'eva@example.com/'.repeat(200)}`,
    `/${Array.from({ length: 18 }, () => '…').join('/')}/…`,
  ],
];

test.each(rows.map(([name, ...row]) => ({ name, row })))('$name', async ({ row: [method, path, shown, body] }) => {
  expect(await logged(method, path, path.includes('/customer/') ? reading : key, body)).toEqual([shown]);
});

test('names in metrics are those of addresses, too', async () => {
  await logged('PUT', at('ylva@example.com'), key, '{}');
  const { text, status } = await send(service, '/metrics');
  expect(status).toBe(200);
  expect(text).toContain('members/{externalId}');
  expect(text).not.toMatch(/ylva@|%40/);
});

test.each<readonly [string, string]>([
  ["Duplicate entry 'ylva@example.com' for key 'users_email'", "Duplicate entry '…' for key 'users_email'"],
  ["Duplicate entry '0198-emp-1' for key 'memberships_external'", "Duplicate entry '…' for key 'memberships_external'"],
  ['no route for /members/ylva%40example.com', 'no route for /members/…'],
  ['cannot mail ylva+sales@example.com, try later', 'cannot mail …, try later'],
  ['at node_modules/@scope/package/index.js:3', 'at node_modules/@scope/package/index.js:3'],
])('an error in the log quotes no value: %s', (message, shown) => {
  expect(describeError(new Error(message))).toMatchObject({ message: shown, stack: expect.stringContaining(shown) });
  const lines: string[] = [];
  createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }).error(
    { err: new Error(message) },
    'x',
  );
  expect((JSON.parse(lines.join('')) as { err: { message: string } }).err.message).toBe(shown);
});
