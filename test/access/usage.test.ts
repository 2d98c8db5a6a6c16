/** What keys and connections read, counted by day, and who read which named person, where ACCESS_LOG is on. */
import { query } from '../../tools/catalogue';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { Caller } from '../../src/auth/caller';
import { exportPage } from '../../src/privacy/export';
import { leadsRead, itemsIn } from '../../src/workspace/people-read';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { ReadLog } from '../../src/workspace/read-log';
import { forgetUsage, usageOf } from '../../src/store/access/usage';
import { post, stateless } from '../mcp/support/messages';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

let service: TestService;
let organizationId: string;
let key: { id: string; secret: string };
beforeAll(async () => {
  service = await startTestService({ env: { ACCESS_LOG: 'on', MCP_API_KEYS: 'on' } });
  organizationId = (await seedWorkspace(service.db, 'Usage', 12)).organizationId;
  key = await createApiKey(service.db, {
    organizationId,
    name: 'reader',
    dataAccess: dataAccessFlags,
    expiresAt: null,
    mcp: true,
  });
});
afterAll(() => service.end());
beforeEach(() => service.db.run('DELETE FROM access_log'));

const logged = () =>
  service.db.select<Record<string, unknown>>(
    'SELECT caller_kind, caller_id, operation, lead_id FROM access_log ORDER BY id',
  );
const workspaceFor = (readLog: ReadLog, caller: Caller) =>
  workspaceOpener(service.db, { cursorKey: Buffer.alloc(32), network, readLog })(
    organizationId,
    dataAccessOf(dataAccessFlags),
    caller,
  );

describe('the access log', () => {
  test('keeps each named person of an answer, over REST and MCP, before it goes out, and no arguments', async () => {
    const rest = await send(service, '/api/v1/customer/leads?limit=3&search=a', { headers: bearer(key.secret) });
    const ids = [...rest.text.matchAll(/"id":"([0-9a-f-]{36})","profile"/g)].map(([, id]) => id);
    expect(ids).toHaveLength(3);
    const by = { caller_kind: 'api_key', caller_id: key.id };
    expect(await logged()).toEqual(ids.map((lead_id) => ({ ...by, operation: 'list_leads', lead_id })));
    await service.db.run('DELETE FROM access_log');
    const call = { name: 'svc_list_lead_engagements', arguments: { leadId: ids[0] } };
    const answer = await post(`http://127.0.0.1:${service.port}/mcp`, key.secret, stateless('tools/call', call));
    expect(answer.status).toBe(200);
    expect(await logged()).toEqual([{ ...by, operation: 'list_lead_engagements', lead_id: ids[0] }]);
  });

  test('is part of the export of that person, shown to owners, and removed in time', async () => {
    const [lead] = await service.db.select<{ id: string }>('SELECT id FROM leads WHERE organization_id = ? LIMIT 1', [
      organizationId,
    ]);
    const leadId = lead?.id ?? '';
    await send(service, `/api/v1/customer/leads/${leadId}`, { headers: bearer(key.secret) });
    const entry = { at: expect.any(String), caller: { kind: 'api_key', id: key.id }, operation: 'get_lead', leadId };
    const shown = await exportPage(service.db, organizationId, leadId, 'accessLog', 0);
    expect(shown?.rows).toEqual([entry]);
    const operator = workspaceFor(new ReadLog(service.db, { keepsAccesses: false }), {
      kind: 'operator',
      name: 'root',
    });
    expect(await query.listAccesses.ask(operator, { leadId })).toMatchObject({ data: [entry] });
    await forgetUsage(service.db, '', { day: '2000-01-01', at: Date.now() - 60_000 });
    expect(await logged()).toHaveLength(1);
    await forgetUsage(service.db, '', { day: '2000-01-01', at: Date.now() + 1 });
    expect(await logged()).toEqual([]);
  });

  test('an answer that names nobody, a refusal, and a service without it leave nothing', async () => {
    for (const path of ['leads/count', 'leads?limit=0', 'workspace/access'])
      await send(service, `/api/v1/customer/${path}`, { headers: bearer(key.secret) });
    const off = workspaceFor(new ReadLog(service.db, { keepsAccesses: false }), { kind: 'operator', name: 'root' });
    await query.listLeads.ask(off, {});
    expect(await logged()).toEqual([]);
  });
});

test('calls and rows are counted by caller and UTC day, and shown on keys and connections', async () => {
  let now = Date.UTC(2026, 5, 1, 23, 59);
  const readLog = new ReadLog(service.db, { keepsAccesses: false, now: () => now });
  // A key of its own: the service counts the calls of the other one meanwhile.
  const fields = { organizationId, name: 'counted', dataAccess: dataAccessFlags, expiresAt: null };
  const { id: keyId } = await createApiKey(service.db, fields);
  const caller = { kind: 'api_key', keyId } as const;
  const workspace = workspaceFor(readLog, caller);
  await query.listLeads.ask(workspace, { limit: 5 });
  await query.getWorkspaceAccess.ask(workspace, {});
  await expect(query.listLeads.ask(workspace, { limit: 0 })).rejects.toThrow();
  now += 120_000;
  await query.listSignals.ask(workspace, { limit: 2 });
  await readLog.flush();
  await query.listSignals.ask(workspace, { limit: 2 });
  await readLog.flush();
  const days = [
    { day: '2026-06-01', calls: 2, rows: 6 },
    { day: '2026-06-02', calls: 2, rows: 4 },
  ];
  expect((await usageOf(service.db, organizationId, [keyId], '2026-06-01')).get(keyId)).toEqual(days);

  now = Date.now();
  const person = workspaceFor(readLog, { kind: 'session', userId: keyId, role: 'OWNER' });
  await query.listLeads.ask(person, {});
  await query.listLeads.ask(workspace, { limit: 1 });
  await readLog.flush();
  const keys = await query.listApiKeys.ask({ ...person, caller: { kind: 'operator', name: 'root' } }, {});
  const today = new Date(now).toISOString().slice(0, 10);
  const shown = expect.arrayContaining([expect.objectContaining({ day: today })]);
  expect(keys['data']).toContainEqual(expect.objectContaining({ id: keyId, usage: { days: shown } }));
});

test('what an answer names, by its form', () => {
  const id = (n: number) => `0198c0de-0000-7000-8000-00000000000${n}`;
  const rows: [string, unknown, unknown, string[]][] = [
    ['a list', {}, { data: [{ id: id(1), leadTier: 'WARM', profile: { displayName: 'A' } }] }, [id(1)]],
    ['signals', {}, { data: [{ id: id(9), lead: { id: id(2), leadTier: 'COLD', displayName: 'B' } }] }, [id(2)]],
    ['a name beside a lead id', {}, { answer: { topLeads: [{ leadId: id(3), name: 'C' }] } }, [id(3)]],
    ['a bare lead id', {}, { data: [{ leadId: id(4), decision: 'ACCEPTED' }] }, []],
    ['a read about one lead', { leadId: id(5).toUpperCase() }, { data: [] }, [id(5)]],
    ['a lead twice', { leadId: id(6) }, { data: { id: id(6), leadTier: 'WARM' } }, [id(6)]],
    ['figures', {}, { groups: [{ value: 'WARM', count: 3 }] }, []],
  ];
  for (const [what, asked, answer, leads] of rows) expect([what, leadsRead(asked, answer)]).toEqual([what, leads]);
  expect([itemsIn({ data: [1, 2] }), itemsIn({ page: {}, candidates: [1] }), itemsIn({ data: {} })]).toEqual([2, 1, 1]);
});
