/** Whom to contact now, one after the other; who is snoozed until a day; who is done. */
import { useEffect, useState } from 'preact/hooks';
import { useChanges } from '../api/changes';
import { freshAnswer, knownAnswer, useRead } from '../api/read';
import { may } from '../api/session';
import { Button, LinkButton } from '../components/button';
import { LastSeen } from '../components/lead-parts';
import { NoProfile } from '../components/no-profile';
import { useTitle } from '../components/page';
import { useShortcuts } from '../components/shortcuts';
import { Bones, Empty, ErrorState } from '../components/states';
import { t } from '../i18n';
import { addressHere, place, setQuery } from '../router';
import { isTab, statusOfTab, tabs, useInboxRows, type Row, type Tab } from './inbox-rows';
import { knownOfLead, knownOfPerson, LeadView } from './lead-view';
import { LeadActs } from './lead-acts';
import { useLeadWork, workShortcuts, type Deed, type Worked } from './lead-work';

function InboxRow({
  row,
  current,
  address,
}: {
  readonly row: Row;
  readonly current: boolean;
  readonly address: string;
}) {
  return (
    <li>
      <a
        class={row.left ? 'row left' : 'row'}
        href={address}
        aria-current={current ? 'true' : undefined}
        data-lead={row.id}
      >
        <i class={`dot ${row.tier}`} />
        <b class="cut" dir="auto">
          {row.name ?? t('lead.no-name')}
        </b>
        <span class="when">
          <LastSeen at={row.when} dated={row.dated} />
        </span>
        <span class="job cut" dir="auto">
          {row.job}
        </span>
        <span class="why cut" dir="auto">
          {row.why}
        </span>
      </a>
    </li>
  );
}

function workedOf(row: Row): Worked {
  const lead = knownAnswer('get_lead', { leadId: row.id })?.data ?? row.lead;
  return {
    id: row.id,
    name: row.name,
    updatedAt: lead?.updatedAt ?? row.listedAt,
    before: {
      disposition: lead?.disposition ?? 'ACTIVE',
      dispositionReason: lead?.dispositionReason ?? null,
      ownerId: lead?.ownerId ?? row.person?.owner?.id ?? null,
      ...(lead?.outreach ? { outreach: lead.outreach } : {}),
    },
  };
}

/** Actions that remove a lead from its list. */
const leaves = (tab: Tab, deed: Deed) =>
  deed === 'bad' ||
  deed === 'client' ||
  (deed === 'reopen' && tab !== 'now') ||
  (deed === 'contacted' && tab !== 'done') ||
  (deed === 'snooze' && tab !== 'snoozed');

