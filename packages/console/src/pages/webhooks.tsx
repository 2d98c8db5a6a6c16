/** Webhooks: where the workspace sends events, and which ones. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { NewSecret, Webhook, WebhookType } from '../api/operations';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { CheckGroup, FormError, TextField } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { Status } from '../components/status';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { day, label, t } from '../i18n';
import { addressHere } from '../router';
import { ShownSecret } from './webhook-secret';
import { Addresses } from './api-keys';

const webhookTypes = [
  'leads.changed',
  'lead.tier_changed',
  'lead.deleted',
  'discovery.finished',
  'agent.run_finished',
  'credits.low',
] as const satisfies readonly WebhookType[];

const choices = () =>
  webhookTypes.map((value) => ({ value, label: label('webhook-type', value), hint: label('webhook-hint', value) }));

interface NewWebhookProps {
  readonly onClose: () => void;
  readonly onMade: (secret: NewSecret) => void;
}

function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  return (
    <WebhookForm
      title={t('webhooks.new')}
      deed={t('webhooks.add')}
      url=""
      types={['leads.changed', 'lead.deleted']}
      save={async (wanted) => onMade((await call('create_webhook', wanted)).data)}
      onClose={onClose}
    />
  );
}

interface WebhookFormProps {
  readonly title: string;
  /** Label of the save button. */
  readonly deed: string;
  readonly url: string;
  readonly types: readonly WebhookType[];
  readonly save: (wanted: { readonly url: string; readonly types: readonly WebhookType[] }) => Promise<void>;
  readonly onClose: () => void;
}

/** The address and events of a webhook, for a new or an existing one. */
export function WebhookForm({ title, deed, url: before, types: typesBefore, save, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(before);
  const [types, setTypes] = useState(typesBefore);
  const task = useTask();
  return (
    <Dialog title={title} wide onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(() => save({ url: url.trim(), types }));
        }}
      >
        <FormError error={task.error} />
        <TextField
          label={t('webhooks.url')}
          hint={t('webhooks.url-hint')}
          type="url"
          value={url}
          onInput={setUrl}
          required
          maxLength={2048}
          autofocus
        />
        <CheckGroup legend={t('webhooks.types')} choices={choices()} values={types} onChange={setTypes} />
        <p class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy || types.length === 0}>
            {deed}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** Whether messages are sent, and if not, why. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.status === 'ACTIVE') return <Status kind="good">{t('webhooks.active')}</Status>;
  const paused = webhook.disabledReason === 'paused';
  return (
    <>
      <Status kind={paused ? 'idle' : 'bad'}>{t(paused ? 'webhooks.paused' : 'webhooks.disabled')}</Status>{' '}
      {webhook.disabledAt && <small class="quiet">{t('webhooks.since', { day: day(webhook.disabledAt) })}</small>}
    </>
  );
}

/** The host of an address. The path may be a secret of the receiver, so it must not be in a title. */
export const hostOf = (url: string) => {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
};

export function Webhooks() {
  // A workspace has at most 50.
  const webhooks = useRead('list_webhooks', { limit: 100 });
  const rows = webhooks.data?.data ?? [];
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<NewSecret>();
  return (
    <>
      <section class="tab-head">
        <p class="quiet">
          {t('webhooks.intro')} <Addresses />
        </p>
        {may('manageWebhooks') && (
          <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
            {t('webhooks.new')}
          </Button>
        )}
      </section>
      {!webhooks.data &&
        (webhooks.error ? <ErrorState error={webhooks.error} again={webhooks.again} /> : <Bones rows={3} />)}
      {webhooks.data && rows.length === 0 && (
        <Empty title={t('webhooks.none')}>
          <p>{t('webhooks.none-text')}</p>
        </Empty>
      )}
      {rows.length > 0 && (
        <Table
          caption={t('integrations.webhooks')}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'url',
              head: t('webhooks.url'),
              cell: (row) => (
                <span class="webhook-cell">
                  <a class="strong-link cut" href={addressHere(`integrations/webhooks/${row.id}`)}>
                    {hostOf(row.url)}
                  </a>
                  <small class="cut">{row.url}</small>
                </span>
              ),
            },
            {
              key: 'types',
              head: t('webhooks.types'),
              cell: (row) => row.types.map((type) => label('webhook-type', type)).join(', '),
            },
            { key: 'status', head: t('watchlist.status'), cell: (row) => <WebhookStatus webhook={row} /> },
            { key: 'since', head: t('webhooks.created'), number: true, cell: (row) => day(row.createdAt) },
          ]}
        />
      )}
      {making && (
        <NewWebhook
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setSecret(made);
            webhooks.again();
          }}
        />
      )}
      {secret && <ShownSecret secret={secret} rotated={false} onClose={() => setSecret(undefined)} />}
    </>
  );
}
