/** Assistants: how to connect one, the connections there are, and what members ask for. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Connection } from '../api/operations-workspace';
import { useRead } from '../api/read';
import { may, session } from '../api/session';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { FormError, SelectField } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { day, label, t } from '../i18n';

/** How often the list is read while somebody connects an assistant, milliseconds. */
const readEvery = 5_000;

function HowTo() {
  const url = `${session.value?.service.url ?? ''}/api/v1/mcp`;
  const vscode = JSON.stringify({ name: 'leadlight', type: 'http', url });
  const ways = [
    { name: 'Claude, ChatGPT', text: t('assistants.web'), command: url },
    {
      name: 'Claude Code',
      text: t('assistants.terminal'),
      command: `claude mcp add --transport http leadlight ${url}`,
    },
    { name: 'VS Code', text: t('assistants.terminal'), command: `code --add-mcp '${vscode}'` },
    { name: 'Cursor', text: t('assistants.cursor'), command: JSON.stringify({ mcpServers: { leadlight: { url } } }) },
  ];
  return (
    <section class="card">
      <h2>{t('assistants.connect')}</h2>
      <p>{t('assistants.connect-text')}</p>
      {ways.map(({ name, text, command }) => (
        <details key={name}>
          <summary>{name}</summary>
          <p>{text}</p>
          <CopyText text={command} />
        </details>
      ))}
    </section>
  );
}

function Requests() {
  const requests = useRead('list_access_requests', {});
  const task = useTask();
  const answer = (accessRequestId: string, permitted: boolean) =>
    void task.run(async () => {
      await call('answer_access_request', { accessRequestId, permitted });
      requests.again();
      say(permitted ? t('assistants.permitted') : t('assistants.refused'));
    });
  const rows = requests.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('assistants.requests')}</h2>
      <FormError error={task.error} />
      <Table
        caption={t('assistants.requests')}
        rows={rows}
        rowKey={(row) => row.accessRequestId}
        columns={[
          { key: 'who', head: t('members.person'), cell: (row) => row.user.displayName || row.user.email },
          { key: 'app', head: t('assistants.app'), cell: (row) => `${row.clientName} (${row.redirectHost})` },
          {
            key: 'scopes',
            head: t('assistants.scopes'),
            cell: (row) => row.scopes.map((one) => label('scope', one)).join(', '),
          },
          {
            key: 'do',
            head: '',
            label: t('members.actions'),
            cell: (row) => (
              <span class="row-of">
                <Button kind="main" onClick={() => answer(row.accessRequestId, true)}>
                  {t('assistants.permit')}
                </Button>
                <Button onClick={() => answer(row.accessRequestId, false)}>{t('assistants.refuse')}</Button>
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}

export function Assistants() {
  const admin = may('manageApps');
  const [of, setOf] = useState<'me' | 'everybody'>('me');
  const connections = useRead('list_connections', { of });
  const task = useTask();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') connections.again();
    }, readEvery);
    return () => clearInterval(timer);
  }, [of]);
  const mine = (row: Connection) => row.user.id === session.value?.person.id;
  const end = (row: Connection) =>
    void task.run(async () => {
      await call(mine(row) ? 'end_own_connection' : 'end_connection', { connectionId: row.connectionId });
      connections.again();
      say(t('assistants.ended', { name: row.clientName }));
    });
  const rows = connections.data?.data ?? [];
  return (
    <>
      <HowTo />
      {admin && <Requests />}
      <section>
        <h2>{t('assistants.connections')}</h2>
        {admin && (
          <SelectField
            label={t('assistants.whose')}
            value={of}
            choices={[
              { value: 'me', label: t('assistants.mine') },
              { value: 'everybody', label: t('assistants.everybody') },
            ]}
            onChange={(value) => setOf(value === 'everybody' ? 'everybody' : 'me')}
          />
        )}
        <FormError error={task.error} />
        {connections.error && !connections.data && <ErrorState error={connections.error} again={connections.again} />}
        {!connections.data && !connections.error && <Bones rows={2} />}
        {connections.data && rows.length === 0 && (
          <Empty title={t('assistants.none')}>
            <p>{t('assistants.none-text')}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <Table
            caption={t('assistants.connections')}
            rows={rows}
            rowKey={(row) => row.connectionId}
            columns={[
              { key: 'app', head: t('assistants.app'), cell: (row) => <strong>{row.clientName}</strong> },
              { key: 'who', head: t('members.person'), cell: (row) => row.user.email },
              {
                key: 'scopes',
                head: t('assistants.scopes'),
                cell: (row) => row.scopes.map((one) => label('scope', one)).join(', '),
              },
              {
                key: 'used',
                head: t('keys.last-used'),
                cell: (row) => (row.lastUsedAt ? day(row.lastUsedAt) : t('keys.never')),
              },
              {
                key: 'do',
                head: '',
                label: t('members.actions'),
                cell: (row) => (
                  <Button kind="danger" onClick={() => end(row)}>
                    {t('assistants.end')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </section>
    </>
  );
}
