/** What people and the service did in a random workspace: outreach, moves between tiers, credits, the audit log, webhooks. */
import { v5 as uuidOf } from 'uuid';
import type { Database } from '../../../src/database/database';
import { insertInto } from '../../../src/database/define';
import { oauthAudit, type AuditRow } from '../../../src/store/tables/oauth';
import {
  leadTiers,
  messageStatuses,
  outreachStatuses,
  webhookStatuses,
  webhookTypes,
} from '../../../src/shared/values';
import { tierChangeReasons, tierChanges, type TierChangeRow } from '../../../src/store/tables/changes';
import { creditLedger, type LedgerKind, type LedgerRow } from '../../../src/store/tables/credits';
import { leadOutreach, type OutreachRow } from '../../../src/store/tables/outreach';
import { webhookMessages, webhooks, type WebhookMessageRow, type WebhookRow } from '../../../src/store/tables/webhooks';
import type { Random } from './random';
import { moments, start } from './values';

export interface WorldWork {
  readonly outreach: OutreachRow[];
  readonly tierChanges: TierChangeRow[];
  readonly ledger: LedgerRow[];
  readonly audit: AuditRow[];
  readonly webhooks: WebhookRow[];
  readonly messages: WebhookMessageRow[];
}

/** Days far from every run, so that a snooze is over, or not, whenever the test runs. */
export const snoozeDays = { over: '2001-01-01', ahead: '2999-12-31' } as const;
export const auditActions = ['decide_lead', 'create_api_key', 'connected', 'revoked'] as const;
const ledgerKinds: readonly LedgerKind[] = ['GRANT', 'ADJUST', 'HOLD', 'CONSUME', 'RELEASE', 'REFUND'];

interface Maker {
  readonly organizationId: string;
  readonly random: Random;
  /** Ids of people, leads or not. */
  readonly people: readonly string[];
  readonly owners: readonly string[];
  /** Of the workspace: no row is of a later one. */
  readonly revision: number;
  idOf(kind: string, index: number): string;
}

const times = <Row>(count: number, make: (index: number) => Row) => Array.from({ length: count }, (_, at) => make(at));

export function makeWork(maker: Maker): WorldWork {
  const hooks = makeWebhooks(maker);
  return {
    outreach: makeOutreach(maker),
    tierChanges: makeTierChanges(maker),
    ledger: makeLedger(maker),
    audit: makeAudit(maker),
    webhooks: hooks,
    messages: makeMessages(maker, hooks),
  };
}

export async function writeWork(db: Database, work: WorldWork): Promise<void> {
  await insertInto(db, leadOutreach, work.outreach);
  await insertInto(db, tierChanges, work.tierChanges);
  await insertInto(db, creditLedger, work.ledger);
  await insertInto(db, oauthAudit, work.audit);
  await insertInto(db, webhooks, work.webhooks);
  await insertInto(db, webhookMessages, work.messages);
}

/** Of most people; also rows that a lead which was opened again leaves behind. */
function makeOutreach({ organizationId, random, people }: Maker): OutreachRow[] {
  return people
    .filter(() => random.chance(0.7))
    .map((person_id): OutreachRow => {
      const status = random.pick(outreachStatuses);
      return {
        organization_id: organizationId,
        person_id,
        status,
        contacted_at: status === 'CONTACTED' || random.chance(0.4) ? random.pick(moments) : null,
        contacted_by: null,
        snoozed_until: status === 'SNOOZED' ? random.pick(Object.values(snoozeDays)) : null,
        note: random.chance(0.3) ? 'Wants a call' : null,
        decided_at: start,
      };
    });
}

