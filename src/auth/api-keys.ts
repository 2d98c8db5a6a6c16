/** API keys: creating and ending them, and finding the holder of the key in a request. */
import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { newId } from '../database/new-id';
import { OperationError } from '../shared/errors';
import {
  apiKeysOf,
  endApiKey,
  findApiKeyByHash,
  insertApiKey,
  recordKeyUses,
  type KeyUse,
} from '../store/access/api-keys';
import type { Database } from '../database/database';
import type { ApiKeyRow } from '../store/tables/access';
import { dataAccessFlags, dataAccessOf, type DataAccess, type DataAccessFlag } from './rights';
import type { Caller } from './caller';
import { credentialForm } from './credential-form';
import { type CountTry, uncounted } from '../shared/count-try';

/** A key consists of this prefix, which scanners for leaked secrets can recognise, and 256 random bits in base64url. */
const keyPrefix = 'll_';
const keyForm = /^ll_[A-Za-z0-9_-]{43}$/;
/** Length of the stored beginning of a key, which identifies it in lists. */
const shownLength = keyPrefix.length + 6;

export interface NewApiKey {
  readonly organizationId: string;
  /** What the key is for, in the owner's words. */
  readonly name: string;
  /** Flags that are on. */
  readonly dataAccess: Iterable<DataAccessFlag>;
  /** Epoch milliseconds; null: it does not expire. */
  readonly expiresAt: number | null;
  /** Whether the key may change things, if it has the flag `integrations`; default false. */
  readonly canWrite?: boolean;
  /** Whether the key may speak at the MCP endpoint; default false. */
  readonly mcp?: boolean;
  /** The owner or admin who makes it; null, the default, for the operator. */
  readonly createdBy?: string | null;
}

/** A key as its owner may see it: everything except the secret. */
export interface ApiKeySummary {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  /** The first characters of the secret. */
  readonly prefix: string;
  readonly dataAccess: DataAccess;
  readonly canWrite: boolean;
  /** Whether it may speak at the MCP endpoint, where `MCP_API_KEYS` is on. */
  readonly mcp: boolean;
  readonly status: 'ACTIVE' | 'EXPIRED' | 'REVOKED';
  /** Epoch milliseconds, all four. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Written about once a minute, so it may be that much behind. */
  readonly lastUsedAt: number | null;
  /** Id of the owner or admin who made it. Null: the operator, or a key made before makers were stored. */
  readonly createdBy: string | null;
}

/**
 * Makes a key.
 * @returns the key's summary and its secret. The secret is stored nowhere and cannot be shown again.
 */
export async function createApiKey(
  db: Database,
  key: NewApiKey,
  now = Date.now(),
): Promise<ApiKeySummary & { readonly secret: string }> {
  const { row, secret } = newApiKey(key, now);
  await insertApiKey(db, row);
  return { ...summaryOf(row, now), secret };
}

/** A key that is not stored yet, and its secret. */
export function newApiKey(key: NewApiKey, now: number): { readonly row: ApiKeyRow; readonly secret: string } {
  const secret = keyPrefix + randomBytes(32).toString('base64url');
  const flags = dataAccessOf(key.dataAccess);
  const row: ApiKeyRow = {
    organization_id: key.organizationId,
    id: newId(),
    name: key.name,
    prefix: secret.slice(0, shownLength),
    secret_hash: sha256(secret),
    data_access: dataAccessFlags.filter((flag) => flags[flag]).join(','),
    created_at: now,
    expires_at: key.expiresAt,
    revoked_at: null,
    last_used_at: null,
    can_write: key.canWrite ? 1 : 0,
    created_by: key.createdBy ?? null,
    for_mcp: key.mcp ? 1 : 0,
  };
  return { row, secret };
}

/** All keys of a workspace, oldest first, including ended ones. */
export async function listApiKeys(db: Database, organizationId: string, now = Date.now()): Promise<ApiKeySummary[]> {
  return (await apiKeysOf(db, organizationId)).map((row) => summaryOf(row, now));
}

