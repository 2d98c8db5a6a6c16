/** Forbidding an app reaches every process: what it permitted ends within five seconds where nobody told of it. */
import { setTimeout } from 'node:timers/promises';
import { availableDatabases } from '../../support/databases';
import * as flow from '../../oauth/support/flow';
import { openSite, type ServiceProcess, type Site } from '../../oauth/support/processes';

describe.each(availableDatabases())('two processes on %s', (kind) => {
  let site: Site;
  let here: ServiceProcess;
  let there: ServiceProcess;

  beforeAll(async () => {
    site = await openSite(kind);
    [here, there] = await Promise.all([site.start(), site.start()]);
  });
  afterAll(() => site.close());

  const status = async (at: ServiceProcess, access: string) => (await flow.call(at, access)).status;

  test('a member’s connection ends on both, an owner’s on neither', async () => {
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
    const alive = await status(there, members.access);
    expect([alive, await status(there, owners.access)]).toEqual([alive, alive]);
    expect(alive).not.toBe(401);

    expect((await permits('DELETE', {})).status).toBe(204);
    expect(await status(here, members.access)).toBe(401);
    // Within five seconds by the other's own clock (src/interfaces/oauth tests hold that); here, that it comes at all.
    while ((await status(there, members.access)) !== 401) await setTimeout(100);
    expect((await flow.token(there, flow.refreshRequest(members))).status).toBe(400);
    expect([await status(here, owners.access), await status(there, owners.access)]).toEqual([alive, alive]);
  });
});
