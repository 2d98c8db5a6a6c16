/** Every action through its one way in: it changes, in one transaction, with one audit entry that names actor and object. */
import { action, actions } from '../../tools/catalogue';
import type { Action } from '../../tools/define';
import { weakestRules } from '../../src/rules/audience/privacy';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { ActingWorkspace, Caller } from '../../src/workspace/workspace';
import { newId } from '../../src/database/new-id';
import { listAudit } from '../../src/store/log/audit';
import { memberCaller } from '../support/callers';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';

const operator: Caller = { kind: 'operator', name: 'root' };

describe.each(['sqlite'] as const)('actions on %s', (kind) => {
  let opened: OpenTestDatabase;
  let seeded: SeededWorkspace;
  let userId: string;

  const handle = (organizationId: string, caller: Caller = operator): ActingWorkspace =>
    workspaceOpener(opened.db, {
      cursorKey: Buffer.alloc(32),
      network,
      audience: { rules: weakestRules, source: 'files', holdSize: 10 },
    })(organizationId, dataAccessOf(dataAccessFlags), caller);
  const own = (caller?: Caller) => handle(seeded.organizationId, caller);

  beforeEach(async () => {
    opened = await openTestDatabase(kind);
    seeded = await seedWorkspace(opened.db, 'actions');
    const owner = { email: 'owner@acme.example', displayName: 'Olive', role: 'OWNER' as const };
    ({ userId } = await action.addMember.act(own(), owner));
    await action.grantCredits.act(own(), { amount: 50 });
    await opened.db.run('DELETE FROM oauth_audit');
  });
  afterEach(() => opened.close());

  /** What each takes to do something, and what of. The two about things that must be there first are tried on their own. */
  const cases: Record<string, { input(): Record<string, unknown>; object: string; id?(): string }> = {
    decide_lead: {
      input: () => ({ leadId: seeded.leadIds[0], disposition: 'CLIENT', ownerId: userId }),
      object: 'lead',
      id: () => seeded.leadIds[0] ?? '',
    },
    decide_leads: {
      input: () => ({
        decisions: seeded.leadIds.slice(0, 1).map((leadId) => ({ leadId, disposition: 'BAD_LEAD' })),
      }),
      object: 'lead',
      id: () => seeded.leadIds[0] ?? '',
    },
    save_watchlist_profiles: {
      input: () => ({ profiles: [{ profileUrl: 'https://www.linkedin.com/in/ada-lovelace' }] }),
      object: 'watchlist_profile',
    },
    put_watchlist_profile: {
      input: () => ({ profileUrl: 'https://www.linkedin.com/in/grace-hopper' }),
      object: 'watchlist_profile',
    },
    set_watchlist_status: {
      input: () => ({ monitoredProfileId: seeded.profileIds[0], status: 'PAUSED' }),
      object: 'watchlist_profile',
      id: () => seeded.profileIds[0] ?? '',
    },
    remove_watchlist_profile: {
      input: () => ({ monitoredProfileId: seeded.profileIds[0] }),
      object: 'watchlist_profile',
      id: () => seeded.profileIds[0] ?? '',
    },
    set_icp: { input: () => ({ definition: { titles: ['head of sales'] } }), object: 'icp' },
    create_api_key: { input: () => ({ name: 'sync', dataAccess: ['leads'] }), object: 'api_key' },
    add_member: { input: () => ({ email: 'bob@acme.example', displayName: 'Bob' }), object: 'member' },
    change_member: {
      input: () => ({ userId, role: 'OWNER', active: true }),
      object: 'member',
      id: () => userId,
    },
    put_member: {
      input: () => ({ organizationId: seeded.organizationId, externalId: 'emp-1', email: 'cy@acme.example' }),
      object: 'member',
    },
    invite_member: { input: () => ({ email: 'dee@acme.example' }), object: 'invitation' },
    make_reset_link: { input: () => ({ userId }), object: 'member', id: () => userId },
    rename_workspace: { input: () => ({ name: 'Renamed' }), object: 'workspace', id: () => seeded.organizationId },
    find_audience: {
      input: () => ({ postUrn: 'urn:li:activity:7402746946853253120', idempotencyKey: 'k' }),
      object: 'discovery',
    },
    erase_person: { input: () => ({ person: seeded.leadIds[0] }), object: 'person' },
    export_person: { input: () => ({ person: seeded.leadIds[0] }), object: 'person' },
    set_retention: { input: () => ({ months: 24 }), object: 'workspace', id: () => seeded.organizationId },
    suppress_person: { input: () => ({ person: 'https://www.linkedin.com/in/never-seen' }), object: 'person' },
    set_do_not_contact: { input: () => ({ person: 'https://www.linkedin.com/in/never-seen' }), object: 'person' },
    sync_watchlist: {
      input: () => ({ monitoredProfileId: seeded.profileIds[0] }),
      object: 'watchlist_profile',
      id: () => seeded.profileIds[0] ?? '',
    },
    enable_agent: {
      input: () => ({ schedule: '0 7 * * 1-5', timeZone: 'Europe/Berlin', creditsPerRun: 200, creditsPerDay: 500 }),
      object: 'agent',
      id: () => seeded.organizationId,
    },
    preview_agent: { input: () => ({}), object: 'agent_run' },
    create_webhook: {
      input: () => ({ url: 'https://hooks.example.com/leadlight', types: ['leads.changed'] }),
      object: 'webhook',
    },
    add_digest: {
      input: () => ({ to: 'mailto:ana@acme.example', for: 'workspace', schedule: '0 8 * * 1-5' }),
      object: 'digest',
    },
    save_view: { input: () => ({ page: 'leads', name: 'Mine', query: 'leadTier=PRIORITY' }), object: 'view' },
    grant_credits: { input: () => ({ amount: 100 }), object: 'workspace', id: () => seeded.organizationId },
  };

  it('decides about several leads, and names the decision in which a day lacks its status', async () => {
    const [first = '', second = ''] = seeded.leadIds;
    const decide = (outreach: object) =>
      action.decideLeads.act(own(), {
        decisions: [
          { leadId: first, outreach: { status: 'SNOOZED', snoozedUntil: '2999-01-04' } },
          { leadId: second, outreach },
        ],
      });
    expect(await decide({ status: 'CONTACTED' })).toMatchObject({ changed: 2, missing: [] });
    for (const outreach of [{ snoozedUntil: '2999-01-05' }, { status: 'NONE', snoozedUntil: '2999-01-05' }]) {
      await expect(decide(outreach)).rejects.toMatchObject({
        details: [{ path: 'decisions.1.outreach.snoozedUntil', message: 'is allowed only with the status SNOOZED' }],
      });
    }
    await expect(decide({ status: 'SNOOZED' })).rejects.toMatchObject({
      details: [{ path: 'decisions.1.outreach.snoozedUntil', message: expect.stringContaining('is needed') }],
    });
  });

  /** Everything that could have changed, but for the log itself. */
  async function state(): Promise<string> {
    const tables = [
      'organizations',
      'memberships',
      'users',
      'api_keys',
      'monitored_profiles',
      'people',
      'credit_ledger',
      'credit_balances',
      'discoveries',
      'jobs',
      'privacy_marks',
      'workspace_privacy',
      'agents',
      'agent_runs',
      'webhooks',
      'digests',
      'saved_views',
      'one_time_links',
    ];
    const rows = [...tables, 'icp_definitions', 'scoring_queue'].map((table) =>
      opened.db.select(`SELECT * FROM ${table}`),
    );
    return JSON.stringify(await Promise.all(rows));
  }

  it('are all tried here', () => {
    // The accounts in accounts.test.ts, taking access away in test/rest/provisioning.test.ts, the discoveries in test/discovery/retry-and-cancel.test.ts, lifting in test/privacy, the agent
    // in test/agent, undoing in test/undo, invitations, apps and uploads in test/console.
    const alone = [
      ...['create_workspace', 'add_workspace', 'revoke_api_key', 'end_connection', 'deactivate_member'],
      ...['run_agent', 'set_agent_status', 'decide_candidate'],
      // In test/import/corrected-readings.test.ts.
      'correct_comment',
      // In test/operations/views.test.ts.
      'remove_view',
      // In test/digest.
      ...['change_digest', 'remove_digest', 'send_digest'],
      // In test/webhooks.
      ...[
        'change_webhook',
        'delete_webhook',
        'rotate_webhook_secret',
        'test_webhook',
        'pause_webhook',
        'resume_webhook',
        'replay_webhook',
      ],
      ...['merge_accounts', 'split_account', 'retry_discovery', 'cancel_discovery'],
      ...['lift_suppression', 'delete_workspace', 'read_person_section', 'undo_batch', 'start_import', 'cancel_import'],
      ...['withdraw_invitation', 'end_own_connection', 'answer_access_request', 'forbid_app', 'retry_job'],
      // In test/oauth.
      ...['register_app', 'remove_registered_app'],
    ];
    expect([...Object.keys(cases), ...alone].sort()).toEqual(actions.map(({ name }) => name).sort());
  });

  const named = (name: string): Action => {
    const found = actions.find((one) => one.name === name);
    if (!found) throw new Error(`no action ${name}`);
    return found;
  };

  it.each(Object.entries(cases))('%s changes and records', async (name, { input, object, id }) => {
    const before = await state();
    const answer = await named(name).act(own(), input());
    expect(named(name).output.safeParse(answer).error).toBeUndefined();
    if (name !== 'change_member' && name !== 'export_person') expect(await state()).not.toEqual(before);
    expect(await listAudit(opened.db)).toEqual([
      expect.objectContaining({
        action: name,
        organization_id: seeded.organizationId,
        actor_kind: 'operator',
        actor_id: 'root',
        object_kind: object,
        object_id: id?.() ?? expect.stringMatching(/\S/),
      }),
    ]);
  });

  it.each(Object.entries(cases))('%s is undone with its entry when that cannot be written', async (name, { input }) => {
    const before = await state();
    const broken = own();
    const failing: ActingWorkspace = {
      ...broken,
      writes: { ...broken.writes, audit: () => Promise.reject(new Error('the log is full')) },
    };
    await expect(named(name).act(failing, input())).rejects.toThrow('the log is full');
    expect(await state()).toEqual(before);
    expect(await listAudit(opened.db)).toEqual([]);
  });

  it('each lead of a decision about several has an entry of its own, and one that is missing has none', async () => {
    const ids = seeded.leadIds.slice(0, 3);
    const decisions = [...ids, newId()].map((leadId, at) => ({
      leadId,
      disposition: at === 0 ? 'BAD_LEAD' : 'CLIENT',
    }));
    expect(await action.decideLeads.act(own(), { decisions })).toMatchObject({ changed: 3 });
    const log = (await listAudit(opened.db)).map(({ object_id, detail }) => [object_id, detail]);
    expect(new Map(log.map(([id, detail]) => [id ?? '', detail ?? '']))).toEqual(
      new Map(ids.map((id, at) => [id, at === 0 ? 'BAD_LEAD' : 'CLIENT'])),
    );
    expect(log).toHaveLength(3);
  });

  it('a key is revoked once, and only by its own workspace', async () => {
    const { id, key } = await action.createApiKey.act(own(), { name: 'sync', dataAccess: ['leads'] });
    const other = await seedWorkspace(opened.db, 'other');
    await expect(action.revokeApiKey.act(handle(other.organizationId), { keyId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
    await action.revokeApiKey.act(own(), { keyId: id });
    await expect(action.revokeApiKey.act(own(), { keyId: id })).rejects.toMatchObject({ code: 'not_found' });
    const log = await listAudit(opened.db);
    expect(log.map((row) => row.action).sort()).toEqual(['create_api_key', 'revoke_api_key']);
    expect(JSON.stringify(log)).not.toContain(key);
  });

  it('a workspace is made under the id of its handle', async () => {
    const organizationId = newId();
    expect(await action.createWorkspace.act(handle(organizationId), { name: 'New' })).toEqual({
      organizationId,
      name: 'New',
    });
    await expect(action.createWorkspace.act(handle(newId()), { name: 'New' })).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('names a person who acts, and keeps admins from making owners', async () => {
    const owner: Caller = { kind: 'session', userId, role: 'OWNER' };
    await action.renameWorkspace.act(own(owner), { name: 'By a person' });
    expect(await listAudit(opened.db)).toEqual([
      expect.objectContaining({ actor_kind: 'session', actor_id: userId, user_id: userId }),
    ]);
    const admin = await memberCaller(opened.db, seeded.organizationId, 'ADMIN');
    const refused = { code: 'role_required' };
    const newOwner = { email: 'eve@acme.example', displayName: 'Eve', role: 'OWNER' };
    await expect(action.addMember.act(own(admin), newOwner)).rejects.toMatchObject(refused);
    await expect(action.changeMember.act(own(admin), { userId, active: false })).rejects.toMatchObject(refused);
    await expect(action.renameWorkspace.act(own(admin), { name: 'No' })).rejects.toMatchObject(refused);
    await expect(action.grantCredits.act(own(owner), { amount: 5 })).rejects.toMatchObject(refused);
  });
});
