/** Changes to the webhooks of a workspace. Every method that changes something joins the current transaction. */
import type { Database } from '../database/database';
import { newId } from '../database/new-id';
import { OperationError } from '../shared/errors';
import type { WebhookType } from '../shared/values';
import { findPresentRole } from '../store/access/session-rows';
import { deliverNow, queueMessage } from '../store/webhooks/emit';
import {
  changeWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  takeTurn,
} from '../store/webhooks/endpoints';
import { afterRevision, writePosition } from '../store/webhooks/positions';
import { again, changeMessage, findMessage, replayFailed } from '../store/webhooks/messages';
import type { WebhookRow } from '../store/tables/webhooks';
import { writeWorkspace } from '../store/log/workspace-lock';
import { seal } from '../store/statements/sealing';
import { newWebhookSecret } from './signature';

/** Most webhooks of one workspace. */
export const mostWebhooks = 50;
/** How long the former secret signs beside the new one, milliseconds. */
const rotationMs = 24 * 3_600_000;
/** Most messages of one replay. */
export const mostReplayed = 1_000;

/** A webhook with its secret, which is shown once. */
export interface NewSecret {
  readonly row: WebhookRow;
  readonly secret: string;
}

export interface WebhookChange {
  readonly url?: string;
  readonly types?: readonly WebhookType[];
}

/** All methods with `by` throw OperationError `conflict` when that person has left: a key of theirs may still be used. */
export interface WebhookService {
  readonly allowedHosts: readonly string[];
  /** Undefined if there are too many. @param by the member who answers for it; null for the operator. */
  add(url: string, types: readonly WebhookType[], by: string | null): Promise<NewSecret | undefined>;
  /**
   * Changes the address or the types. Waiting messages go to the new address. A new type is reported from now on.
   * @param by who gave the new address, and answers for it from now on.
   */
  change(id: string, wanted: WebhookChange, by: string | null): Promise<WebhookRow | undefined>;
  remove(id: string): Promise<boolean>;
  /** Creates a new secret. The former one also signs for a day. */
  rotate(id: string): Promise<NewSecret | undefined>;
  /** Queues a message of type `webhook.test`. Returns its id; undefined if there is no such webhook or it is disabled. */
  test(id: string): Promise<string | undefined>;
  /** Disables a webhook. Its waiting messages are kept. */
  pause(id: string): Promise<WebhookRow | undefined>;
  /** Enables a disabled webhook again. @param by who answers for it from now on. */
  resume(id: string, by: string | null): Promise<WebhookRow | undefined>;
  /** Queues one message again, or all that failed since then. Returns how many. */
  replay(webhook: WebhookRow, what: { readonly messageId: string } | { readonly since: number }): Promise<number>;
}