export function InboxPage() {
  useTitle(t('nav.inbox'));
  const { query } = place.value;
  const asked = query.get('tab');
  const tab = isTab(asked) ? asked : 'now';
  const mine = query.get('ownerIds') === 'me';
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { rows, isFull, error, again, more, look } = useInboxRows(tab, mine, gone);
  const [version, setVersion] = useState(0);
  useEffect(() => setGone(new Set()), [tab, mine]);

  const shown = rows?.filter(({ id }) => !gone.has(id)) ?? [];
  const wanted = query.get('lead');
  const at = Math.max(
    0,
    shown.findIndex(({ id }) => id === wanted),
  );
  const current = shown[at];
  const addressOfRow = (id: string) => {
    const next = new URLSearchParams(query);
    next.set('lead', id);
    return addressHere(`inbox?${next.toString()}`);
  };
  const show = (row: Row | undefined) => {
    setQuery({ lead: row?.id ?? null });
    if (row) document.querySelector(`[data-lead="${row.id}"]`)?.scrollIntoView({ block: 'nearest' });
  };

  useChanges(() => {
    look();
    if (!current) return;
    const leadId = current.id;
    const seen = knownAnswer('get_lead', { leadId })?.data.updatedAt;
    freshAnswer('get_lead', { leadId }).then(
      ({ data }) => data.updatedAt !== seen && setVersion((n) => n + 1),
      () => undefined,
    );
  });
  const work = useLeadWork({
    leads: () => (current ? [workedOf(current)] : []),
    onDone: ({ deed, leads }) => {
      if (!leaves(tab, deed)) return;
      // The next lead follows, or the previous one after the last. Nothing moves for a reason that is given afterwards.
      const next = shown[at + 1] ?? shown[at - 1];
      setGone((former) => new Set([...former, ...leads.map(({ id }) => id)]));
      if (leads.some(({ id }) => id === current?.id)) show(wanted === null ? undefined : next);
    },
    onSent: () => setVersion((n) => n + 1),
    onUndone: ({ leads }) => {
      setGone((former) => new Set([...former].filter((id) => !leads.some((lead) => lead.id === id))));
      setVersion((n) => n + 1);
      if (wanted !== null) setQuery({ lead: leads[0]?.id ?? null });
    },
  });
  const canDecide = may('decideLeads');
  const next = {
    act: () => show(shown[wanted === null ? Math.min(1, shown.length - 1) : at + 1] ?? current),
    text: 'key.next',
  } as const;
  const previous = { act: () => show(shown[at - 1] ?? current), text: 'key.previous' } as const;
  useShortcuts({
    j: next,
    k: previous,
    ...(canDecide ? workShortcuts(work) : {}),
  });

  return (
    <div class={wanted === null ? 'inbox' : 'inbox reading'}>
      <div class="list">
        <header>
          <div class="list-head">
            <h1>{t('nav.inbox')}</h1>
            <button
              type="button"
              class={mine ? 'chip on' : 'chip'}
              aria-pressed={mine}
              onClick={() => setQuery({ ownerIds: mine ? null : 'me', lead: null })}
            >
              {t('inbox.mine')}
            </button>
          </div>
          <nav class="tabs" aria-label={t('nav.inbox')}>
            {Object.entries(tabs).map(([name, key]) => (
              <a
                key={name}
                href={addressHere(`inbox?tab=${name}${mine ? '&ownerIds=me' : ''}`)}
                aria-current={name === tab ? 'page' : undefined}
              >
                {t(key)}
                {name === tab && rows ? ` ${shown.filter(({ left }) => !left).length}${isFull ? '+' : ''}` : ''}
              </a>
            ))}
          </nav>
        </header>
        {!rows && (error ? <ErrorState error={error} again={again} /> : <Bones rows={7} />)}
        {rows && shown.length === 0 && <InboxEmpty tab={tab} again={again} />}
        <ol>
          {shown.map((row) => (
            <InboxRow key={row.id} row={row} current={row.id === current?.id} address={addressOfRow(row.id)} />
          ))}
          {more && (
            <li class="row-of more-rows">
              <Button onClick={more}>{t('action.more')}</Button>
            </li>
          )}
        </ol>
      </div>
      <div class="reader" tabIndex={-1}>
        {current && (
          <>
            <a class="text-link back" href={addressHere(`inbox?tab=${tab}`)}>
              ‹ {t('nav.inbox')}
            </a>
            <LeadView
              key={current.id}
              leadId={current.id}
              known={current.person ? knownOfPerson(current.person) : current.lead && knownOfLead(current.lead)}
              person={current.person}
              version={version}
            />
            {canDecide && (
              <LeadActs
                work={work}
                disposition={workedOf(current).before.disposition}
                status={workedOf(current).before.outreach?.status ?? statusOfTab[tab]}
              />
            )}
          </>
        )}
      </div>
      {work.dialog}
    </div>
  );
}

function InboxEmpty({ tab, again }: { readonly tab: Tab; readonly again: () => void }) {
  const tomorrow = useRead('list_leads', tab === 'now' ? { outreachStatus: ['SNOOZED'], limit: 25 } : null);
  const sleeping = tomorrow.data?.data.length ?? 0;
  const anybody = useRead('list_leads', tab === 'now' ? { limit: 1 } : null);
  const profile = useRead('get_icp', tab === 'now' ? {} : null);
  if (anybody.data?.data.length === 0) {
    return (
      <Empty title={t('leads.empty-title')}>
        <p>{t('inbox.none-yet-text')}</p>
        <LinkButton kind="main" href={addressHere('welcome')}>
          {t('nav.welcome')}
        </LinkButton>
      </Empty>
    );
  }
  if (profile.data?.data === null) return <NoProfile />;
  return (
    <Empty title={t(`inbox.empty-${tab}`)}>
      <p>{t(`inbox.empty-${tab}-text`)}</p>
      {tab === 'now' && sleeping > 0 && (
        <p>
          <a class="text-link" href={addressHere('inbox?tab=snoozed')}>
            {t('inbox.sleeping', { count: sleeping })}
          </a>
        </p>
      )}
      {tab === 'now' && <Button onClick={again}>{t('inbox.look-again')}</Button>}
    </Empty>
  );
}
