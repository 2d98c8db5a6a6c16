/** Tables of the authorization server. Secrets are stored as SHA-256 only, except the service's own signing keys. */
import { big, id, integer, longText, optional, table, text, time, word, type RowOf } from '../../database/define';

/** A registered client has a UUID. A Client ID Metadata Document has its URL. */
export const clientIdLength = 512;

export const oauthClients = table({
  name: 'oauth_clients',
  columns: {
    id: text(clientIdLength),
    kind: word<'registered' | 'document'>(),
    name: text(100),
    uri: optional(text(2048)),
    /** JSON array. */
    redirect_uris: longText(),
    /** Space-separated, like scopes. */
    grant_types: text(100),
    scopes: text(255),
    created_at: time(),
    /** Time of the last authorization or code redemption. Idle clients are removed by it. */
    last_used_at: time(),
    /** For a document: until when the stored copy is used without fetching it again. */
    fresh_until: optional(time()),
    logo_uri: optional(text(255)),
    tos_uri: optional(text(255)),
    policy_uri: optional(text(255)),
    /** How the client proves itself at the token endpoint; null is `none`. `either`: with its keys or not at all. */
    auth_method: optional(word<'none' | 'private_key_jwt' | 'either'>()),
    jwks_uri: optional(text(255)),
    signing_alg: optional(word()),
    /** For a document: when it was last fetched. Null: never, so this is the copy of the service's table. */
    fetched_at: optional(time()),
    /** What stands in for the live document, since when, and why. Null: nothing needs to. */
    stand_in: optional(word<'copy' | 'table'>()),
    stand_in_since: optional(time()),
    stand_in_reason: optional(text(255)),
    /** The only workspace that may approve it: it was registered by hand for this workspace. */
    registered_for: optional(id()),
    /** The owner or admin; null: the operator, or the client itself. */
    registered_by: optional(id()),
  },
  primaryKey: ['id'],
  indexes: [
    { name: 'oauth_clients_idle', fields: ['last_used_at'] },
    { name: 'oauth_clients_workspace', fields: ['registered_for', 'created_at'] },
  ],
});

/** Metadata documents that could not be used lately, for `doctor`. Only the latest few are kept. */
export const documentFaults = table({
  name: 'oauth_document_faults',
  columns: {
    client_id: text(clientIdLength),
    /** `not_fetched`: the service had no document to read. `refused`: it had one, and refused it. */
    kind: word<'not_fetched' | 'refused'>(),
    reason: text(255),
    since: time(),
    last_at: time(),
  },
  primaryKey: ['client_id'],
  indexes: [{ name: 'oauth_document_faults_at', fields: ['last_at'] }],
});

/** Hashes of client assertions that were used, until they expire (RFC 7523 §3, `jti`). */
const clientAssertions = table({
  name: 'oauth_assertions',
  columns: { id_hash: text(64), expires_at: time() },
  primaryKey: ['id_hash'],
  indexes: [{ name: 'oauth_assertions_expiry', fields: ['expires_at'] }],
});

/** An authorization request that waits for a person's decision. */
export const oauthRequests = table({
  name: 'oauth_requests',
  columns: {
    token_hash: text(64),
    client_id: text(clientIdLength),
    redirect_uri: text(2048),
    scopes: text(255),
    state: optional(text(2048)),
    code_challenge: text(43),
    created_at: time(),
    expires_at: time(),
    used_at: optional(time()),
    /** Hints from the client for the sign-in page: the expected person, the languages, and how to prompt. */
    login_hint: optional(text(255)),
    ui_locales: optional(text(255)),
    prompt: optional(text(64)),
    /** The address of the endpoint that was named as `resource`; null: none was. */
    resource: optional(text(512)),
    /** Host and port at which it was asked, where that is not PUBLIC_URL's (another name of loopback). */
    asked_host: optional(text(255)),
  },
  primaryKey: ['token_hash'],
  indexes: [{ name: 'oauth_requests_expiry', fields: ['expires_at'] }],
});

