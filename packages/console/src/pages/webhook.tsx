/** One webhook: its events, a test, its secret, pausing, removing, and the log of what was sent. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { NewSecret, Webhook } from '../api/operations';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { AskFirst } from '../components/ask-first';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { label, moment, t } from '../i18n';
import { addressHere, go } from '../router';
import { Deliveries } from './webhook-deliveries';
import { ShownSecret } from './webhook-secret';
import { hostOf, WebhookForm, WebhookStatus } from './webhooks';

interface AskProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Remove({ webhook, onClose, onDone }: AskProps) {
  const remove = async () => {
    await call('delete_webhook', { id: webhook.id });
    onDone();
  };
  return (
    <AskFirst title={t('webhooks.remove')} deed={t('action.remove')} act={remove} onClose={onClose}>
      <p class="wrap-anywhere">{webhook.url}</p>
      <p>{t('webhooks.remove-text')}</p>
    </AskFirst>
  );
}

const today = () => new Date().toISOString().slice(0, 10);

function ReplayFailed({ webhook, onClose, onDone }: AskProps) {
  const [since, setSince] = useState(today);
  const task = useTask();
  return (
    <Dialog title={t('webhooks.replay-failed')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            const { data } = await call('replay_webhook', { id: webhook.id, since });
            say(t('webhooks.replayed', { count: data.replayed }));
            onDone();
          });
        }}
      >
        <FormError error={task.error} />
        <p>{t('webhooks.replay-text')}</p>
        <TextField label={t('webhooks.replay-since')} type="date" value={since} onInput={setSince} required />
        <p class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('webhooks.replay')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  return (
    <dl class="facts">
      <dt>{t('watchlist.status')}</dt>
      <dd>
        <WebhookStatus webhook={webhook} />
      </dd>
      <dt>{t('webhooks.url')}</dt>
      <dd class="wrap-anywhere">{webhook.url}</dd>
      <dt>{t('webhooks.types')}</dt>
      <dd>{webhook.types.map((type) => label('webhook-type', type)).join(', ')}</dd>
      <dt>{t('webhooks.created')}</dt>
      <dd>{moment(webhook.createdAt)}</dd>
    </dl>
  );
}

function Opened({ webhook, again }: { readonly webhook: Webhook; readonly again: () => void }) {
  const [asking, ask] = useState<'remove' | 'replay' | 'change'>();
  const [secret, setSecret] = useState<NewSecret>();
  const [turn, setTurn] = useState(0);
  const task = useTask();
  const close = () => ask(undefined);
  const sent = () => {
    close();
    again();
    setTurn((n) => n + 1);
  };
  const { id } = webhook;
  const active = webhook.status === 'ACTIVE';
  const test = () =>
    void task.run(async () => {
      await call('test_webhook', { id });
      say(t('webhooks.tested'));
      sent();
    });
  const rotate = () => void task.run(async () => setSecret((await call('rotate_webhook_secret', { id })).data));
  const turnOnOrOff = () =>
    void task.run(async () => {
      await call(active ? 'pause_webhook' : 'resume_webhook', { id });
      say(t(active ? 'webhooks.said-paused' : 'webhooks.said-resumed'));
      sent();
    });
  const gaveUp = !active && webhook.disabledReason !== 'paused';
  return (
    <>
      <h2 class="cut">{hostOf(webhook.url)}</h2>
      {gaveUp && (
        <div class="notice bad" role="note">
          {t('webhooks.gave-up', { reason: webhook.disabledReason ?? '–' })}
        </div>
      )}
      <div class="card">
        <Facts webhook={webhook} />
        {may('manageWebhooks') && (
          <div class="row-of">
            <Button kind="main" disabled={task.busy || !active} onClick={test}>
              {t('webhooks.test')}
            </Button>
            <Button icon={active ? 'pause' : 'play'} disabled={task.busy} onClick={turnOnOrOff}>
              {t(active ? 'webhooks.pause' : 'webhooks.resume')}
            </Button>
            <Button icon="refresh" disabled={!active} onClick={() => ask('replay')}>
              {t('webhooks.replay-failed')}
            </Button>
            <Button disabled={task.busy} onClick={() => ask('change')}>
              {t('digests.change')}
            </Button>
            <Button disabled={task.busy} onClick={rotate}>
              {t('webhooks.rotate')}
            </Button>
            <Button kind="danger" icon="trash" onClick={() => ask('remove')}>
              {t('action.remove')}
            </Button>
          </div>
        )}
        <FormError error={task.error} />
      </div>
      <Deliveries webhook={webhook} turn={turn} />
      {asking === 'remove' && (
        <Remove
          webhook={webhook}
          onClose={close}
          onDone={() => {
            say(t('webhooks.removed'));
            go(addressHere('integrations/webhooks'));
          }}
        />
      )}
      {asking === 'change' && (
        <WebhookForm
          title={t('digests.change')}
          deed={t('action.save')}
          url={webhook.url}
          types={webhook.types}
          save={async (wanted) => {
            await call('change_webhook', { id, ...wanted });
            say(t('webhooks.changed'));
            sent();
          }}
          onClose={close}
        />
      )}
      {asking === 'replay' && <ReplayFailed webhook={webhook} onClose={close} onDone={sent} />}
      {secret && <ShownSecret secret={secret} rotated onClose={() => setSecret(undefined)} />}
    </>
  );
}

export function Webhook({ id }: { readonly id: string }) {
  // A workspace has at most 50, so its list is one page.
  const { data, error, again } = useRead('list_webhooks', { limit: 100 });
  const webhook = data?.data.find((one) => one.id === id);
  return (
    <>
      <p>
        <a class="text-link" href={addressHere('integrations/webhooks')}>
          ← {t('webhooks.back')}
        </a>
      </p>
      {!data && (error ? <ErrorState error={error} again={again} /> : <Bones rows={6} />)}
      {data && !webhook && (
        <Empty title={t('webhooks.gone')}>
          <p>{t('webhooks.gone-text')}</p>
        </Empty>
      )}
      {webhook && <Opened webhook={webhook} again={again} />}
    </>
  );
}
