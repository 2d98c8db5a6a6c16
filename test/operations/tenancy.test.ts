/**
 * No operation of the catalogue reaches into another workspace, whichever interfaces offer it: asked with an id of another workspace,
 * each answers what it answers to an id that nobody has, and changes nothing there. An operation whose input names an object is walked
 * by construction: one that the tables below do not know fails.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { enqueue } from '../../src/jobs/enqueue';
import { newId } from '../../src/database/new-id';
import { insertInto } from '../../src/database/define';
import { dataAccessFlags, dataAccessOf, demandsOf } from '../../src/auth/rights';
import { refusedPath, uploadPath } from '../../src/ingest/uploads/files';
import { importUploadKind } from '../../src/ingest/uploads/kind';
import { weakestRules } from '../../src/rules/audience/privacy';
import { OperationError } from '../../src/shared/errors';
import { agentCandidates, agentRuns } from '../../src/store/tables/agent';
import { workspaceTables } from '../../src/store/tables/all';
import { batches } from '../../src/store/tables/batches';
import { uploads } from '../../src/store/tables/uploads';
import { accessLog } from '../../src/store/tables/usage';
import { accessRequests, appPermits, oauthGrants } from '../../src/store/tables/oauth';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { catalogue } from '../../tools/catalogue';
import type { Operation } from '../../tools/define';
import { memberCaller } from '../support/callers';
import { openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace } from '../support/seed';

const at = Date.UTC(2026, 10, 28);
const madeUp = '0190a8c2-3a55-7c1e-9d52-000000000000';

/** A parameter that names an object. */
const namesAnObject = (parameter: string) => /(?:^i|I)ds?$|^before$|^person$|^app$/.test(parameter);

/** The kind of object that a parameter names, where its name alone does not say so; null: none of a workspace. */
const kinds: Readonly<Record<string, string | null>> = {
  'list_batches.before': 'batchId',
  // The number of a version.
  'list_icp_versions.before': null,
  'list_webhook_deliveries.id': 'webhookId',
  'delete_webhook.id': 'webhookId',
  'rotate_webhook_secret.id': 'webhookId',
  'test_webhook.id': 'webhookId',
  'change_webhook.id': 'webhookId',
  'pause_webhook.id': 'webhookId',
  'resume_webhook.id': 'webhookId',
  'replay_webhook.id': 'webhookId',
  'preview_digest.id': 'digestId',
  'change_digest.id': 'digestId',
  'remove_digest.id': 'digestId',
  'send_digest.id': 'digestId',
  'merge_accounts.otherAccountId': 'accountId',
  'find_people_to_contact.ownerIds': 'userId',
  'list_leads.ownerIds': 'userId',
  'count_leads.ownerIds': 'userId',
  'list_signals.ownerIds': 'userId',
  'decide_lead.ownerId': 'userId',
  'preview_digest.ownerId': 'userId',
  'add_digest.ownerId': 'userId',
  'list_leads.monitoredProfileIds': 'monitoredProfileId',
  'count_leads.monitoredProfileIds': 'monitoredProfileId',
  'list_signals.monitoredProfileIds': 'monitoredProfileId',
  'list_watchlist_syncs.monitoredProfileIds': 'monitoredProfileId',
  'list_posts.authorProfileIds': 'monitoredProfileId',
  'preview_erasure.person': 'leadId',
  'export_person.person': 'leadId',
  // What erases or suppresses somebody gets a person of its own, because that is not taken back.
  'erase_person.person': 'erasedLeadId',
  'suppress_person.person': 'suppressedLeadId',
  'lift_suppression.person': 'suppressedPerson',
  'set_do_not_contact.person': 'objectedPerson',
  'read_person_section.personId': 'leadId',
  // Ids that an application gave its own people.
  'put_member.externalId': null,
  'deactivate_member.externalId': null,
};