/** Used codes are kept for a while, because a replay is recognised only by its row. */
export const oauthCodes = table({
  name: 'oauth_codes',
  columns: {
    code_hash: text(64),
    grant_id: id(),
    client_id: text(clientIdLength),
    redirect_uri: text(2048),
    code_challenge: text(43),
    created_at: time(),
    expires_at: time(),
    used_at: optional(time()),
  },
  primaryKey: ['code_hash'],
  indexes: [{ name: 'oauth_codes_expiry', fields: ['expires_at'] }],
});

/**
 * A connection: what one person allowed one client in one workspace, and the state of its refresh tokens.
 *
 * The whole token family is this row. Rotation is one UPDATE that compares and sets `refresh_hash`, so a crash cannot leave it
 * half done. A token that is authentic (it carries a MAC) but is neither the current nor the previous one was already used
 * (docs/internals/decisions/0010-refresh-tokens.md).
 */
export const oauthGrants = table({
  name: 'oauth_grants',
  columns: {
    id: id(),
    organization_id: id(),
    user_id: id(),
    client_id: text(clientIdLength),
    client_name: text(100),
    scopes: text(255),
    /** When the person approved. */
    created_at: time(),
    /** When the client redeemed its code. Before that the row cannot be used. */
    activated_at: optional(time()),
    /** When the token family ends, even if it is in use. */
    expires_at: time(),
    /** When the connection ends unless it is refreshed before. */
    idle_expires_at: time(),
    refresh_hash: optional(text(64)),
    previous_hash: optional(text(64)),
    /** The current token, encrypted under a key that only the previous token yields. */
    successor: optional(text(400)),
    rotated_at: optional(time()),
    /** How many refresh tokens this connection has had. */
    generation: integer(),
    last_used_at: optional(time()),
    call_count: big(),
    revoked_at: optional(time()),
    revoked_reason: optional(word<EndReason>()),
    /** The named assistant that the redirect URI belongs to (src/shared/assistants.ts). */
    assistant: optional(text(64)),
    /** The address of the endpoint that its access tokens name as `aud`; null: the first one. */
    resource: optional(text(512)),
  },
  primaryKey: ['id'],
  indexes: [
    { name: 'oauth_grants_workspace', fields: ['organization_id', 'created_at'] },
    { name: 'oauth_grants_client', fields: ['client_id'] },
    { name: 'oauth_grants_idle', fields: ['idle_expires_at'] },
    { name: 'oauth_grants_person', fields: ['user_id', 'organization_id'] },
  ],
});

/** Why a connection ended. */
export type EndReason =
  | 'revoked_by_client'
  | 'revoked_by_operator'
  | 'code_replayed'
  | 'refresh_reused'
  | 'membership_lost'
  | 'role_lost'
  | 'revoked_by_person'
  | 'replaced'
  | 'forbidden'
  | 'too_many';

/** Keys the service made for itself: ES256 signing keys (PKCS #8 PEM), and the MAC key of refresh tokens (base64url). */
export const oauthKeys = table({
  name: 'oauth_keys',
  columns: {
    id: id(),
    purpose: word<KeyPurpose>(),
    generation: integer(),
    material: longText(),
    created_at: time(),
    /** From when it signs. It is published before that. */
    active_at: time(),
    /** Until when it verifies and is published. */
    retired_at: optional(time()),
  },
  primaryKey: ['id'],
  indexes: [{ name: 'oauth_keys_generation', fields: ['purpose', 'generation'], unique: true }],
});

export type KeyPurpose = 'access_token' | 'refresh_token';

/** Append-only: no code updates or deletes rows of this table. */
export const oauthAudit = table({
  name: 'oauth_audit',
  columns: {
    id: id(),
    at: time(),
    /** Name of an action of the catalogue, or an event of the authorization server (audit.ts). */
    action: word(),
    organization_id: optional(id()),
    user_id: optional(id()),
    client_id: optional(text(clientIdLength)),
    client_name: optional(text(100)),
    grant_id: optional(id()),
    /** Scopes, the reason, or the result. Never a secret. */
    detail: optional(text(255)),
    /** Who acted, for an action of the catalogue: `api_key`, `connection`, `session` or `operator`, and its id or name. */
    actor_kind: optional(word()),
    actor_id: optional(text(120)),
    /** What the action changed: `lead`, `api_key`, … */
    object_kind: optional(word()),
    object_id: optional(text(120)),
  },
  primaryKey: ['id'],
  indexes: [
    { name: 'oauth_audit_at', fields: ['at'] },
    { name: 'oauth_audit_workspace', fields: ['organization_id', 'at'] },
    { name: 'oauth_audit_object', fields: ['organization_id', 'object_id', 'at'] },
  ],
});

