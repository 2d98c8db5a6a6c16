/** The list of leads, and below its address one lead. */
import { useState } from 'preact/hooks';
import { filtersFrom, type FilterKind } from '../api/address-filters';
import { usePages, useRead } from '../api/read';
import { may } from '../api/session';
import type { Lead } from '../api/types';
import { Button } from '../components/button';
import { ChoiceFilter, FilterChip, ListFilter, SearchBox, TimeFilter, TypedFilter } from '../components/filters';
import { Check, SelectField } from '../components/form';
import { Menu } from '../components/menu';
import { useTitle } from '../components/page';
import { Bones, Empty, ErrorState } from '../components/states';
import { MoreRows } from '../components/table';
import { label, t } from '../i18n';
import { addressHere, go, place, setQuery } from '../router';
import { LeadPage } from './lead';
import { chosenColumns, columns, chooseColumns, LeadTable } from './lead-table';
import { useLeadWork } from './lead-work';
import type { PageProps } from './routes';

const kinds: Readonly<Record<string, FilterKind>> = {
  leadTier: 'list',
  disposition: 'list',
  outreachStatus: 'list',
  minIcpMatchPercent: 'number',
  maxIcpMatchPercent: 'number',
  minIntentScore: 'number',
  maxIntentScore: 'number',
  monitoredProfileIds: 'list',
  engagementTypes: 'list',
  ownerIds: 'list',
  dateFrom: 'text',
  dateTo: 'text',
  contactedFrom: 'text',
  contactedTo: 'text',
  firstSignalFrom: 'text',
  createdFrom: 'text',
  updatedFrom: 'text',
  search: 'text',
  companyNames: 'values',
  country: 'list',
  industry: 'values',
  companySize: 'list',
  seniority: 'list',
  function: 'list',
  hasContactData: 'flag',
  origin: 'text',
  sortBy: 'text',
  sortOrder: 'text',
};

const choices = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: label(group, value) }));

const moreParameters = [
  'minIcpMatchPercent',
  'maxIcpMatchPercent',
  'minIntentScore',
  'maxIntentScore',
  'companyNames',
  'country',
  'industry',
  'origin',
  'engagementTypes',
  'disposition',
];

function WatchedFilter() {
  const { data } = useRead('list_watchlist_profiles', may('readWatchlist') ? { limit: 100 } : null);
  const profiles = data?.data ?? [];
  if (profiles.length === 0) return null;
  return (
    <ListFilter
      name={t('leads.watched')}
      parameter="monitoredProfileIds"
      choices={profiles.map(({ id, displayName, profileUrl }) => ({ value: id, label: displayName ?? profileUrl }))}
    />
  );
}

