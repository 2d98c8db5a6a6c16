/** What a flag hides is declared: each hidden field may be null in every answer that has it, and is null on the real thing. */
import { z } from 'zod';
import { hiddenWithout } from '../../src/workspace/visibility';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags, dataAccessOf, demandsOf, type DataAccessFlag } from '../../src/auth/rights';
import { routesOf } from '../../src/interfaces/rest/routes';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import type { Caller } from '../../src/workspace/workspace';
import { action, catalogue } from '../../tools/catalogue';
import { keyCaller, memberCaller } from '../support/callers';
import { network } from '../support/network';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { bearer, send, startTestService, type TestService } from '../support/service';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** Properties by name, at any depth. */
function* propertiesOf(schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    yield [name, part];
    yield* propertiesOf(part);
  }
  if (schema.items) yield* propertiesOf(schema.items);
  for (const branch of schema.anyOf ?? []) yield* propertiesOf(branch);
}

const takesNull = ({ type, anyOf }: JsonSchema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf?.some(takesNull) ?? false);

const rows = Object.entries(hiddenWithout)
  .map(([flag, { fields }]) => [flag as DataAccessFlag, fields] as const)
  .filter(([, fields]) => fields.length > 0);

test.each(catalogue.map((operation) => [operation.name, operation] as const))(
  '%s declares null for what a flag hides',
  (_name, { output, right }) => {
    const schema = z.toJSONSchema(output, { io: 'output', reused: 'inline' }) as JsonSchema;
    const needed: readonly DataAccessFlag[] = demandsOf(right).flags ?? [];
    for (const [flag, fields] of rows) {
      // A caller without it cannot ask at all.
      if (needed.includes(flag)) continue;
      const hidden = new Set<string>(fields);
      for (const [name, part] of propertiesOf(schema)) {
        if (hidden.has(name)) expect([name, takesNull(part)]).toEqual([name, true]);
      }
    }
  },
);

describe('over REST', () => {
  let service: TestService;
  let workspace: SeededWorkspace;

  beforeAll(async () => {
    service = await startTestService();
    workspace = await seedWorkspace(service.db, 'hidden');
  });
  afterAll(() => service.end());

  const filled = (path: string) =>
    path
      .replace('{leadId}', workspace.leadIds[0] ?? '')
      .replace('{monitoredProfileId}', workspace.profileIds[0] ?? '')
      .replace('{accountId}', workspace.accountIds[0] ?? '')
      .replace('{postId}', workspace.postIds[0] ?? '');
  const routes = routesOf(catalogue).filter(({ address }) => address.method === 'GET');

  /** Whether any field of these names holds something. */
  function shows(value: unknown, fields: ReadonlySet<string>): boolean {
    if (Array.isArray(value)) return value.some((item) => shows(item, fields));
    if (typeof value !== 'object' || value === null) return false;
    return Object.entries(value).some(([name, part]) => (fields.has(name) ? part !== null : shows(part, fields)));
  }

  test.each(rows)('%s', async (flag, fields) => {
    const full = await service.key(workspace.organizationId);
    const without = await service.key(
      workspace.organizationId,
      dataAccessFlags.filter((name) => name !== flag),
    );
    const hidden = new Set<string>(fields);
    let shownToFull = 0;
    for (const { address, operation } of routes) {
      if (demandsOf(operation.right).flags?.some((needed) => needed === flag)) continue;
      const path = `/api/v1${filled(address.path)}`;
      const [seen, restricted] = await Promise.all([
        send(service, path, { headers: bearer(full) }),
        send(service, path, { headers: bearer(without) }),
      ]);
      if (seen.status !== 200) continue;
      expect([path, restricted.status]).toEqual([path, 200]);
      if (shows(JSON.parse(seen.text), hidden)) shownToFull += 1;
      expect([path, shows(JSON.parse(restricted.text), hidden)]).toEqual([path, false]);
      expect(operation.output.safeParse(JSON.parse(restricted.text)).error).toBeUndefined();
    }
    // The positive control: with the flag, they are there.
    expect(shownToFull).toBeGreaterThan(0);
  });

  test('a filter or sort by what is hidden is refused, naming flag and parameter', async () => {
    const key = await service.key(
      workspace.organizationId,
      dataAccessFlags.filter((name) => name !== 'icp'),
    );
    const ask = (query: string) => send(service, `/api/v1/customer/leads${query}`, { headers: bearer(key) });
    expect((await ask('')).status).toBe(200);
    const refused = await ask('?minIcpMatchPercent=50');
    expect([refused.status, JSON.parse(refused.text).error]).toEqual([
      403,
      expect.objectContaining({
        code: 'data_access_denied',
        message: expect.stringMatching(/"icp".*minIcpMatchPercent/),
      }),
    ]);
  });

  describe('of a change', () => {
    const fields = new Set<string>(rows.flatMap(([, names]) => names));
    const narrow = ['leads', 'integrations'] as const;
    const leadId = () => workspace.leadIds[0] ?? '';
    const note = { outreach: { note: 'Called' } };

    /** A PATCH with a key that may write and has these flags. */
    const patch = async (flags: readonly DataAccessFlag[], idempotencyKey: string) => {
      const { organizationId } = workspace;
      const made = { organizationId, name: 'CRM', dataAccess: flags, expiresAt: null, canWrite: true };
      const { secret } = await createApiKey(service.db, made);
      const asked = {
        method: 'PATCH',
        headers: { ...bearer(secret), 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
        body: JSON.stringify(note),
      };
      // Sent again, it is the answer that was kept.
      const answers = [1, 2].map(() => send(service, `/api/v1/customer/leads/${leadId()}`, asked));
      return Promise.all(answers);
    };

    test('over REST, at first and when it is repeated', async () => {
      for (const { status, text } of await patch(dataAccessFlags, 'full')) {
        expect([status, shows(JSON.parse(text), fields)]).toEqual([200, true]);
      }
      for (const { status, text } of await patch(narrow, 'narrow')) {
        expect([status, shows(JSON.parse(text), fields)]).toEqual([200, false]);
      }
    });

    const callers = ['operator', 'session', 'api_key'] as const;
    test.each(callers)('in the operation itself, whatever interface it is asked through: %s', async (kind) => {
      const callerOf: Record<typeof kind, () => Caller | Promise<Caller>> = {
        operator: () => ({ kind: 'operator', name: 'root' }),
        session: () => memberCaller(service.db, workspace.organizationId, 'OWNER'),
        api_key: () => keyCaller(service.db, workspace.organizationId),
      };
      const caller = await callerOf[kind]();
      const open = workspaceOpener(service.db, { cursorKey: Buffer.alloc(32), network });
      const decide = (flags: readonly DataAccessFlag[]) =>
        action.decideLead.act(open(workspace.organizationId, dataAccessOf(flags), caller), {
          leadId: leadId(),
          ...note,
        });
      expect(shows(await decide(dataAccessFlags), fields)).toBe(true);
      expect(shows(await decide(narrow), fields)).toBe(false);
    });
  });
});
