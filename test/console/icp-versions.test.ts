/** How many versions of the customer profile a workspace keeps. */
import { ConsoleSessions } from '../../src/auth/console-sessions';
import { insertInto } from '../../src/database/define';
import { newId } from '../../src/database/new-id';
import { mostIcpVersions } from '../../src/store/access/icp';
import { addMember } from '../../src/store/access/members';
import { createOrganization } from '../../src/store/access/organizations';
import { icpDefinitions } from '../../src/store/tables/leads';
import { availableDatabases } from '../support/databases';
import { startTestService, type TestService } from '../support/service';
import { Browser } from './support';

describe.each(availableDatabases())('on %s', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ kind });
  });
  afterAll(() => service.end());

  async function workspace() {
    const id = (await createOrganization(service.db, `Acme ${newId()}`))?.id ?? '';
    const person = { organizationId: id, email: `p${newId()}@acme.example`, displayName: 'P', passwordHash: null };
    const userId = (await addMember(service.db, { ...person, role: 'ADMIN', active: true }))?.userId ?? '';
    const browser = new Browser(service);
    browser.cookies.set('leadlight-console', await new ConsoleSessions(service.db).start(userId));
    const ask = (operation: string, input: object = {}) => browser.post(`${id}/${operation}`, input);
    const set = (title: string) => ask('set_icp', { definition: { titles: [title] } });
    const versions = async () => {
      const sql = 'SELECT version FROM icp_definitions WHERE organization_id = ? ORDER BY version';
      return (await service.db.select<{ version: number }>(sql, [id])).map(({ version }) => version);
    };
    const seed = (...versions: readonly number[]) =>
      insertInto(
        service.db,
        icpDefinitions,
        versions.map((version) => ({ organization_id: id, version, definition: '{"titles":["x"]}', created_at: 1 })),
      );
    return { ask, set, versions, seed };
  }
  const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at);

  it('the newest two hundred, with their numbers', async () => {
    const { ask, set, versions, seed } = await workspace();
    const other = await workspace();
    await other.seed(1, 2);
    await seed(...upTo(1, mostIcpVersions - 1));
    expect((await set('CFO')).body).toMatchObject({ version: mostIcpVersions, changed: true });
    expect(await versions()).toEqual(upTo(1, mostIcpVersions));

    expect((await set('CTO')).body).toMatchObject({ version: mostIcpVersions + 1, changed: true });
    expect((await set('CEO')).body).toMatchObject({ version: mostIcpVersions + 2, changed: true });
    expect(await versions()).toEqual(upTo(3, mostIcpVersions + 2));
    expect((await ask('get_icp')).body).toMatchObject({ data: { version: mostIcpVersions + 2 } });
    expect((await ask('get_icp', { version: 3 })).body).toMatchObject({ data: { version: 3 } });
    expect(await ask('get_icp', { version: 2 })).toMatchObject({ status: 404, code: 'not_found' });
    expect((await ask('list_icp_versions', { before: 5 })).body).toMatchObject({
      data: [{ version: 4 }, { version: 3 }],
      more: false,
    });
    expect(await other.versions()).toEqual([1, 2]);
  });

  it('fewer go at once where an earlier release kept more', async () => {
    const { set, versions, seed } = await workspace();
    await seed(...upTo(1, mostIcpVersions + 50));
    expect((await set('CFO')).status).toBe(200);
    expect(await versions()).toEqual(upTo(52, mostIcpVersions + 51));
  });
});