function Filters() {
  const { query } = place.value;
  const filtered = Object.keys(kinds).some((name) => !name.startsWith('sort') && query.has(name));
  const more = moreParameters.filter((name) => query.has(name)).length;
  return (
    <div class="filters">
      <SearchBox label={t('leads.search-label')} placeholder={t('leads.search')} />
      <ListFilter
        name={t('leads.tier')}
        parameter="leadTier"
        choices={choices('tier', ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'])}
      />
      <TimeFilter name={t('leads.last-engaged')} />
      <ListFilter
        name={t('leads.outreach')}
        parameter="outreachStatus"
        choices={choices('outreach', ['NONE', 'CONTACTED', 'SNOOZED'])}
      />
      <ListFilter name={t('leads.owner')} parameter="ownerIds" choices={[{ value: 'me', label: t('leads.mine') }]} />
      <WatchedFilter />
      <FilterChip name={t('leads.more-filters')} value={more === 0 ? '' : String(more)}>
        <ChoiceFilter
          name={t('leads.disposition')}
          parameter="disposition"
          choices={choices('disposition', ['ACTIVE', 'CLIENT', 'BAD_LEAD'])}
        />
        <ChoiceFilter
          name={t('leads.engaged-with')}
          parameter="engagementTypes"
          choices={choices('engagement', ['LIKE', 'COMMENT', 'REPOST'])}
        />
        <ChoiceFilter name={t('leads.origin')} parameter="origin" choices={choices('origin', ['agent', 'watchlist'])} />
        <TypedFilter name={t('leads.company')} parameter="companyNames" />
        <TypedFilter name={t('leads.country')} parameter="country" />
        <TypedFilter name={t('leads.industry')} parameter="industry" />
        <TypedFilter name={t('leads.min-fit')} parameter="minIcpMatchPercent" type="number" />
        <TypedFilter name={t('leads.max-fit')} parameter="maxIcpMatchPercent" type="number" />
        <TypedFilter name={t('leads.min-intent')} parameter="minIntentScore" type="number" />
        <TypedFilter name={t('leads.max-intent')} parameter="maxIntentScore" type="number" />
      </FilterChip>
      {filtered && (
        <Button kind="plain" onClick={() => go(addressHere('leads'), { replace: true })}>
          {t('action.clear')}
        </Button>
      )}
    </div>
  );
}

function Tools({
  shown,
  onColumns,
}: {
  readonly shown: readonly string[];
  readonly onColumns: (keys: string[]) => void;
}) {
  return (
    <div class="tools">
      <SelectField
        label={t('leads.sort')}
        value={place.value.query.get('sortBy') ?? 'lastSignalAt'}
        choices={choices('sort', ['lastSignalAt', 'priority', 'createdAt', 'updatedAt'])}
        onChange={(sortBy) => setQuery({ sortBy: sortBy === 'lastSignalAt' ? null : sortBy, sortOrder: null })}
      />
      <Menu right summary={t('leads.columns')}>
        {columns.map(({ key }) => (
          <Check
            key={key}
            label={label('column', key)}
            checked={shown.includes(key)}
            onChange={(on) => onColumns(on ? [...shown, key] : shown.filter((one) => one !== key))}
          />
        ))}
      </Menu>
    </div>
  );
}

function LeadList() {
  useTitle(t('nav.leads'));
  const input = filtersFrom(kinds);
  const pages = usePages('list_leads', input);
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState(chosenColumns);
  const chosen = pages.rows.filter(({ id }) => selected.has(id));
  const work = useLeadWork({
    leads: () =>
      chosen.map((lead) => ({
        id: lead.id,
        name: lead.profile.displayName,
        before: {
          disposition: lead.disposition,
          ownerId: lead.ownerId,
          ...(lead.outreach ? { outreach: lead.outreach } : {}),
        },
      })),
    onDone: ({ deed, leads }) => {
      const ids = new Set(leads.map(({ id }) => id));
      if (deed === 'bad' && !place.value.query.has('disposition')) {
        pages.change((row): Lead | undefined => (ids.has(row.id) ? undefined : row));
      }
      select(new Set());
    },
    onUndone: pages.again,
    onSent: pages.again,
  });
  const filtered = Object.keys(input).length > 0;
  return (
    <div class="leads">
      <header>
        <div class="page-head">
          <h1>{t('nav.leads')}</h1>
          <Tools
            shown={shown}
            onColumns={(keys) => {
              chooseColumns(keys);
              setShown(keys);
            }}
          />
        </div>
        <Filters />
      </header>
      {!pages.loaded && (pages.error ? <ErrorState error={pages.error} again={pages.again} /> : <Bones rows={12} />)}
      {pages.loaded && pages.rows.length === 0 && !pages.hasMore && (
        <Empty title={t(filtered ? 'leads.none-title' : 'leads.empty-title')}>
          <p>{t(filtered ? 'leads.none-text' : 'leads.empty-text')}</p>
        </Empty>
      )}
      {pages.rows.length > 0 && (
        <LeadTable
          leads={pages.rows}
          shown={shown}
          selected={selected}
          onSelect={may('decideLeads') ? select : undefined}
        />
      )}
      {pages.loaded && <MoreRows pages={pages} />}
      {chosen.length > 0 && (
        <div class="bulk">
          <span>{t('leads.selected', { count: chosen.length })}</span>
          <Button onClick={work.contacted}>{t('do.contacted')}</Button>
          <Button onClick={work.assign}>{t('do.assign')}</Button>
          <Button onClick={work.snooze}>{t('do.snooze')}</Button>
          <Button onClick={work.bad}>{t('do.bad')}</Button>
        </div>
      )}
      {work.dialog}
    </div>
  );
}

export function LeadsPage({ rest: [leadId] }: PageProps) {
  return leadId === undefined ? <LeadList /> : <LeadPage leadId={leadId} />;
}
