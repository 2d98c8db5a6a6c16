/** The agent: when it runs, what its runs did, and the people they considered. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { AgentLacks, AgentRun, AgentSetup, AgentStatus } from '../api/operations';
import { Button } from '../components/button';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState, errorText } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, moment, number, t } from '../i18n';
import { addressHere, place } from '../router';
import { Candidates } from './agent-candidates';
import { Lacks, NextRuns, SetupDialog, Times } from './agent-setup';

const runColumns = (): readonly Column<AgentRun>[] => [
  {
    key: 'when',
    head: t('agent.started'),
    cell: ({ id, startedAt }) => (
      <a class="strong-link" href={addressHere(`agent?runId=${id}`)}>
        {moment(startedAt)}
      </a>
    ),
  },
  {
    key: 'status',
    head: t('watchlist.status'),
    cell: ({ status, stopReason, failure }) => (
      <>
        {label('run', status)}
        <small>{failure?.message ?? (stopReason && label('stop', stopReason))}</small>
      </>
    ),
  },
  { key: 'posts', head: t('nav.posts'), number: true, cell: ({ postsScanned }) => number(postsScanned) },
  { key: 'met', head: t('row.person'), number: true, cell: ({ candidates }) => number(candidates) },
  { key: 'leads', head: t('nav.leads'), number: true, cell: ({ leadsCreated }) => number(leadsCreated) },
  { key: 'credits', head: t('agent.credits'), number: true, cell: ({ creditsConsumed }) => number(creditsConsumed) },
];

function Status({
  status,
  setup,
  lacks,
}: {
  readonly status: AgentStatus;
  readonly setup: AgentSetup | null;
  readonly lacks: AgentLacks;
}) {
  const waits = status.status === 'ACTIVE' && lacks.length > 0;
  return (
    <dl class="figures">
      <div>
        <dt>{t('watchlist.status')}</dt>
        <dd>{waits ? t('agent.waits') : label('agent', status.status)}</dd>
      </div>
      <div>
        <dt>{t('agent.schedule')}</dt>
        <dd class="small">{setup ? <Times {...setup} /> : '–'}</dd>
      </div>
      <div>
        <dt>{t('agent.next-runs')}</dt>
        <dd class="small">{setup && !waits && setup.nextRuns.length > 0 ? <NextRuns {...setup} /> : '–'}</dd>
      </div>
    </dl>
  );
}

export function AgentPage() {
  const status = useRead('get_agent_status', {});
  const setUp = useRead('get_agent_setup', {});
  const runs = useRead('list_agent_runs', {});
  const [setup, setSetup] = useState(false);
  const manages = may('manageAgent');
  const runId = place.value.query.get('runId');
  const shown = runs.data?.data.find(({ id }) => id === runId);
  const refresh = () => {
    status.again();
    setUp.again();
    runs.again();
  };
  const attempt = (work: Promise<unknown>, done: string) => {
    work.then(
      () => {
        say(done);
        refresh();
      },
      (error: unknown) => error instanceof ApiError && say(errorText(error)),
    );
  };
  const now = status.data?.status;
  const failed = status.error ?? setUp.error;
  return (
    <Page
      wide
      title={t('nav.agent')}
      intro={t('agent.intro')}
      tools={
        manages &&
        now && (
          <>
            {now !== 'NOT_CONFIGURED' && (
              <>
                <Button onClick={() => attempt(call('preview_agent', {}), t('agent.previewing'))}>
                  {t('batch.preview')}
                </Button>
                <Button onClick={() => attempt(call('run_agent', {}), t('agent.running'))}>{t('agent.run')}</Button>
                <Button
                  onClick={() =>
                    attempt(
                      call('set_agent_status', { status: now === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' }),
                      t(now === 'ACTIVE' ? 'agent.paused' : 'agent.resumed'),
                    )
                  }
                >
                  {t(now === 'ACTIVE' ? 'agent.pause' : 'agent.resume')}
                </Button>
              </>
            )}
            <Button kind="main" disabled={!setUp.data} onClick={() => setSetup(true)}>
              {t('agent.set-up')}
            </Button>
          </>
        )
      }
    >
      {status.data && setUp.data ? (
        <>
          <Lacks lacks={setUp.data.lacks} />
          <Status status={status.data} setup={setUp.data.data} lacks={setUp.data.lacks} />
        </>
      ) : failed ? (
        <ErrorState error={failed} again={refresh} />
      ) : (
        <Bones rows={2} />
      )}
      <section class="boxed">
        <h2>{t('agent.runs')}</h2>
        {!runs.data && (runs.error ? <ErrorState error={runs.error} again={runs.again} /> : <Bones rows={3} />)}
        {runs.data &&
          (runs.data.data.length > 0 ? (
            <Table caption={t('agent.runs')} columns={runColumns()} rows={runs.data.data} rowKey={({ id }) => id} />
          ) : (
            <Empty title={t('agent.no-runs')} />
          ))}
      </section>
      <section class="boxed">
        <h2>{t('agent.candidates')}</h2>
        <p class="quiet small">
          {shown ? t('agent.of-run', { time: moment(shown.startedAt) }) : t('agent.choose-run')}
        </p>
        <Candidates key={runId} runId={runId} />
      </section>
      {setup && setUp.data && (
        <SetupDialog
          now={setUp.data.data}
          lacks={setUp.data.lacks}
          onClose={() => setSetup(false)}
          onDone={() => {
            setSetup(false);
            refresh();
          }}
        />
      )}
    </Page>
  );
}
