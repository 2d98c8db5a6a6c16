/** API keys: created and shown once, what each may read, last use, revoking. */
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { ApiKey, Flag } from '../api/operations';
import { useRead } from '../api/read';
import { session } from '../api/session';
import { AskFirst } from '../components/ask-first';
import { Button, OutLink } from '../components/button';
import { CopyText } from '../components/copy';
import { Dialog } from '../components/dialog';
import { Check, CheckGroup, FormError, TextField } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { lastUsed } from '../components/calls-of';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { day, label, t } from '../i18n';

interface NewKeyProps {
  /** `dataAccess` flags in the API's order. */
  readonly flags: readonly Flag[];
  readonly onClose: () => void;
  readonly onMade: (key: string) => void;
}

/** The flag that a key needs to change things. */
const writesWith = 'integrations';

function NewKey({ flags, onClose, onMade }: NewKeyProps) {
  const [name, setName] = useState('');
  const [expires, setExpires] = useState('');
  const [chosen, setChosen] = useState<readonly Flag[]>(['workspace', 'leads']);
  const [writes, setWrites] = useState(false);
  const [mcp, setMcp] = useState(false);
  const canWrite = writes && chosen.includes(writesWith);
  const task = useTask();
  return (
    <Dialog title={t('keys.new')} wide onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            const expiresAt = expires === '' ? null : Date.parse(`${expires}T23:59:59Z`);
            const { key } = await call('create_api_key', { name, dataAccess: chosen, expiresAt, canWrite, mcp });
            onMade(key);
          });
        }}
      >
        <FormError error={task.error} />
        <TextField
          label={t('column.name')}
          hint={t('keys.name-hint')}
          value={name}
          onInput={setName}
          required
          maxLength={200}
          autofocus
        />
        <CheckGroup
          legend={t('keys.may')}
          choices={flags.map((value) => ({ value, label: label('flag', value), hint: label('flag-hint', value) }))}
          values={chosen}
          onChange={setChosen}
        />
        <Check
          label={t('keys.write')}
          hint={t('keys.write-hint')}
          checked={canWrite}
          disabled={!chosen.includes(writesWith)}
          onChange={setWrites}
        />
        <Check label={t('keys.mcp')} hint={t('keys.mcp-hint')} checked={mcp} onChange={setMcp} />
        <TextField
          label={t('keys.expires')}
          hint={t('keys.expires-hint')}
          type="date"
          value={expires}
          onInput={setExpires}
        />
        <p class="form-end">
          <Button type="submit" kind="main" disabled={task.busy || chosen.length === 0}>
            {t('keys.make')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** Links to the description of the API, served beside it. */
export function Addresses() {
  return <OutLink href={`${session.value?.service.url ?? ''}/api/v1/docs`}>{t('keys.addresses')}</OutLink>;
}

function MadeKey({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const url = `${session.value?.service.url ?? ''}/api/v1`;
  return (
    <Dialog title={t('keys.made')} wide>
      <div class="form">
        <p>{t('keys.made-text')}</p>
        <CopyText text={secret} />
        <p>{t('keys.try')}</p>
        <CopyText text={`curl -H "Authorization: Bearer ${secret}" "${url}/customer/leads?limit=3"`} />
        <p>
          <Addresses />
        </p>
        <p class="form-end">
          <Button kind="main" onClick={onClose}>
            {t('keys.stored')}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}

function Revoke(props: { readonly apiKey: ApiKey; readonly onClose: () => void; readonly onDone: () => void }) {
  const { apiKey, onClose, onDone } = props;
  const revoke = async () => {
    await call('revoke_api_key', { keyId: apiKey.id });
    onDone();
  };
  return (
    <AskFirst title={t('keys.revoke-title')} deed={t('keys.revoke')} act={revoke} onClose={onClose}>
      <p class="wrap-anywhere">{t('keys.revoke-text', { name: apiKey.name })}</p>
    </AskFirst>
  );
}

export function ApiKeys() {
  const keys = useRead('list_api_keys', {});
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const rows = keys.data?.data ?? [];
  const flags = keys.data?.flags ?? [];
  const on = (row: ApiKey) => flags.filter((flag) => row.dataAccess[flag]).map((flag) => label('flag', flag));
  return (
    <section class="form">
      <div class="tab-head">
        <p class="quiet">{t('keys.intro')}</p>
        <Button kind="main" icon="plus" disabled={!keys.data} onClick={() => setMaking(true)}>
          {t('keys.new')}
        </Button>
      </div>
      {keys.error && !keys.data && <ErrorState error={keys.error} again={keys.again} />}
      {!keys.data && !keys.error && <Bones rows={3} />}
      {keys.data && rows.length === 0 && <Empty title={t('keys.none')} />}
      {rows.length > 0 && (
        <Table
          caption={t('integrations.api')}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'name',
              head: t('column.name'),
              cell: (row) => (
                <>
                  <strong>{row.name}</strong>
                  <br />
                  <code>{row.prefix}…</code>
                  {row.createdBy?.displayName && (
                    <small> {t('keys.made-by', { name: row.createdBy.displayName })}</small>
                  )}
                  {row.createdBy?.left && <small> {t('keys.maker-left')}</small>}
                </>
              ),
            },
            {
              key: 'access',
              head: t('keys.access'),
              cell: (row) => t(row.canWrite ? 'keys.writes' : 'keys.reads') + (row.mcp ? `, ${t('keys.at-mcp')}` : ''),
            },
            { key: 'may', head: t('keys.may'), cell: (row) => on(row).join(', ') },
            lastUsed(),
            {
              key: 'do',
              head: t('watchlist.status'),
              cell: (row) =>
                row.status === 'ACTIVE' ? (
                  <>
                    <Button kind="danger" onClick={() => setRevoking(row)}>
                      {t('keys.revoke')}
                    </Button>
                    {row.expiresAt && <small>{t('keys.until', { day: day(row.expiresAt) })}</small>}
                  </>
                ) : (
                  label('key-status', row.status)
                ),
            },
          ]}
        />
      )}
      <p>
        <Addresses />
      </p>
      {flags.length > 0 && (
        <details>
          <summary>{t('keys.explain')}</summary>
          <dl class="facts explained">
            {flags.map((flag) => (
              <Fragment key={flag}>
                <dt>{label('flag', flag)}</dt>
                <dd>{label('flag-hint', flag)}</dd>
              </Fragment>
            ))}
          </dl>
          <p>{t('keys.writes-hint')}</p>
        </details>
      )}
      {revoking && (
        <Revoke
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onDone={() => {
            setRevoking(undefined);
            keys.again();
            say(t('keys.revoked', { name: revoking.name }));
          }}
        />
      )}
      {making && (
        <NewKey
          flags={flags}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            setSecret(key);
            keys.again();
          }}
        />
      )}
      {secret !== undefined && <MadeKey secret={secret} onClose={() => setSecret(undefined)} />}
    </section>
  );
}
