/** Operations on what leaves the workspace by itself: webhooks and digests. */
import type { One, Operation, Page, Paging } from './operations';

export const webhookTypes = [
  'leads.changed',
  'lead.tier_changed',
  'lead.deleted',
  'discovery.finished',
  'agent.run_finished',
  'credits.low',
] as const;

export interface WebhookInFull {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly status: 'ACTIVE' | 'DISABLED';
  readonly disabledAt: string | null;
  readonly disabledReason: string | null;
  readonly createdAt: string;
}
export interface NewSecret {
  readonly id: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly secret: string;
}
export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly dueAt: string | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  /** JSON text. */
  readonly body: string;
}

interface OfOne {
  readonly id: string;
}

export interface DigestInFull {
  readonly id: string;
  /** `mailto:` with the address, or `slack:` with the host alone. */
  readonly to: string;
  readonly for: 'owner' | 'workspace';
  readonly ownerId: string | null;
  readonly status: 'ACTIVE' | 'UNSUBSCRIBED';
  /** Five cron fields. */
  readonly schedule: string;
  readonly timeZone: string;
  readonly nextAt: string | null;
  readonly lastSend: {
    readonly at: string;
    readonly status: 'CLAIMED' | 'SENDING' | 'SENT' | 'EMPTY' | 'FAILED';
    readonly endedAt: string | null;
    readonly error: string | null;
  } | null;
}
interface Times {
  readonly schedule: string;
  readonly timeZone: string;
}

export interface IntegrationOperations {
  readonly list_digests: Operation<
    Readonly<Record<string, never>>,
    One<readonly DigestInFull[]> & { readonly mail: boolean }
  >;
  readonly add_digest: Operation<
    Times & { readonly to: string; readonly for: 'owner' | 'workspace'; readonly ownerId?: string },
    One<DigestInFull>
  >;
  readonly change_digest: Operation<Times & OfOne, One<DigestInFull>>;
  readonly remove_digest: Operation<OfOne, OfOne>;
  readonly send_digest: Operation<OfOne, One<DigestInFull>>;
  readonly list_webhooks: Operation<Paging, Page<WebhookInFull>>;
  readonly create_webhook: Operation<{ readonly url: string; readonly types: readonly string[] }, One<NewSecret>>;
  readonly rotate_webhook_secret: Operation<OfOne, One<NewSecret>>;
  readonly test_webhook: Operation<OfOne, One<OfOne>>;
  readonly pause_webhook: Operation<OfOne, One<WebhookInFull>>;
  readonly resume_webhook: Operation<OfOne, One<WebhookInFull>>;
  readonly delete_webhook: Operation<OfOne, One<WebhookInFull>>;
  readonly replay_webhook: Operation<
    OfOne & { readonly messageId?: string; readonly since?: string },
    One<{ readonly replayed: number }>
  >;
  readonly list_webhook_deliveries: Operation<OfOne & Paging & { readonly status?: DeliveryStatus }, Page<Delivery>>;
}
