/** Discovers a post's audience from its source: asking for it, watching its progress, and what it cost. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import type { DiscoveryInFull } from '../api/operations';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { PostCell } from '../components/post-cell';
import { Bones, Empty, ErrorState, errorText } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, moment, number, percent, t } from '../i18n';

const active = ({ status }: DiscoveryInFull) => status === 'QUEUED' || status === 'RUNNING';
const watchMs = 3_000;

/** An idempotency key for the request, so that repeating it starts nothing new. Works without a secure context. */
const requestName = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join('');

function Progress({ discovery: { status, progress, failure, stopReason } }: { readonly discovery: DiscoveryInFull }) {
  return (
    <>
      {label('run', status)}
      {status === 'RUNNING' && ` ${percent(progress.percent)}`}
      {status === 'RUNNING' && (
        <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="8" />
          <rect width={progress.percent} height="8" />
        </svg>
      )}
      <small>{failure?.message ?? (stopReason && status !== 'CANCELLED' && label('stop', stopReason))}</small>
    </>
  );
}

export function DiscoveriesPage() {
  const { data, error, again } = useRead('list_discoveries', {});
  const [post, setPost] = useState('');
  const [name, setName] = useState(requestName);
  const [refused, setRefused] = useState<ApiError>();
  const rows = data?.data ?? [];
  // Those that were found lately, as the discoveries are.
  const posts = useRead('list_posts', rows.length > 0 ? { limit: 100 } : null);
  const running = rows.some(active);
  usePolling({ on: running, every: watchMs, most: Infinity, read: again });

  const start = async () => {
    setRefused(undefined);
    try {
      await call('find_audience', { postUrn: post.trim(), idempotencyKey: name });
      setPost('');
      setName(requestName());
      say(t('discoveries.started'));
      again();
    } catch (caught) {
      if (caught instanceof ApiError) setRefused(caught);
    }
  };
  const attempt = (operation: 'cancel_discovery' | 'retry_discovery', discoveryId: string) => {
    call(operation, { discoveryId }).then(
      again,
      (caught: unknown) => caught instanceof ApiError && say(errorText(caught)),
    );
  };
  const columns: readonly Column<DiscoveryInFull>[] = [
    {
      key: 'post',
      head: t('posts.post'),
      cell: ({ postUrn }) => {
        const post = posts.data?.data.find(({ urn }) => urn === postUrn);
        return post ? <PostCell post={post} /> : <span class="wrap-anywhere small">{postUrn}</span>;
      },
    },
    { key: 'status', head: t('watchlist.status'), cell: (row) => <Progress discovery={row} /> },
    { key: 'found', head: t('row.person'), number: true, cell: ({ progress }) => number(progress.peopleFound) },
    {
      key: 'qualified',
      head: t('tier.QUALIFIED'),
      number: true,
      cell: ({ progress }) => (progress.peopleQualified === null ? '–' : number(progress.peopleQualified)),
    },
    { key: 'credits', head: t('agent.credits'), number: true, cell: ({ credits }) => number(credits.consumed) },
    { key: 'when', head: t('agent.started'), number: true, cell: ({ createdAt }) => moment(createdAt) },
    {
      key: 'do',
      head: <span class="hidden-text">{t('watchlist.do')}</span>,
      number: true,
      cell: (row) =>
        active(row) ? (
          <Button onClick={() => attempt('cancel_discovery', row.discoveryId)}>{t('action.cancel')}</Button>
        ) : row.status === 'FAILED' || row.status === 'INSUFFICIENT_CREDITS' ? (
          <Button onClick={() => attempt('retry_discovery', row.discoveryId)}>{t('action.again')}</Button>
        ) : null,
    },
  ];
  return (
    <Page wide title={t('nav.discoveries')} intro={t('discoveries.intro')}>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <FormError error={refused} />
        <TextField
          label={t('column.postUrl')}
          hint={t('discoveries.post-hint')}
          value={post}
          onInput={setPost}
          required
        />
        <div class="form-end">
          <Button type="submit" kind="main">
            {t('discoveries.start')}
          </Button>
        </div>
      </form>
      {!data && (error ? <ErrorState error={error} again={again} /> : <Bones rows={4} />)}
      {data && rows.length === 0 && <Empty title={t('discoveries.none')} />}
      {rows.length > 0 && (
        <Table caption={t('nav.discoveries')} columns={columns} rows={rows} rowKey={({ discoveryId }) => discoveryId} />
      )}
    </Page>
  );
}
