/** Lists as files: all pages of what the address of a list filters, and nothing to other sites. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { seedWorkspace } from '../support/seed';
import { send, startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
let cookie: string;
beforeAll(async () => {
  service = await startTestService();
  ({ organizationId } = await seedWorkspace(service.db, 'downloads', 130));
  const member = { email: 'mia@acme.example', displayName: 'Mia', role: 'MEMBER', passwordHash: null } as const;
  const added = await addMember(service.db, { ...member, organizationId, active: true });
  cookie = `leadlight-console=${await new ConsoleSessions(service.db).start(added?.userId ?? '')}`;
});
afterAll(() => service.end());

const get = (path: string, headers: Record<string, string> = { Cookie: cookie }) =>
  send(service, `/app/api/${path}`, { headers });
const linesOf = (text: string) => text.trimEnd().split('\r\n');

test('all pages of a list come as one file', async () => {
  const answer = await get(`${organizationId}/list_leads.csv`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="leads.csv"');
  const lines = linesOf(answer.text);
  expect(lines[0]).toMatch(/^id,/);
  const active = await service.db.select(`SELECT id FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE'`, [
    organizationId,
  ]);
  expect(active.length).toBeGreaterThan(100);
  expect(lines).toHaveLength(active.length + 1);
});

test('the filters of the address count, under the names of the API', async () => {
  const [row] = await service.db.select<{ display_name: string }>(
    `SELECT display_name FROM people WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY id LIMIT 1`,
    [organizationId],
  );
  const search = encodeURIComponent(row?.display_name ?? '');
  const lines = linesOf((await get(`${organizationId}/list_leads.csv?search=${search}`)).text);
  expect(lines.length).toBeLessThan(100);
  expect(lines[1]).toContain(row?.display_name);
  expect((await get(`${organizationId}/list_leads.csv?serch=a`)).status).toBe(400);
  expect((await get(`${organizationId}/list_leads.csv?limit=5`)).status).toBe(400);
});

/** What strangers call themselves, and what a spreadsheet is given; the first is the control. */
const names: readonly (readonly [name: string, cell: string])[] = [
  ['Ana Ruiz', 'Ana Ruiz'],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['+49 30', "'+49 30"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\n=1+1', '"\'\n\'=1+1"'],
  ['\r=1+1', '"\'\r\'=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['－1', "'－1"],
  // Where `;` separates, `=1+1` would begin a cell.
  ['Ana";=1+1', '"Ana"";\'=1+1"'],
];
test.each(names)('a lead called %j is no formula', async (name, cell) => {
  const [row] = await service.db.select<{ id: string }>(
    `SELECT id FROM people WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY id LIMIT 1`,
    [organizationId],
  );
  await service.db.run('UPDATE people SET display_name = ? WHERE organization_id = ? AND id = ?', [
    name,
    organizationId,
    row?.id ?? '',
  ]);
  const { text } = await get(`${organizationId}/list_leads.csv`);
  expect(text).toContain(`,${cell},`);
});

const refusals: readonly (readonly [string, string, Record<string, string>, number])[] = [
  ['a page of ours', '', { 'Sec-Fetch-Site': 'same-origin' }, 200],
  ['a link that the person typed', '', { 'Sec-Fetch-Site': 'none' }, 200],
  ['a page of another site', '', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['a page of a neighbouring site', '', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ['nobody', '', { Cookie: '' }, 401],
  ['another method', '', { ':method': 'PUT' }, 405],
];
test.each(refusals)('asked by %s', async (_who, query, headers, status) => {
  const { ':method': method = 'GET', ...rest } = headers;
  const given = Object.entries({ Cookie: cookie, ...rest }).filter(([, value]) => value !== '');
  const path = `/app/api/${organizationId}/list_leads.csv${query}`;
  expect((await send(service, path, { method, headers: Object.fromEntries(given) })).status).toBe(status);
});

test('a workspace of others, and a list that is no file, are not there', async () => {
  const other = (await createOrganization(service.db, 'Other'))?.id ?? '';
  expect((await get(`${other}/list_leads.csv`)).status).toBe(404);
  expect((await get(`${organizationId}/list_members.csv`)).status).toBe(404);
});
