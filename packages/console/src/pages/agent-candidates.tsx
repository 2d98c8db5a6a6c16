/** The candidates of a run with the reasons, and buttons to override the decision. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { Candidate } from '../api/operations';
import { Button } from '../components/button';
import { Tier } from '../components/lead-parts';
import { Bones, ErrorState, errorText } from '../components/states';
import { Table, type Column } from '../components/table';
import { say } from '../components/toast';
import { label, t } from '../i18n';
import { addressHere } from '../router';

type Decide = (candidate: Candidate, decision: 'ACCEPTED' | 'REJECTED') => void;

const nameOf = ({ profile }: Candidate) => profile.displayName ?? t('lead.no-name');

const columns = (decide: Decide | undefined): readonly Column<Candidate>[] => [
  {
    key: 'name',
    head: t('column.name'),
    cell: (candidate) => {
      const { profile, leadId } = candidate;
      return (
        <>
          {leadId ? (
            <a class="strong-link" dir="auto" href={addressHere(`leads/${leadId}`)}>
              {nameOf(candidate)}
            </a>
          ) : (
            <b dir="auto">{nameOf(candidate)}</b>
          )}
          <small dir="auto">
            {[profile.title ?? profile.headline, profile.companyName].filter(Boolean).join(' · ')}
          </small>
        </>
      );
    },
  },
  { key: 'decision', head: t('agent.decision'), cell: ({ decision }) => label('decision', decision) },
  { key: 'tier', head: t('column.tier'), cell: ({ leadTier }) => <Tier tier={leadTier} /> },
  {
    key: 'why',
    head: t('column.why'),
    cell: ({ reasons }) => (
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    ),
  },
  ...(decide
    ? [
        {
          key: 'do',
          head: <span class="hidden-text">{t('watchlist.do')}</span>,
          number: true,
          cell: (candidate: Candidate) => <Decision candidate={candidate} decide={decide} />,
        },
      ]
    : []),
];

/** What can be decided: the other of what was. Somebody known whose lead was taken back can be accepted. */
function Decision({ candidate, decide }: { readonly candidate: Candidate; readonly decide: Decide }) {
  if (candidate.decision === 'DUPLICATE' && candidate.leadId !== null) return null;
  const accepts = candidate.decision !== 'ACCEPTED';
  return (
    <Button
      title={t(accepts ? 'agent.accept' : 'agent.reject', { name: nameOf(candidate) })}
      onClick={() => decide(candidate, accepts ? 'ACCEPTED' : 'REJECTED')}
    >
      {t(accepts ? 'agent.accept-short' : 'agent.reject-short')}
    </Button>
  );
}

const pageSize = 50;

/** @param runId null: the latest run. */
export function Candidates({ runId }: { readonly runId: string | null }) {
  const [offset, setOffset] = useState(0);
  const { data, error, again } = useRead('list_agent_candidates', { ...(runId ? { runId } : {}), offset });
  const decide: Decide = (candidate, decision) => {
    const other = decision === 'ACCEPTED' ? 'REJECTED' : 'ACCEPTED';
    const send = (to: typeof decision) => call('decide_candidate', { candidateId: candidate.id, decision: to });
    const failed = (caught: unknown) => {
      if (caught instanceof ApiError) say(errorText(caught));
    };
    send(decision).then(() => {
      again();
      say(t(decision === 'ACCEPTED' ? 'agent.accepted' : 'agent.rejected', { name: nameOf(candidate) }), () => {
        send(other).then(again, failed);
      });
    }, failed);
  };
  if (!data) return error ? <ErrorState error={error} again={again} /> : <Bones rows={4} />;
  if (data.candidates.length === 0) return <p class="quiet">{t('agent.no-candidates')}</p>;
  // Candidates of a preview are not stored.
  const decides = may('decideLeads') && data.source === 'latest_agent_run';
  return (
    <>
      <Table
        caption={t('agent.candidates')}
        columns={columns(decides ? decide : undefined)}
        rows={data.candidates}
        rowKey={({ id }) => id}
      />
      <p class="row-of more-rows">
        {offset > 0 && <Button onClick={() => setOffset(Math.max(0, offset - pageSize))}>{t('action.back')}</Button>}
        {data.page.hasMore && <Button onClick={() => setOffset(offset + pageSize)}>{t('action.more')}</Button>}
      </p>
    </>
  );
}
