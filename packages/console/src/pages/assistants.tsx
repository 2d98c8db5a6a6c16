/** Assistants: how to connect one, existing connections, and requests of members. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Connection } from '../api/operations';
import { useRead } from '../api/read';
import { usePolling } from '../api/poll';
import { may, session } from '../api/session';
import { requestAnswered } from '../api/waiting';
import { appColumns } from '../components/app-columns';
import { Button } from '../components/button';
import { FormError, SelectField } from '../components/form';
import { Bones, Empty, ErrorState } from '../components/states';
import { lastUsed } from '../components/calls-of';
import { Table } from '../components/table';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { day, label, t } from '../i18n';
import { HowToConnect } from './assistant-ways';
import { ConnectAttempts } from './connect-attempts';
import { OwnRequests } from './own-requests';
import { RegisteredApps } from './registered-apps';

/** How often the list is read while the page is visible, for at most ten minutes. */
const readEvery = 5_000;
const mostReads = 120;
/** Two weeks, ms: within them the day on which a connection must be approved again stands out. */
const soon = 14 * 86_400_000;
const approveAgain = ({ approveAgainBy }: Connection) => t('assistants.approve-again', { day: day(approveAgainBy) });
const endsSoon = ({ approveAgainBy }: Connection) => Date.parse(approveAgainBy) < Date.now() + soon;

function Requests({ onAnswered }: { readonly onAnswered: () => void }) {
  const requests = useRead('list_access_requests', {});
  const task = useTask();
  const answer = (accessRequestId: string, permitted: boolean) =>
    void task.run(async () => {
      await call('answer_access_request', { accessRequestId, permitted });
      requests.again();
      requestAnswered();
      onAnswered();
      say(permitted ? t('assistants.permitted') : t('request.REFUSED'));
    });
  const rows = requests.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="boxed">
      <h2>{t('assistants.requests')}</h2>
      <FormError error={task.error} />
      <Table
        caption={t('assistants.requests')}
        rows={rows}
        rowKey={(row) => row.accessRequestId}
        columns={[
          { key: 'who', head: t('members.person'), cell: (row) => row.user.displayName || row.user.email },
          ...appColumns(),
          {
            key: 'do',
            head: '',
            label: t('watchlist.do'),
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

/** Apps with admin consent, until it is withdrawn. */
function Permits({ version }: { readonly version: number }) {
  const permits = useRead('list_permits', {});
  const task = useTask();
  useEffect(() => {
    if (version > 0) permits.again();
  }, [version]);
  const forbid = (app: string, name: string) =>
    void task.run(async () => {
      await call('forbid_app', { app });
      permits.again();
      say(t('assistants.forbidden', { name }));
    });
  const rows = permits.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section class="boxed">
      <h2>{t('assistants.permits')}</h2>
      <FormError error={task.error} />
      <Table
        caption={t('assistants.permits')}
        rows={rows}
        rowKey={(row) => row.app}
        columns={[
          { key: 'app', head: t('assistants.app'), cell: (row) => <span dir="auto">{row.appName ?? row.app}</span> },
          {
            key: 'scopes',
            head: t('keys.may'),
            cell: (row) => row.scopes.map((one) => label('scope', one)).join(', '),
          },
          { key: 'since', head: t('assistants.permitted-on'), cell: (row) => day(row.permittedAt) },
          {
            key: 'do',
            head: '',
            label: t('watchlist.do'),
            cell: (row) => (
              <Button kind="danger" onClick={() => forbid(row.app, row.appName ?? row.app)}>
                {t('assistants.forbid')}
              </Button>
            ),
          },
        ]}
      />
    </section>
  );
}

export function Assistants() {
  const admin = may('manageApps');
  const [answered, setAnswered] = useState(0);
  const [of, setOf] = useState<'me' | 'everybody'>('me');
  const connections = useRead('list_connections', { of });
  const task = useTask();
  usePolling({ on: true, every: readEvery, most: mostReads, read: connections.again });
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
      <HowToConnect onConnected={connections.again} />
      <OwnRequests every={readEvery} most={mostReads} />
      {admin && <Requests onAnswered={() => setAnswered((n) => n + 1)} />}
      {admin && <Permits version={answered} />}
      <section class="boxed">
        <div class="row-of spread">
          <h2>{t('assistants.connections')}</h2>
          {admin && (
            <SelectField
              label={t('assistants.whose')}
              value={of}
              choices={[
                { value: 'me', label: t('leads.mine') },
                { value: 'everybody', label: t('assistants.everybody') },
              ]}
              onChange={(value) => setOf(value === 'everybody' ? 'everybody' : 'me')}
            />
          )}
        </div>
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
              {
                key: 'app',
                head: t('assistants.app'),
                cell: (row) => (
                  <>
                    <strong dir="auto">{row.clientName}</strong>
                    {row.standIn && <small>{t('assistants.stand-in', { day: day(row.standIn.since) })}</small>}
                  </>
                ),
              },
              { key: 'who', head: t('members.person'), cell: (row) => row.user.email },
              {
                key: 'scopes',
                head: t('keys.may'),
                cell: (row) => row.scopes.map((one) => label('scope', one)).join(', '),
              },
              {
                key: 'since',
                head: t('assistants.since'),
                cell: (row) => (
                  <>
                    {day(row.connectedAt)}
                    <small>{endsSoon(row) ? <b>{approveAgain(row)}</b> : approveAgain(row)}</small>
                  </>
                ),
              },
              lastUsed(),
              {
                key: 'do',
                head: '',
                label: t('watchlist.do'),
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
      {admin && <RegisteredApps />}
      <ConnectAttempts />
    </>
  );
}