/** The other members that a call needs, by operation, or by operation and parameter. */
const others: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  split_account: { alias: 'x.example' },
  decide_lead: { disposition: 'CLIENT' },
  correct_comment: { said: 'plain' },
  set_watchlist_status: { status: 'PAUSED' },
  decide_candidate: { decision: 'ACCEPTED' },
  add_digest: { to: 'mailto:a@example.com', for: 'owner', schedule: '0 8 * * 1', timeZone: 'UTC' },
  change_digest: { schedule: '0 9 * * 1', timeZone: 'UTC' },
  find_people_to_contact: { since: '2025-01-01', includeContacted: true },
  'preview_digest.ownerId': { for: 'owner' },
  'replay_webhook.id': { since: '2026-11-01' },
  change_webhook: { types: ['lead.deleted'] },
  change_member: { role: 'ADMIN' },
  put_member: { externalId: 'x-1', email: 'x1@example.com', displayName: 'X', role: 'MEMBER' },
  deactivate_member: { externalId: 'x-1' },
  answer_access_request: { permitted: true },
  read_person_section: { section: 'engagements' },
  set_do_not_contact: { doNotContact: false },
  preview_import: { fileName: 'a.csv' },
  start_import: { fileName: 'a.csv' },
};

interface Site {
  readonly handle: ActingWorkspace;
  /** The same for operations that the operator alone may ask. */
  readonly operator: ActingWorkspace;
  readonly objects: Readonly<Record<string, string>>;
}
const folder = mkdtempSync(join(tmpdir(), 'leadlight-tenancy-'));
let opened: OpenTestDatabase;
let own: Site;
let other: Site;
beforeAll(async () => {
  opened = await openTestDatabase();
  own = await workspace('own');
  other = await workspace('other');
});
afterAll(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A workspace with one object of each kind, and its owner's handle. */
async function workspace(name: string): Promise<Site> {
  const { db } = opened;
  const seeded = await seedWorkspace(db, name, 12);
  const { organizationId } = seeded;
  const caller = await memberCaller(db, organizationId, 'OWNER');
  const member = await memberCaller(db, organizationId, 'MEMBER');
  if (caller.kind !== 'session' || member.kind !== 'session') throw new Error('no session');
  const audience = { rules: weakestRules, source: 'files', holdSize: 100 } as const;
  const open = workspaceOpener(db, { cursorKey: Buffer.alloc(32, 1), network, audience, dataDir: folder });
  const everything = dataAccessOf(dataAccessFlags);
  const handle = open(organizationId, everything, caller);
  const operator = open(organizationId, everything, { kind: 'operator', name: 'root' });
  const idOf = async (made: Promise<{ id: string }>) => (await made).id;
  const leadId = seeded.leadIds[0] ?? '';
  const runId = newId();
  const person = { display_name: 'Cy', headline: null, title: null, seniority: null, job_function: null };
  const about = {
    read_confidence: null,
    company_name: null,
    company_size: null,
    industry: null,
    country: null,
    region: null,
  };
  const client = { client_id: newId(), client_name: 'App', scopes: 'leads:read', created_at: at };
  const organization_id = organizationId;
  const ids = { candidateId: newId(), connectionId: newId(), accessRequestId: newId(), batchId: newId() };
  const app = `https://${name}.example/client.json`;
  await insertInto(db, agentRuns, [
    {
      organization_id,
      id: runId,
      kind: 'AGENT',
      started_by: 'request',
      status: 'COMPLETED',
      active: null,
      job_id: null,
      batch_id: null,
      day: '2026-11-27',
      ...{ credits_held: 0, credits_consumed: 0, posts_scanned: 0, people_considered: 1, people_qualified: 1 },
      ...{ candidates: 1, leads_created: 0, stop_reason: null, failure_code: null, failure_message: null },
      ...{ created_at: at, started_at: at, finished_at: at, updated_at: at },
    },
  ]);
  await insertInto(db, agentCandidates, [
    {
      ...{ organization_id, id: ids.candidateId, run_id: runId, person_id: leadId, member_id: null, slug: null },
      ...{ paid: 0, position: 1, decision: 'REJECTED', reasons: '[]', ...person, ...about, profile_url: null },
      ...{ icp_match_percent: 1, intent_score: 1, lead_tier: 'NURTURE', post_urn: null, lead_id: null, created_at: at },
    },
  ]);
  await insertInto(db, oauthGrants, [
    {
      ...{ id: ids.connectionId, organization_id, user_id: caller.userId, ...client, activated_at: at },
      ...{ expires_at: Date.now() + 1e9, idle_expires_at: Date.now() + 1e9, refresh_hash: null, previous_hash: null },
      ...{ successor: null, rotated_at: null, generation: 1, last_used_at: null, call_count: 0, revoked_at: null },
      ...{ revoked_reason: null, assistant: null, resource: null },
    },
  ]);
  await insertInto(db, accessRequests, [
    {
      ...{ organization_id, id: ids.accessRequestId, user_id: member.userId, redirect_host: 'a.example', ...client },
      ...{ answer: null, answered_by: null, answered_at: null },
    },
  ]);
  await insertInto(db, appPermits, [
    { organization_id, app, scopes: 'leads:read', permitted_by: null, created_at: at, updated_at: at },
  ]);
  await insertInto(db, batches, [
    {
      ...{ organization_id, id: ids.batchId, kind: 'import', source: 'generic', name: 'a.csv', reference: null },
      ...{ status: 'DONE', started_by: null, started_at: at, finished_at: at, touched_at: at, settings: '{}' },
      ...{
        records: 0,
        engagements_new: 0,
        people_new: 0,
        posts_new: 0,
        decisions_removed: null,
        people_affected: null,
      },
    },
  ]);
  await insertInto(db, accessLog, [
    {
      organization_id,
      id: newId(),
      at,
      caller_kind: 'session',
      caller_id: 'x',
      operation: 'get_lead',
      lead_id: leadId,
    },
  ]);
  await db.run("UPDATE leads SET lead_tier = 'PRIORITY' WHERE organization_id = ? AND id = ?", [
    organizationId,
    leadId,
  ]);
  for (const table of ['leads', 'people']) {
    const owned = [member.userId, organizationId, leadId];
    await db.run(`UPDATE ${table} SET owner_id = ? WHERE organization_id = ? AND id = ?`, owned);
  }
  const uploadId = newId();
  const path = uploadPath(folder, organizationId, uploadId);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'name\nAda\n');
  writeFileSync(refusedPath(path), `row 2\tno address\t${name}\n`);
  await insertInto(db, uploads, [
    {
      ...{ organization_id, id: uploadId, place_id: '', bytes: 9, reserved: 9, length: 9, digest: null, complete: 1 },
      ...{ receiver: null, created_at: Date.now(), updated_at: Date.now() },
    },
  ]);
  const upload = { fileName: 'a.csv', uploadId, startedBy: null };
  const [engagement] = await db.select<{ id: string }>(
    `SELECT id FROM engagements WHERE organization_id = ? AND person_id = ? ORDER BY type LIMIT 1`,
    [organizationId, leadId],
  );
  const key = { name: 'k', dataAccess: ['leads'] };
  const hook = { url: 'https://hooks.example/x', types: ['lead.deleted'] };
  const digest = { to: 'mailto:a@example.com', for: 'workspace', schedule: '0 8 * * 1', timeZone: 'UTC' };
  const act = async (name_: string, input: Record<string, unknown>): Promise<object> => {
    const operation = catalogue.find((one) => one.name === name_);
    if (operation?.effect !== 'change') throw new Error(name_);
    return operation.act(handle, input);
  };
  const found = async (name_: string, input: Record<string, unknown>) => {
    const answer = JSON.stringify(await act(name_, input));
    return /"(?:id|clientId)":"((?:msg_)?[0-9a-f-]{36})"/.exec(answer)?.[1] ?? '';
  };
  const webhookId = await found('create_webhook', hook);
  const suppressedPerson = `https://www.linkedin.com/in/${name}-gone`;
  await act('suppress_person', { person: suppressedPerson });
  const objectedPerson = `https://www.linkedin.com/in/${name}-objects`;
  await act('set_do_not_contact', { person: objectedPerson, doNotContact: true });
  await handle.syncProfile(seeded.profileIds[1] ?? '');
  const jobId = await handle.syncProfile(seeded.profileIds[0] ?? '');
  await db.run("UPDATE jobs SET status = 'dead', unique_key = NULL WHERE id = ?", [jobId]);
  return {
    handle,
    operator,
    objects: {
      ...ids,
      runId,
      leadId,
      organizationId,
      app,
      webhookId,
      engagementId: engagement?.id ?? '',
      monitoredProfileId: seeded.profileIds[1] ?? '',
      accountId: seeded.accountIds[0] ?? '',
      postId: seeded.postIds[0] ?? '',
      discoveryId: seeded.discoveryIds[0] ?? '',
      userId: member.userId,
      keyId: await found('create_api_key', key),
      viewId: await found('save_view', { page: 'leads', name: 'Mine', query: 'leadTier=PRIORITY' }),
      digestId: await found('add_digest', digest),
      invitationId: await found('invite_member', { email: `new@${name}.example`, role: 'MEMBER' }),
      clientId: await found('register_app', { name: 'Flows', redirectUris: ['https://flows.example/back'] }),
      messageId: await found('test_webhook', { id: webhookId }),
      importId: await idOf(enqueue(db, importUploadKind, upload, { organizationId, uniqueKey: uploadId })),
      erasedLeadId: seeded.leadIds[3] ?? '',
      suppressedLeadId: seeded.leadIds[4] ?? '',
      suppressedPerson,
      objectedPerson,
      jobId,
      uploadId,
    },
  };
}

