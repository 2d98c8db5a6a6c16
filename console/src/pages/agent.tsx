/** The agent: when it runs, what its runs did, and the people they considered. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { AgentRun, AgentStatus } from '../api/operations';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState, errorText } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, moment, number, t } from '../i18n';
import { addressHere, place } from '../router';
import { Candidates } from './agent-candidates';

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
        <small>{failure?.message ?? stopReason}</small>
      </>
    ),
  },
  { key: 'posts', head: t('nav.posts'), number: true, cell: ({ postsScanned }) => number(postsScanned) },
  { key: 'met', head: t('agent.met'), number: true, cell: ({ candidates }) => number(candidates) },
  { key: 'leads', head: t('nav.leads'), number: true, cell: ({ leadsCreated }) => number(leadsCreated) },
  { key: 'credits', head: t('agent.credits'), number: true, cell: ({ creditsConsumed }) => number(creditsConsumed) },
];

function SetupDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [schedule, setSchedule] = useState('0 7 * * 1-5');
  const [timeZone, setTimeZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [perRun, setPerRun] = useState('200');
  const [perDay, setPerDay] = useState('500');
  const [keywords, setKeywords] = useState('');
  const [error, setError] = useState<ApiError>();
  const save = async () => {
    try {
      await call('enable_agent', {
        schedule,
        timeZone,
        creditsPerRun: Number(perRun),
        creditsPerDay: Number(perDay),
        keywords: keywords
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      });
      onDone();
    } catch (caught) {
      if (caught instanceof ApiError) setError(caught);
    }
  };
  return (
    <Dialog title={t('agent.set-up')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={error} />
        <TextField
          label={t('agent.schedule')}
          hint={t('agent.schedule-hint')}
          value={schedule}
          onInput={setSchedule}
          required
        />
        <TextField label={t('agent.time-zone')} value={timeZone} onInput={setTimeZone} required />
        <TextField
          label={t('agent.per-run')}
          hint={t('agent.credits-hint')}
          type="number"
          min="1"
          value={perRun}
          onInput={setPerRun}
          required
        />
        <TextField label={t('agent.per-day')} type="number" min="1" value={perDay} onInput={setPerDay} required />
        <TextField
          label={t('agent.keywords')}
          hint={t('agent.keywords-hint')}
          rows={3}
          value={keywords}
          onInput={setKeywords}
        />
        <div class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main">
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Status({ status }: { readonly status: AgentStatus }) {
  return (
    <dl class="figures">
      <div>
        <dt>{t('watchlist.status')}</dt>
        <dd>{label('agent', status.status)}</dd>
      </div>
      <div>
        <dt>{t('agent.schedule')}</dt>
        <dd class="small">{status.schedule ?? '–'}</dd>
      </div>
      <div>
        <dt>{t('agent.next')}</dt>
        <dd class="small">{status.nextRunAt ? moment(status.nextRunAt) : '–'}</dd>
      </div>
    </dl>
  );
}

export function AgentPage() {
  const status = useRead('get_agent_status', {});
  const runs = useRead('list_agent_runs', {});
  const [setup, setSetup] = useState(false);
  const manages = may('manageAgent');
  const runId = place.value.query.get('runId');
  const shown = runs.data?.data.find(({ id }) => id === runId);
  const refresh = () => {
    status.again();
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
                  {t('agent.preview')}
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
            <Button kind="main" onClick={() => setSetup(true)}>
              {t('agent.set-up')}
            </Button>
          </>
        )
      }
    >
      {status.data ? (
        <Status status={status.data} />
      ) : status.error ? (
        <ErrorState error={status.error} again={status.again} />
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
      {setup && (
        <SetupDialog
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
