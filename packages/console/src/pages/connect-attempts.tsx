/** What assistants tried when they connected: the step that failed, and the sentence that the assistant did not show. */
import { useRead } from '../api/read';
import { Bones, Empty, ErrorState } from '../components/states';
import { Status } from '../components/status';
import { Table } from '../components/table';
import { label, moment, t } from '../i18n';

const kinds = { ok: 'good', refused: 'bad', failed: 'bad' } as const;

export function ConnectAttempts() {
  const attempts = useRead('list_connect_attempts', {});
  const rows = attempts.data?.data ?? [];
  return (
    <details class="boxed">
      <summary>{t('attempts.title')}</summary>
      <p class="quiet">{t('attempts.text')}</p>
      {attempts.error && !attempts.data && <ErrorState error={attempts.error} again={attempts.again} />}
      {!attempts.data && !attempts.error && <Bones rows={2} />}
      {attempts.data && rows.length === 0 && <Empty title={t('attempts.none')} />}
      {rows.length > 0 && (
        <Table
          caption={t('attempts.title')}
          rows={rows}
          rowKey={(row) => `${row.at} ${row.step} ${row.requestId ?? ''} ${row.reason ?? ''}`}
          columns={[
            {
              key: 'at',
              head: t('audit.at'),
              cell: (row) => (
                <>
                  {moment(row.at)}
                  {row.times > 1 && <small>{t('attempts.times', { count: row.times })}</small>}
                </>
              ),
            },
            { key: 'step', head: t('attempts.step'), cell: (row) => label('attempt-step', row.step) },
            { key: 'app', head: t('assistants.app'), cell: (row) => <span dir="auto">{row.client ?? '–'}</span> },
            {
              key: 'outcome',
              head: t('attempts.outcome'),
              cell: (row) => (
                <>
                  <Status kind={kinds[row.outcome]}>{label('attempt-outcome', row.outcome)}</Status>
                  {row.reason && <small dir="auto">{row.reason}</small>}
                  {row.requestId && row.outcome !== 'ok' && <code>{row.requestId}</code>}
                </>
              ),
            },
          ]}
        />
      )}
    </details>
  );
}