/** Whether the parameter takes this value, and whether it may be left out. */
function parameterOf({ input }: Operation, name: string, value: string) {
  const shape: Readonly<Record<string, z.ZodType>> = input.shape;
  const takes = shape[name]?.safeParse(value).success === true;
  return { value: takes ? value : [value], isOptional: shape[name]?.safeParse(undefined).success === true };
}

const kindOf = (operation: Operation, parameter: string) => {
  const known = kinds[`${operation.name}.${parameter}`];
  return known === undefined ? parameter : known;
};

/** The operation's call with this id, in words: its answer or refusal, without the id. Whatever it changed is taken back. */
async function outcome(operation: Operation, site: Site, parameter: string, id: string): Promise<string> {
  class Rollback extends Error {}
  const input: Record<string, unknown> = {
    ...(others[`${operation.name}.${parameter}`] ?? others[operation.name]),
  };
  const handle = demandsOf(operation.right).role === null ? site.operator : site.handle;
  for (const name of Object.keys(operation.input.shape)) {
    // The remaining ids are the caller's own.
    if (namesAnObject(name) && !parameterOf(operation, name, '').isOptional)
      input[name] ??= site.objects[kindOf(operation, name) ?? ''];
  }
  input[parameter] = parameterOf(operation, parameter, id).value;
  let said = '';
  try {
    await opened.db.transaction(async () => {
      const answer = await (operation.effect === 'read' ? operation.ask(handle, input) : operation.act(handle, input));
      said = JSON.stringify(answer);
      throw new Rollback();
    });
  } catch (error) {
    if (error instanceof OperationError) said = `${error.code}: ${error.message}`;
    else if (!(error instanceof Rollback)) throw error;
  }
  return said
    .replaceAll(id, '(id)')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(time)')
    .replace(/whsec_[\w+/=]+/g, '');
}