/**
 * Ends a key. Every process refuses it within five seconds.
 * @returns false if the workspace has no such key, or it was already revoked.
 */
export async function revokeApiKey(
  db: Database,
  organizationId: string,
  keyId: string,
  now = Date.now(),
): Promise<boolean> {
  return endApiKey(db, organizationId, keyId, now);
}

/** The holder of an API key, and the handle through which they read. */
export interface KeyHolder<Opened> {
  readonly keyId: string;
  readonly organizationId: string;
  /** Whether the key may speak at the MCP endpoint. */
  readonly mcp: boolean;
  readonly workspace: Opened;
}

/** Opens a workspace with these rights and returns the handle for its caller. */
export type Opener<Opened> = (organizationId: string, dataAccess: DataAccess, caller: Caller) => Opened;

/** The database's answer about a hash. */
interface KnownKey<Opened> {
  /** Null if there is no such key, or it was revoked. */
  readonly holder: KeyHolder<Opened> | null;
  readonly expiresAt: number;
  /** When this answer was read, on the `elapsed` clock. */
  readonly readAt: number;
}

/**
 * How long an answer of the database is used. A revoked key is refused within five seconds: half a second of them is for the call
 * itself.
 */
const goodForMs = 4_500;
const badForMs = 1_000;
const flushEveryMs = 60_000;

/**
 * Finds the holder of the key in a request. For a key in use it asks the database at most every five seconds. The cache is keyed
 * by hashes, so the process keeps no secret in memory longer than its request.
 */
export class ApiKeyAuthenticator<Opened> {
  private readonly good = new LRUCache<string, KnownKey<Opened>>({ max: 10_000 });
  /** Separate from the good keys, which a flood of made-up keys must not displace. */
  private readonly bad = new LRUCache<string, KnownKey<Opened>>({ max: 1_000 });
  private readonly asking = new Map<string, Promise<KnownKey<Opened>>>();
  private uses = new Map<string, KeyUse>();
  private readonly flushing: NodeJS.Timeout;

  /**
   * @param onFlushError called when storing the last uses failed. They are tried again with the next batch.
   * @param now the clock, in epoch milliseconds.
   * @param elapsed milliseconds from any fixed point, never set back. The age of an answer is measured with it.
   */
  constructor(
    private readonly db: Database,
    private readonly open: Opener<Opened>,
    private readonly onFlushError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
    private readonly elapsed: () => number = () => performance.now(),
  ) {
    this.flushing = setInterval(() => void this.flush().catch(onFlushError), flushEveryMs);
    this.flushing.unref();
  }

  /**
   * @param secret the bearer token of the request, as the interface read it.
   * @param countTry called for a key that is not known to be good, before the database is asked; may throw. The function that it
   * returns is called when the key proves good.
   * @param header the `Authorization` header, for the words of a refusal.
   * @throws OperationError `invalid_api_key`, which says by its form alone what was sent, and no other reason.
   */
  async authenticate(
    secret: string | undefined,
    countTry: CountTry = uncounted,
    header?: string,
  ): Promise<KeyHolder<Opened>> {
    const now = this.now();
    const secretHash = secret !== undefined && keyForm.test(secret) ? sha256(secret) : undefined;
    const known = secretHash === undefined ? undefined : this.remembered(secretHash);
    // A key that was good a moment ago is not a guess.
    const wasGood = secretHash !== undefined && this.good.has(secretHash);
    const takeBack = known?.holder || wasGood ? undefined : await countTry();
    const key = known ?? (secretHash === undefined ? undefined : await this.ask(secretHash));
    if (!key?.holder || key.expiresAt <= now) throw invalidKey(header);
    takeBack?.();
    this.uses.set(key.holder.keyId, { organizationId: key.holder.organizationId, keyId: key.holder.keyId, at: now });
    return key.holder;
  }