function makeTierChanges({ organizationId, random, people, revision }: Maker): TierChangeRow[] {
  const rows = new Map<string, TierChangeRow>();
  for (let at = 0; at < 200; at += 1) {
    const row: TierChangeRow = {
      organization_id: organizationId,
      revision: random.between(1, revision),
      lead_id: random.pick(people),
      from_tier: random.chance(0.3) ? null : random.pick(leadTiers),
      to_tier: random.pick(leadTiers),
      reason: random.pick(tierChangeReasons),
      changed_at: random.pick(moments),
    };
    rows.set(`${row.revision}/${row.lead_id}`, row);
  }
  return [...rows.values()];
}

function makeLedger({ organizationId, random, idOf }: Maker): LedgerRow[] {
  return times(130, (at) => ({
    organization_id: organizationId,
    id: idOf('ledger', at),
    kind: random.pick(ledgerKinds),
    amount: random.between(-5, 500),
    reference: random.chance(0.5) ? `for ${at}` : null,
    created_at: random.pick(moments),
    operation: `test/${at}`,
  }));
}

/** Their ids are of the installation, so none is in two workspaces. */
function makeAudit({ organizationId, random, owners }: Maker): AuditRow[] {
  return times(150, (at): AuditRow => {
    const kind = random.pick(['operator', 'api_key', null] as const);
    const isOfObject = random.chance(0.7);
    return {
      id: uuidOf(`audit/${at}`, organizationId),
      at: random.pick(moments),
      action: random.pick(auditActions),
      organization_id: organizationId,
      user_id: kind === null && random.chance(0.5) ? random.pick(owners) : null,
      client_id: null,
      client_name: random.chance(0.3) ? 'Claude' : null,
      grant_id: null,
      detail: random.chance(0.5) ? `detail ${at}` : null,
      actor_kind: kind,
      actor_id: kind === null ? null : kind === 'operator' ? 'ada' : random.pick(owners),
      object_kind: isOfObject ? 'lead' : null,
      object_id: isOfObject ? random.pick(owners) : null,
    };
  });
}

function makeWebhooks({ organizationId, random, idOf }: Maker): WebhookRow[] {
  return times(45, (at): WebhookRow => {
    const status = random.pick(webhookStatuses);
    const types = webhookTypes.filter(() => random.chance(0.5));
    return {
      organization_id: organizationId,
      id: idOf('webhook', at),
      url: `https://hooks.invalid.example/${at}`,
      types: (types.length === 0 ? webhookTypes : types).join(','),
      status,
      disabled_at: status === 'DISABLED' ? random.pick(moments) : null,
      disabled_reason: status === 'DISABLED' ? 'It was gone.' : null,
      secret: 'none',
      previous_secret: null,
      created_by: null,
      previous_until: null,
      next_sequence: 1_000,
      doorbell_position: '0:~',
      doorbell_at: start,
      tiers_position: '0:~',
      deletions_position: '0:~',
      dropped: 0,
      created_at: random.pick(moments),
      updated_at: start,
    };
  });
}

/** Of the first few webhooks; their times are in another order than their sequence, which is what counts. */
function makeMessages({ organizationId, random, idOf }: Maker, hooks: readonly WebhookRow[]): WebhookMessageRow[] {
  const chosen = hooks.slice(0, 4);
  return random.shuffled(times(160, (at) => at)).map((at): WebhookMessageRow => {
    const status = random.pick(messageStatuses);
    const isTried = status !== 'PENDING' || random.chance(0.5);
    return {
      organization_id: organizationId,
      id: idOf('message', at),
      webhook_id: random.pick(chosen).id,
      sequence: at,
      type: random.pick(webhookTypes),
      body: `{"number":${at}}`,
      status,
      attempts: isTried ? random.between(1, 9) : 0,
      due_at: random.pick(moments),
      attempted_at: isTried ? random.pick(moments) : null,
      last_status: isTried && random.chance(0.5) ? random.pick([204, 500]) : null,
      last_error: isTried && status !== 'DELIVERED' ? 'It did not answer.' : null,
      created_at: random.pick(moments),
      ended_at: status === 'PENDING' ? null : random.pick(moments),
    };
  });
}
