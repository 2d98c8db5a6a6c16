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

interface OfWebhook {
  readonly id: string;
}

export interface IntegrationOperations {
  readonly list_webhooks: Operation<Paging, Page<WebhookInFull>>;
  readonly create_webhook: Operation<{ readonly url: string; readonly types: readonly string[] }, One<NewSecret>>;
  readonly rotate_webhook_secret: Operation<OfWebhook, One<NewSecret>>;
  readonly test_webhook: Operation<OfWebhook, One<OfWebhook>>;
  readonly pause_webhook: Operation<OfWebhook, One<WebhookInFull>>;
  readonly resume_webhook: Operation<OfWebhook, One<WebhookInFull>>;
  readonly delete_webhook: Operation<OfWebhook, One<WebhookInFull>>;
  readonly replay_webhook: Operation<
    OfWebhook & { readonly messageId?: string; readonly since?: string },
    One<{ readonly replayed: number }>
  >;
  readonly list_webhook_deliveries: Operation<
    OfWebhook & Paging & { readonly status?: DeliveryStatus },
    Page<Delivery>
  >;
}
