/** Every operation x every right x every kind of caller, generated from the catalogue: who may, and with what he is refused. */
import { catalogue } from '../../tools/catalogue';
import type { Operation } from '../../tools/define';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import {
  dataAccessFlags,
  dataAccessOf,
  dataAccessOfScopes,
  demandsOf,
  scopes,
  type DataAccess,
  type Scope,
} from '../../src/auth/rights';
import type { ActingWorkspace, Caller } from '../../src/workspace/workspace';
import { roles, type Role } from '../../src/shared/values';
import { OperationError } from '../../src/shared/errors';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { seedWorkspace } from '../support/seed';
import { network } from '../support/network';

let opened: OpenTestDatabase;
let organizationId: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  ({ organizationId } = await seedWorkspace(opened.db, 'rights'));
});
afterAll(() => opened.close());

function handle(caller: Caller, dataAccess: DataAccess): ActingWorkspace {
  return workspaceOpener(opened.db, { cursorKey: Buffer.alloc(32, 1), network })(organizationId, dataAccess, caller);
}

const everything = dataAccessOf(dataAccessFlags);
const key = (dataAccess: DataAccess) => handle({ kind: 'api_key', keyId: 'k', canWrite: true }, dataAccess);
const readingKey = () => handle({ kind: 'api_key', keyId: 'k' }, everything);
const session = (role: Role) => handle({ kind: 'session', userId: 'u', role }, everything);
const operator = () => handle({ kind: 'operator', name: 'root' }, everything);
const connection = (granted: readonly Scope[]) =>
  handle(
    {
      kind: 'connection',
      connection: {
        connectionId: 'c',
        clientId: 'client',
        clientName: 'Assistant',
        userId: 'u',
        userRole: 'OWNER',
        scopes: granted,
        protocolVersion: '2025-11-25',
        tokenExpiresAt: 0,
        connectedAt: 0,
        lastUsedAt: null,
      },
    },
    dataAccessOfScopes(granted),
  );

/** The code of a refusal for want of a right; `allowed` for everything that comes after it. Nothing is changed. */
async function verdict(operation: Operation, workspace: ActingWorkspace): Promise<string> {
  class Reached extends Error {}
  try {
    // Parameters are read only once the right was found, so this never gets as far as doing anything.
    const reach = () => {
      throw new Reached();
    };
    await (operation.effect === 'read' ? operation.ask(workspace, reach) : operation.act(workspace, reach));
  } catch (error) {
    if (error instanceof Reached) return 'allowed';
    if (error instanceof OperationError) return error.code;
    throw error;
  }
  throw new Error('neither refused nor reached');
}

/** All subsets: 16 of the scopes. Of the flags each alone missing, and each alone present. */
const scopeSets = scopes.reduce<Scope[][]>((sets, scope) => [...sets, ...sets.map((set) => [...set, scope])], [[]]);

describe.each(catalogue.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  const { scope, flags, role, writes } = demandsOf(operation.right);

  it('is refused to a key that only reads, where it changes what keys may change', async () => {
    expect(await verdict(operation, readingKey())).toBe(flags === null || writes ? 'data_access_denied' : 'allowed');
  });

  it('is allowed to a caller of each kind that has it: the positive control', async () => {
    expect(await verdict(operation, operator())).toBe('allowed');
    expect(await verdict(operation, key(everything))).toBe(flags === null ? 'data_access_denied' : 'allowed');
    expect(await verdict(operation, connection(scopes))).toBe(scope === null ? 'insufficient_scope' : 'allowed');
    expect(await verdict(operation, session('OWNER'))).toBe(role === null ? 'role_required' : 'allowed');
  });

  it.each(scopeSets.map((set) => [set.join(' ') || 'no scope', set] as const))(
    'to a connection with %s',
    async (_, set) => {
      const may = scope !== null && set.includes(scope);
      expect(await verdict(operation, connection(set))).toBe(may ? 'allowed' : 'insufficient_scope');
    },
  );

  it.each(dataAccessFlags)('to a key without %s, and to one with it alone', async (flag) => {
    const without = dataAccessOf(dataAccessFlags.filter((other) => other !== flag));
    const needs = flags?.includes(flag) ?? true;
    expect(await verdict(operation, key(without))).toBe(needs ? 'data_access_denied' : 'allowed');
    const enough = flags?.every((needed) => needed === flag) ?? false;
    expect(await verdict(operation, key(dataAccessOf([flag])))).toBe(enough ? 'allowed' : 'data_access_denied');
  });

  it.each(roles)('to a person who is %s', async (own) => {
    const may = role !== null && roles.indexOf(own) >= roles.indexOf(role);
    expect(await verdict(operation, session(own))).toBe(may ? 'allowed' : 'role_required');
  });
});

describe('the mapping that is decided (docs/internals/decisions/0009-operations.md)', () => {
  const toolsOf = (scope: Scope) =>
    catalogue.filter(({ right }) => demandsOf(right).scope === scope).map(({ name }) => name);

  it('gives each scope the tools that the interface names for it', () => {
    expect(toolsOf('workspace:read')).toEqual(
      expect.arrayContaining(['get_workspace_access', 'get_mcp_connection_status']),
    );
    expect(toolsOf('leads:read')).toEqual(
      expect.arrayContaining([
        'list_leads',
        'get_lead',
        'list_lead_engagements',
        'list_signals',
        'list_watchlist_profiles',
        'get_watchlist_profile',
        'list_account_reports',
        'get_account_report',
        'list_post_qualified_leads',
      ]),
    );
    expect(toolsOf('analytics:read')).toEqual(expect.arrayContaining(['get_post_summary']));
    expect(toolsOf('agent:read')).toEqual(expect.arrayContaining(['get_agent_status', 'list_agent_candidates']));
  });

  it('offers only reads over MCP, and every operation that reads has a scope', () => {
    expect(catalogue.filter(({ effect, interfaces }) => interfaces.mcp && effect !== 'read')).toEqual([]);
    for (const { name, interfaces, right } of catalogue) {
      if (interfaces.mcp) expect([name, demandsOf(right).scope]).not.toEqual([name, null]);
    }
  });
});