export function openWebhooks(
  db: Database,
  organizationId: string,
  allowedHosts: readonly string[],
  clock: () => number = Date.now,
): WebhookService {
  const find = (id: string) => findWebhook(db, organizationId, id);
  /** Nothing goes outside for which nobody answers. */
  const expectPresent = async (by: string | null) => {
    if (by === null || (await findPresentRole(db, organizationId, by, undefined)) !== 'not_a_member') return;
    throw new OperationError(
      'conflict',
      'The person who made this key has left the workspace, and nobody would answer for the webhook. Make a new key.',
    );
  };
  const change = (id: string, changes: Partial<WebhookRow>) => changeWebhook(db, organizationId, id, changes);
  return {
    allowedHosts,
    remove: (id) => removeWebhook(db, organizationId, id),
    add: (url, types, by) =>
      // Serialised with other writes, so that nothing after the position is missed, and the limit holds.
      writeWorkspace(db, organizationId, async (revision) => {
        await expectPresent(by);
        if ((await listWebhooks(db, organizationId)).length >= mostWebhooks) return undefined;
        const secret = newWebhookSecret();
        const row = newRow(organizationId, { url, types, by, secret: await seal(db, secret), revision, now: clock() });
        await insertWebhook(db, row);
        return { row, secret };
      }),
    change: (id, { url, types }, by) =>
      // Serialised like `add`: a new type is reported from this revision on, and no delivery runs meanwhile.
      writeWorkspace(db, organizationId, async (revision) => {
        const old = await takeTurn(db, organizationId, id);
        if (!old) return undefined;
        if (url !== undefined) await expectPresent(by);
        const changes = {
          ...(url === undefined ? {} : { url, created_by: by }),
          ...(types === undefined ? {} : { types: [...new Set(types)].join(','), ...beginOfNew(old, types, revision) }),
          updated_at: clock(),
        };
        await change(id, changes);
        return find(id);
      }),
    rotate: async (id) => {
      const old = await takeTurn(db, organizationId, id);
      if (!old) return undefined;
      const [secret, now] = [newWebhookSecret(), clock()];
      const changes = {
        secret: await seal(db, secret),
        previous_secret: old.secret,
        previous_until: now + rotationMs,
        updated_at: now,
      };
      await change(id, changes);
      return { row: { ...old, ...changes }, secret };
    },
    test: async (id) => {
      const now = clock();
      if ((await find(id))?.status !== 'ACTIVE') return undefined;
      const message = await queueMessage(db, organizationId, id, {
        type: 'webhook.test',
        data: { webhookId: id },
        now,
      });
      await deliverNow(db, organizationId, id, now);
      return message;
    },
    pause: async (id) => {
      const now = clock();
      const changes = { status: 'DISABLED', disabled_at: now, disabled_reason: 'paused', updated_at: now } as const;
      return (await change(id, changes)) ? find(id) : undefined;
    },
    resume: async (id, by) => {
      await expectPresent(by);
      const now = clock();
      const resumed = { status: 'ACTIVE', disabled_at: null, disabled_reason: null, updated_at: now } as const;
      const changes = { ...resumed, created_by: by };
      if (!(await change(id, changes))) return undefined;
      await deliverNow(db, organizationId, id, now);
      return find(id);
    },
    replay: async (webhook, what) => {
      const now = clock();
      await takeTurn(db, organizationId, webhook.id);
      const count =
        'since' in what
          ? await replayFailed(db, organizationId, webhook.id, { since: what.since, now, most: mostReplayed })
          : await replayOne(db, organizationId, webhook.id, what.messageId, now);
      if (count > 0) await deliverNow(db, organizationId, webhook.id, now);
      return count;
    },
  };
}

async function replayOne(
  db: Database,
  organizationId: string,
  webhookId: string,
  messageId: string,
  now: number,
): Promise<number> {
  const message = await findMessage(db, organizationId, messageId);
  if (message?.webhook_id !== webhookId) return 0;
  await changeMessage(db, message, again(now));
  return 1;
}

const positions = {
  'leads.changed': 'doorbell_position',
  'lead.tier_changed': 'tiers_position',
  'lead.deleted': 'deletions_position',
} as const;

/** For newly chosen types: the position at which the webhook starts to read their logs. */
function beginOfNew(old: WebhookRow, types: readonly WebhookType[], revision: number): Partial<WebhookRow> {
  const oldTypes = old.types.split(',');
  const begun = Object.entries(positions).filter(
    ([type]) => types.some((one) => one === type) && !oldTypes.includes(type),
  );
  return Object.fromEntries(begun.map(([, column]) => [column, writePosition(afterRevision(revision))]));
}

interface NewWebhook {
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly by: string | null;
  readonly secret: string;
  readonly revision: number;
  readonly now: number;
}

function newRow(organizationId: string, { url, types, by, secret, revision, now }: NewWebhook): WebhookRow {
  // Changes of the transaction that creates the webhook come before this position.
  const position = writePosition(afterRevision(revision));
  return {
    organization_id: organizationId,
    id: newId(),
    url,
    types: [...new Set(types)].join(','),
    status: 'ACTIVE',
    disabled_at: null,
    disabled_reason: null,
    secret,
    previous_secret: null,
    previous_until: null,
    next_sequence: 0,
    doorbell_position: position,
    doorbell_at: 0,
    tiers_position: position,
    deletions_position: position,
    dropped: 0,
    created_at: now,
    updated_at: now,
    created_by: by,
  };
}