/** Apps that an owner or admin permitted for a workspace. Members may then connect them themselves, with these scopes. */
export const appPermits = table({
  name: 'app_permits',
  columns: {
    organization_id: id(),
    /** A client id, or `assistant:<name>` for a named assistant. */
    app: text(clientIdLength),
    /** Space-separated. */
    scopes: text(255),
    /** Null: the operator. */
    permitted_by: optional(id()),
    created_at: time(),
    updated_at: time(),
  },
  primaryKey: ['organization_id', 'app'],
  indexes: [],
});

/** A member's request to owners and admins to permit an app. Only the latest request of a person for a client is kept. */
export const accessRequests = table({
  name: 'access_requests',
  columns: {
    organization_id: id(),
    id: id(),
    user_id: id(),
    client_id: text(clientIdLength),
    client_name: text(100),
    redirect_host: text(255),
    scopes: text(255),
    created_at: time(),
    answer: optional(word<'permitted' | 'refused'>()),
    answered_by: optional(id()),
    answered_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [
    { name: 'access_requests_who', fields: ['organization_id', 'user_id', 'client_id'], unique: true },
    { name: 'access_requests_time', fields: ['organization_id', 'created_at', 'id'] },
  ],
});

/** Keys of applications that manage the members of a workspace. */
export const provisioningKeys = table({
  name: 'provisioning_keys',
  columns: {
    organization_id: id(),
    id: id(),
    name: text(200),
    prefix: text(24),
    secret_hash: text(64),
    created_at: time(),
    revoked_at: optional(time()),
    last_used_at: optional(time()),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [{ name: 'provisioning_keys_secret', fields: ['secret_hash'], unique: true }],
});

export const attemptSteps = [
  'discovery',
  'registration',
  'authorization',
  'consent',
  'redemption',
  'refresh',
  'first_call',
] as const;
export type AttemptStep = (typeof attemptSteps)[number];
/** `refused`: for a reason that the caller or operator can mend. `failed`: by a fault of the service. */
export const attemptOutcomes = ['ok', 'refused', 'failed'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];
/** What an attempt makes room for: successes, problems of known clients or connections, and those of anybody else. */
export type AttemptRoom = 'ok' | 'problem' | 'stranger';

/** The last attempts of assistants to connect: few rows, so no index. */
export const connectAttempts = table({
  name: 'connect_attempts',
  columns: {
    /** Empty: it ended before a workspace was known. */
    organization_id: id(),
    id: id(),
    /** When it was last tried. */
    at: time(),
    /** How often in a row. */
    times: integer(),
    room: word<AttemptRoom>(),
    step: word<AttemptStep>(),
    outcome: word<AttemptOutcome>(),
    client_id: optional(text(clientIdLength)),
    client_name: optional(text(200)),
    code: optional(text(64)),
    reason: optional(text(500)),
    request_id: text(200),
  },
  primaryKey: ['organization_id', 'id'],
  indexes: [],
});

export type AttemptRow = RowOf<typeof connectAttempts>;
export type DocumentFaultRow = RowOf<typeof documentFaults>;
export type ClientRow = RowOf<typeof oauthClients>;
export type RequestRow = RowOf<typeof oauthRequests>;
export type CodeRow = RowOf<typeof oauthCodes>;
export type GrantRow = RowOf<typeof oauthGrants>;
export type KeyRow = RowOf<typeof oauthKeys>;
export type AuditRow = RowOf<typeof oauthAudit>;

export const oauthTables = [
  oauthClients,
  documentFaults,
  clientAssertions,
  oauthRequests,
  oauthCodes,
  oauthGrants,
  oauthKeys,
  oauthAudit,
  appPermits,
  accessRequests,
  provisioningKeys,
  connectAttempts,
];
