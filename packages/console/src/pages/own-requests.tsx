/** One's own requests to owners and admins, and their answers. */
import type { Output } from '../api/operations';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import { appColumns } from '../components/app-columns';
import { Status } from '../components/status';
import { Table } from '../components/table';
import { day, label, t } from '../i18n';

type OwnRequest = Output<'list_own_access_requests'>['data'][number];

const kinds = { WAITING: 'waiting', PERMITTED: 'good', REFUSED: 'bad', TAKEN_BACK: 'idle' } as const;

function Answer({ request }: { readonly request: OwnRequest }) {
  const { status, answeredAt, answeredBy, scopes, permittedScopes } = request;
  const fewer = status === 'PERMITTED' && scopes.some((one) => !permittedScopes.includes(one));
  return (
    <div class="answer-cell">
      <Status kind={kinds[status]}>{label('request', status)}</Status>
      {answeredAt && (
        <small>
          {answeredBy === null
            ? day(answeredAt)
            : t('requests.answered-by', { name: answeredBy, day: day(answeredAt) })}
        </small>
      )}
      {fewer && (
        <small>{t('requests.only', { scopes: permittedScopes.map((one) => label('scope', one)).join(', ') })}</small>
      )}
      <small>{t(`requests.next-${status}`)}</small>
    </div>
  );
}

/** @param every how often an answer is looked for while one is waited for, milliseconds. */
export function OwnRequests({ every, most }: { readonly every: number; readonly most: number }) {
  const requests = useRead('list_own_access_requests', {});
  const rows = requests.data?.data ?? [];
  usePolling({ on: rows.some(({ status }) => status === 'WAITING'), every, most, read: requests.again });
  if (rows.length === 0) return null;
  return (
    <section class="boxed">
      <h2>{t('requests.mine')}</h2>
      <Table
        caption={t('requests.mine')}
        rows={rows}
        rowKey={(row) => row.accessRequestId}
        columns={[
          ...appColumns(),
          { key: 'answer', head: t('webhooks.answer'), cell: (row) => <Answer request={row} /> },
        ]}
      />
    </section>
  );
}