const rowsOf = async ({ handle }: Site) =>
  Promise.all(
    workspaceTables.map(async ({ name }) => [
      name,
      await opened.db.select(`SELECT * FROM ${name} WHERE organization_id = ?`, [handle.organizationId]),
    ]),
  );

const walked = catalogue.flatMap((operation) =>
  Object.keys(operation.input.shape)
    .filter((parameter) => namesAnObject(parameter) && kindOf(operation, parameter) !== null)
    .map((parameter) => ({ name: operation.name, parameter, operation })),
);

test.each(walked)('$name, $parameter', async ({ operation, parameter }) => {
  const kind = kindOf(operation, parameter) ?? '';
  const [mine, theirs] = [own.objects[kind], other.objects[kind]];
  // An operation whose parameter is not known here: name its kind above, and make an object of it.
  if (!mine || !theirs) throw new Error(`no object for ${operation.name}.${parameter}: ${kind}`);
  const unknown = await outcome(operation, own, parameter, kind === 'accountId' ? 'nobody.example' : madeUp);
  expect(await outcome(operation, own, parameter, theirs)).toBe(unknown);
  // The positive control: an id of its own is something else.
  expect(await outcome(operation, own, parameter, mine)).not.toBe(unknown);
});

test('nothing of the other workspace changed, whatever was asked', async () => {
  const before = JSON.stringify(await rowsOf(other));
  const { db } = opened;
  expect(before.length).toBeGreaterThan(10_000);
  for (const { operation, parameter } of walked) {
    if (operation.effect === 'read') continue;
    const theirs = other.objects[kindOf(operation, parameter) ?? ''] ?? '';
    const input: Record<string, unknown> = { ...others[operation.name] };
    for (const name of Object.keys(operation.input.shape)) {
      if (namesAnObject(name)) input[name] = parameterOf(operation, name, theirs).value;
    }
    await operation.act(own.handle, input).catch((error: unknown) => {
      if (!(error instanceof OperationError)) throw error;
    });
  }
  expect(JSON.stringify(await rowsOf(other))).toBe(before);
  expect(await db.select('SELECT 1 AS one FROM users')).not.toEqual([]);
});
