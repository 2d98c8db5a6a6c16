/** Background jobs: which failed for good, why, and running them again. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { Job, JobStatus } from '../api/operations';
import { Button } from '../components/button';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState, errorText } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, moment, t } from '../i18n';
import { addressHere, place } from '../router';

const shown = ['dead', 'running', 'all'] as const;
const isStatus = (value: string): value is JobStatus => value === 'dead' || value === 'running';
/** Jobs that can be run again. */
const again: ReadonlySet<JobStatus> = new Set(['dead', 'cancelled']);

export function JobsPage() {
  const asked = place.value.query.get('status') ?? 'dead';
  const tab = shown.find((one) => one === asked) ?? 'dead';
  const jobs = useRead('list_jobs', isStatus(tab) ? { status: tab } : {});
  const [busy, setBusy] = useState<string>();
  const retry = (jobId: string) => {
    setBusy(jobId);
    call('retry_job', { jobId })
      .then(
        () => {
          say(t('jobs.again-done'));
          jobs.again();
        },
        (error: unknown) => error instanceof ApiError && say(errorText(error)),
      )
      .finally(() => setBusy(undefined));
  };
  const columns: Column<Job>[] = [
    {
      key: 'name',
      head: t('jobs.work'),
      cell: ({ name, error }) => (
        <div class="post-cell">
          <b>{label('job', name)}</b>
          <small class="wrap-anywhere" dir="auto">
            {error}
          </small>
        </div>
      ),
    },
    { key: 'status', head: t('watchlist.status'), cell: ({ status }) => label('jobStatus', status) },
    { key: 'attempt', head: t('jobs.attempt'), number: true, cell: ({ attempt }) => attempt },
    {
      key: 'at',
      head: t('audit.at'),
      number: true,
      cell: ({ finishedAt, startedAt, createdAt }) => moment(finishedAt ?? startedAt ?? createdAt),
    },
  ];
  if (may('retryJobs')) {
    columns.push({
      key: 'do',
      head: <span class="hidden-text">{t('watchlist.do')}</span>,
      number: true,
      cell: ({ id, status, name }) =>
        again.has(status) && (
          <Button
            icon="refresh"
            label={t('jobs.again-of', { name: label('job', name) })}
            disabled={busy === id}
            onClick={() => retry(id)}
          />
        ),
    });
  }
  return (
    <Page title={t('nav.jobs')} intro={t('jobs.intro')} wide>
      <nav class="tabs" aria-label={t('watchlist.status')}>
        {shown.map((one) => (
          <a key={one} href={addressHere(`jobs?status=${one}`)} aria-current={one === tab ? 'page' : undefined}>
            {t(`jobs.tab-${one}`)}
          </a>
        ))}
      </nav>
      {!jobs.data && (jobs.error ? <ErrorState error={jobs.error} again={jobs.again} /> : <Bones />)}
      {jobs.data?.data.length === 0 && <Empty title={t(tab === 'dead' ? 'jobs.none-dead' : 'jobs.none')} />}
      {jobs.data && jobs.data.data.length > 0 && (
        <Table caption={t('nav.jobs')} columns={columns} rows={jobs.data.data} rowKey={({ id }) => id} />
      )}
    </Page>
  );
}