  /** Stores when keys were last used. */
  async flush(): Promise<void> {
    const uses = this.uses;
    this.uses = new Map();
    try {
      await recordKeyUses(this.db, [...uses.values()]);
    } catch (error) {
      for (const [keyId, use] of uses) if (!this.uses.has(keyId)) this.uses.set(keyId, use);
      throw error;
    }
  }

  /** Stops the timer and writes what remains. */
  async close(): Promise<void> {
    clearInterval(this.flushing);
    await this.flush().catch(this.onFlushError);
  }

  private remembered(secretHash: string): KnownKey<Opened> | undefined {
    const now = this.elapsed();
    const good = this.good.get(secretHash);
    if (good !== undefined && now - good.readAt < goodForMs) return good;
    const bad = this.bad.get(secretHash);
    return bad !== undefined && now - bad.readAt < badForMs ? bad : undefined;
  }

  /** Reads a key. Simultaneous requests for the same key share the answer. */
  private ask(secretHash: string): Promise<KnownKey<Opened>> {
    const running = this.asking.get(secretHash);
    if (running) return running;
    const answer = this.read(secretHash).finally(() => this.asking.delete(secretHash));
    this.asking.set(secretHash, answer);
    return answer;
  }

  private async read(secretHash: string): Promise<KnownKey<Opened>> {
    const readAt = this.elapsed();
    const row = await findApiKeyByHash(this.db, secretHash);
    const key: KnownKey<Opened> = {
      holder: row === undefined || row.revoked_at !== null ? null : this.holderOf(row),
      expiresAt: row?.expires_at ?? Infinity,
      readAt,
    };
    if (key.holder === null) {
      this.good.delete(secretHash);
      this.bad.set(secretHash, key);
    } else this.good.set(secretHash, key);
    return key;
  }

  private holderOf(row: ApiKeyRow): KeyHolder<Opened> {
    const { id: keyId, organization_id: organizationId } = row;
    const workspace = this.open(organizationId, dataAccessIn(row), {
      kind: 'api_key',
      keyId,
      canWrite: row.can_write === 1,
      madeBy: row.created_by,
    });
    return { keyId, organizationId, mcp: row.for_mcp === 1, workspace };
  }
}

/** Whether a credential has the form of an API key. It may still be none. */
export const hasKeyForm = (secret: string) => keyForm.test(secret);

/**
 * The refusal of a key, the same for every reason.
 * @param header `Authorization`, if known: only the form of what was sent is looked at, so the answer does not say whether it is valid.
 */
export function invalidKey(header?: string): OperationError {
  const form = credentialForm(header);
  return new OperationError(
    'invalid_api_key',
    form === 'access_token' || form === 'provisioning_key'
      ? `${elsewhere[form]} Here, send an API key of this service as "Authorization: Bearer <key>".`
      : 'Send a valid API key of this service as "Authorization: Bearer <key>". Keys are read from no other place.',
  );
}

const elsewhere = {
  access_token: 'This is an access token, which belongs to the MCP endpoint (/mcp).',
  provisioning_key: 'This is a provisioning key, which belongs to the addresses of members (/api/v1/admin).',
} as const;

function sha256(secret: string): string {
  return hash('sha256', secret, 'hex');
}

function dataAccessIn(row: ApiKeyRow): DataAccess {
  const names = new Set(row.data_access.split(','));
  return dataAccessOf(dataAccessFlags.filter((flag) => names.has(flag)));
}

/** A stored key as its owner may see it. */
export function summaryOf(row: ApiKeyRow, now: number): ApiKeySummary {
  const expired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    prefix: row.prefix,
    dataAccess: dataAccessIn(row),
    canWrite: row.can_write === 1,
    mcp: row.for_mcp === 1,
    status: row.revoked_at !== null ? 'REVOKED' : expired ? 'EXPIRED' : 'ACTIVE',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    createdBy: row.created_by,
  };
}
