/** What one process ends, every process refuses, with an access token of a day: within five seconds where nobody told of it. */
import { setTimeout } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import { operator, type Operator } from '../../cli/recorded-terminal';
import { post, stateless } from '../../mcp/support/messages';
import { atLength } from '../../support/at-length';
import { availableDatabases } from '../../support/databases';
import * as flow from '../../oauth/support/flow';
import { openSite, type ServiceProcess, type Site } from '../../oauth/support/processes';

const day = { ACCESS_TOKEN_SECONDS: '86400', MCP_API_KEYS: 'on' };

// What MySQL is asked here is what MariaDB is: it is for the proofs.
const kinds = availableDatabases().filter((kind) => atLength(kind !== 'mysql', true));

describe.each(kinds)('two processes on %s', (kind) => {
  let site: Site;
  let here: ServiceProcess;
  let there: ServiceProcess;
  let op: Operator;

  beforeAll(async () => {
    site = await openSite(kind, day);
    [here, there] = await Promise.all([site.start(), site.start()]);
    op = operator(site.env);
  });
  afterAll(async () => {
    op.dispose();
    await site.close();
  });

  const list = stateless('tools/list');
  const status = async (at: ServiceProcess, credential: string) => (await post(at.resource, credential, list)).status;
  const statuses = (credential: string) => Promise.all([here, there].map((at) => status(at, credential)));
  // Within five seconds by the process's own clock (src/auth has tests of that); here, that it comes at all.
  const refusedByBoth = async (credential: string) => {
    while ((await statuses(credential)).some((one) => one !== 401)) await setTimeout(100);
  };

  test('forbidding an app ends a member’s connection on both, an owner’s on neither', async () => {
    const { organizationId, people } = site.workspace;
    const { OWNER, MEMBER } = people;
    const clientId = await flow.register(here);
    const permits = (method: string, body: object) =>
      flow.send(`${here.issuer}/permits`, {
        method,
        headers: { Authorization: `Bearer ${OWNER.session}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ organizationId, app: clientId, ...body }),
      });
    expect((await permits('PUT', { scopes: flow.fullScope.split(' ') })).status).toBe(200);
    const options = { clientId, scope: flow.fullScope };
    const members = await flow.connect(here, site.workspace, { ...options, person: MEMBER });
    const owners = await flow.connect(here, site.workspace, { ...options, person: OWNER });
    expect([await statuses(members.access), await statuses(owners.access)]).toEqual([
      [200, 200],
      [200, 200],
    ]);

    expect((await permits('DELETE', {})).status).toBe(204);
    await refusedByBoth(members.access);
    expect((await flow.token(there, flow.refreshRequest(members))).status).toBe(400);
    expect(await statuses(owners.access)).toEqual([200, 200]);
  });

  test('a key, a connection and a member that an operator ends are refused by both', async () => {
    // The commands run in a third process, so that neither of the two is told.
    const workspace = `-w ${site.workspace.organizationId}`;
    const ran = async (line: string) => {
      const done = await op.run(`${line} --json`);
      expect([line, done.status, done.err]).toEqual([line, 0, '']);
      return done.json();
    };
    const { id, key } = await ran(`key create nightly --mcp ${workspace}`);
    const owners = await flow.connect(here, site.workspace);
    const listed = await ran(`connection list ${workspace} --limit 1`);
    const [newest] = listed['connections'] as { connectionId: string }[];
    const { ADMIN } = site.workspace.people;
    const admins = await flow.connect(here, site.workspace, { person: ADMIN });
    const lasts = ({ exp = 0, iat = 0 }: jwt.JwtPayload) => exp - iat;
    expect(lasts(jwt.decode(admins.access, { json: true }) ?? {})).toBe(86_400);

    const ends: readonly (readonly [credential: string, end: string])[] = [
      [String(key), `key revoke ${String(id)} ${workspace}`],
      [owners.access, `connection revoke ${newest?.connectionId ?? ''}`],
      [admins.access, `member deactivate ${ADMIN.userId}@example.com ${workspace}`],
    ];
    for (const [credential] of ends) expect(await statuses(credential)).toEqual([200, 200]);
    for (const [, end] of ends) await ran(end);
    await Promise.all(ends.map(([credential]) => refusedByBoth(credential)));
  });
});
