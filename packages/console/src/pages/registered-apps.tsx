/** Applications that were registered by hand, for forms that ask for a client id. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { RegisteredApp } from '../api/operations';
import { useRead } from '../api/read';
import { AskFirst } from '../components/ask-first';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { ErrorState } from '../components/states';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { day, t } from '../i18n';

function NewApp({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (app: RegisteredApp) => void }) {
  const [name, setName] = useState('');
  const [uris, setUris] = useState('');
  const task = useTask();
  return (
    <Dialog title={t('apps.new')} wide onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          const redirectUris = uris.split(/\s+/).filter(Boolean);
          void task.run(async () => onMade(await call('register_app', { name, redirectUris })));
        }}
      >
        <FormError error={task.error} />
        <TextField
          label={t('column.name')}
          hint={t('apps.name-hint')}
          value={name}
          onInput={setName}
          required
          maxLength={100}
          autofocus
        />
        <TextField
          label={t('field.redirectUris')}
          hint={t('apps.uris-hint')}
          value={uris}
          onInput={setUris}
          required
          rows={2}
        />
        <p class="form-end">
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('apps.make')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** For owners and admins. */
export function RegisteredApps() {
  const apps = useRead('list_registered_apps', {});
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<RegisteredApp>();
  const rows = apps.data?.data ?? [];
  return (
    <details class="boxed">
      <summary>{t('apps.title')}</summary>
      <div class="form">
        <div class="tab-head">
          <p class="quiet">{t('apps.text')}</p>
          <Button icon="plus" onClick={() => setMaking(true)}>
            {t('apps.new')}
          </Button>
        </div>
        {apps.error && !apps.data && <ErrorState error={apps.error} again={apps.again} />}
        {rows.length > 0 && (
          <Table
            caption={t('apps.title')}
            rows={rows}
            rowKey={(row) => row.clientId}
            columns={[
              {
                key: 'app',
                head: t('assistants.app'),
                cell: (row) => (
                  <>
                    <strong dir="auto">{row.name}</strong>
                    <small>{day(row.createdAt)}</small>
                  </>
                ),
              },
              { key: 'id', head: t('apps.id'), cell: (row) => <CopyText text={row.clientId} /> },
              {
                key: 'uris',
                head: t('field.redirectUris'),
                cell: (row) => row.redirectUris.map((uri) => <small key={uri}>{uri}</small>),
              },
              {
                key: 'do',
                head: '',
                label: t('watchlist.do'),
                cell: (row) => (
                  <Button kind="danger" onClick={() => setRemoving(row)}>
                    {t('action.remove')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </div>
      {making && (
        <NewApp
          onClose={() => setMaking(false)}
          onMade={({ name }) => {
            setMaking(false);
            apps.again();
            say(t('apps.made', { name }));
          }}
        />
      )}
      {removing && (
        <AskFirst
          title={t('apps.remove-title')}
          deed={t('action.remove')}
          onClose={() => setRemoving(undefined)}
          act={async () => {
            await call('remove_registered_app', { clientId: removing.clientId });
            setRemoving(undefined);
            apps.again();
            say(t('apps.removed', { name: removing.name }));
          }}
        >
          <p class="wrap-anywhere">{t('apps.remove-text', { name: removing.name })}</p>
        </AskFirst>
      )}
    </details>
  );
}
