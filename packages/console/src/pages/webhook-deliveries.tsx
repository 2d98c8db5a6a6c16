/** Messages sent to a webhook, each with its attempts and the receiver's answers. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Delivery, DeliveryStatus, Webhook } from '../api/operations';
import { usePolling } from '../api/poll';
import { usePages } from '../api/read';
import { may } from '../api/session';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { Dialog } from '../components/dialog';
import { FormError } from '../components/form';
import { Empty } from '../components/states';
import { Status } from '../components/status';
import { PagedTable } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { label, moment, number, t, type MessageKey } from '../i18n';
import { place, setQuery } from '../router';

const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const satisfies readonly DeliveryStatus[];
const isStatus = (value: string | null): value is DeliveryStatus => deliveryStatuses.some((one) => one === value);
const kinds = { PENDING: 'waiting', DELIVERED: 'good', FAILED: 'bad' } as const;

/** What to do about an answer. */
function advice({ lastStatus, lastError }: Delivery): MessageKey | undefined {
  if (lastError === null) return undefined;
  if (lastStatus === null) return 'webhooks.do-unreachable';
  if (lastStatus === 401 || lastStatus === 403) return 'webhooks.do-refused';
  if (lastStatus === 404 || lastStatus === 405 || lastStatus === 410) return 'webhooks.do-address';
  if (lastStatus >= 300 && lastStatus < 400) return 'webhooks.do-redirect';
  if (lastStatus === 429) return 'webhooks.do-busy';
  return lastStatus >= 500 ? 'webhooks.do-server' : 'webhooks.do-body';
}

/** The receiver's last answer. */
function Answer({ delivery: { status, lastStatus, lastError, attempts } }: { readonly delivery: Delivery }) {
  if (attempts === 0 && status === 'PENDING') return <span class="quiet">{t('webhooks.not-tried')}</span>;
  return (
    <>
      {lastStatus === null ? t('webhooks.no-answer') : String(lastStatus)}
      {lastError && lastError !== `status ${lastStatus}` && <small class="cut">{lastError}</small>}
    </>
  );
}

const laidOut = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

interface MessageProps {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

function Message({ webhook, delivery, onClose, onSent }: MessageProps) {
  const task = useTask();
  const todo = advice(delivery);
  const again = () =>
    void task.run(async () => {
      await call('replay_webhook', { id: webhook.id, messageId: delivery.id });
      say(t('webhooks.waits-again'));
      onSent();
    });
  return (
    <Dialog title={label('webhook-type', delivery.type)} wide onClose={onClose}>
      <div class="form">
        <FormError error={task.error} />
        <dl class="facts">
          <dt>{t('watchlist.status')}</dt>
          <dd>
            <Status kind={kinds[delivery.status]}>{label('delivery', delivery.status)}</Status>
          </dd>
          <dt>{t('webhooks.id')}</dt>
          <dd class="wrap-anywhere">
            <code>{delivery.id}</code>
          </dd>
          <dt>{t('webhooks.queued')}</dt>
          <dd>{moment(delivery.createdAt)}</dd>
          <dt>{t('webhooks.attempts')}</dt>
          <dd>{number(delivery.attempts)}</dd>
          {delivery.attemptedAt && (
            <>
              <dt>{t('webhooks.tried')}</dt>
              <dd>{moment(delivery.attemptedAt)}</dd>
              <dt>{t('webhooks.answer')}</dt>
              <dd class="wrap-anywhere">
                <Answer delivery={delivery} />
              </dd>
            </>
          )}
          {delivery.dueAt && delivery.attempts > 0 && (
            <>
              <dt>{t('webhooks.next')}</dt>
              <dd>{moment(delivery.dueAt)}</dd>
            </>
          )}
        </dl>
        {todo && <p class="notice">{t(todo)}</p>}
        <p class="label">{t('webhooks.body')}</p>
        <CopyText text={laidOut(delivery.body)} />
        <p class="form-end">
          {may('manageWebhooks') && (
            <Button icon="refresh" disabled={task.busy || webhook.status !== 'ACTIVE'} onClick={again}>
              {t('webhooks.replay')}
            </Button>
          )}
          <Button kind="main" onClick={onClose}>
            {t('action.close')}
          </Button>
        </p>
        {webhook.status !== 'ACTIVE' && <p class="quiet small">{t('webhooks.resume-first')}</p>}
      </div>
    </Dialog>
  );
}

interface DeliveriesProps {
  readonly webhook: Webhook;
  /** Changes when another part of the page sent something. */
  readonly turn: number;
}

export function Deliveries({ webhook, turn }: DeliveriesProps) {
  const asked = place.value.query.get('status');
  const status = isStatus(asked) ? asked : undefined;
  const pages = usePages('list_webhook_deliveries', { id: webhook.id, ...(status ? { status } : {}) });
  const [open, setOpen] = useState<string>();
  // Cached rows may be outdated, so the log is read again whenever it is opened.
  useEffect(() => pages.again(), [turn]);
  const waits = pages.rows.some((row) => row.status === 'PENDING');
  // After something was sent, the filter may hide its rows.
  usePolling({ on: (waits || turn > 0) && pages.rows.length <= 50, every: 2_000, most: 150, read: pages.again });
  const shown = pages.rows.find(({ id }) => id === open);
  return (
    <section class="boxed">
      <div class="row-of spread">
        <h2>{t('webhooks.deliveries')}</h2>
        <span class="row-of" role="group" aria-label={t('watchlist.status')}>
          {[undefined, ...deliveryStatuses].map((one) => (
            <button
              key={one ?? ''}
              type="button"
              class={one === status ? 'chip on' : 'chip'}
              aria-pressed={one === status}
              onClick={() => setQuery({ status: one ?? null })}
            >
              {one ? label('delivery', one) : t('jobs.tab-all')}
            </button>
          ))}
        </span>
      </div>
      <PagedTable
        caption={t('webhooks.deliveries')}
        pages={pages}
        rowKey={(row) => row.id}
        empty={
          <Empty title={t(status ? 'webhooks.none-such' : 'webhooks.none-sent')}>
            {!status && <p>{t('webhooks.none-sent-text')}</p>}
          </Empty>
        }
        columns={[
          {
            key: 'type',
            head: t('webhooks.message'),
            cell: (row) => (
              <button type="button" class="strong-link" onClick={() => setOpen(row.id)}>
                {label('webhook-type', row.type)}
              </button>
            ),
          },
          {
            key: 'status',
            head: t('watchlist.status'),
            cell: (row) => (
              <>
                <Status kind={kinds[row.status]}>{label('delivery', row.status)}</Status>
                {row.dueAt && row.attempts > 0 && <small>{t('webhooks.next-at', { time: moment(row.dueAt) })}</small>}
              </>
            ),
          },
          { key: 'attempts', head: t('webhooks.attempts'), number: true, cell: (row) => number(row.attempts) },
          {
            key: 'answer',
            head: t('webhooks.answer'),
            cell: (row) => (
              <span class="answer-cell">
                <Answer delivery={row} />
              </span>
            ),
          },
          { key: 'at', head: t('webhooks.queued'), number: true, cell: (row) => moment(row.createdAt) },
        ]}
      />
      {shown && (
        <Message
          webhook={webhook}
          delivery={shown}
          onClose={() => setOpen(undefined)}
          onSent={() => {
            setOpen(undefined);
            pages.again();
          }}
        />
      )}
    </section>
  );
}
