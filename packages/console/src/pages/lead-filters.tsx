/** The filters of the list of leads: all that the API has, in the address under their API names. */
import { usualLeads } from '../api/first-questions';
import { leadKinds } from '../api/lead-kinds';
import { useRead } from '../api/read';
import { may, session } from '../api/session';
import { Button } from '../components/button';
import { ChoiceFilter, FilterChip, ListFilter, SearchBox, TimeFilter, TypedFilter } from '../components/filters';
import { CheckGroup, type Choice } from '../components/form';
import { useIdle } from '../components/idle';
import { country, label, t } from '../i18n';
import { addressHere, go, listIn, place, setQuery } from '../router';

export const choices = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: label(group, value) }));

/** The API's sizes, smallest first. */
const sizes = ['1', '2-10', '11-50', '51-200', '201-500', '501-1000', '1001-5000', '5001-10000', '10001+'];
const seniorities = [
  ...['owner', 'cxo', 'partner', 'vp', 'director', 'manager', 'senior', 'entry', 'training', 'unpaid'],
];
const functions = [
  ...['management', 'sales', 'marketing', 'product', 'engineering', 'it', 'data', 'design', 'research', 'operations'],
  ...['procurement', 'finance', 'legal', 'hr', 'support', 'consulting', 'administration', 'education', 'health'],
  ...['media', 'other'],
];

/** Filters behind one chip. */
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
  'companySize',
  'seniority',
  'function',
  'hasContactData',
  'firstSignalFrom',
  'createdFrom',
  'updatedFrom',
  'contactedFrom',
  'contactedTo',
];

/** Several of many values, folded until needed. */
function FoldedFilter({
  name,
  parameter,
  choices: offered,
}: {
  readonly name: string;
  readonly parameter: string;
  readonly choices: readonly Choice[];
}) {
  const values = listIn(parameter);
  return (
    <details class="folded" open={values.length > 0}>
      <summary>{values.length > 0 ? `${name}: ${values.length}` : name}</summary>
      <CheckGroup
        legend={name}
        choices={offered}
        values={values}
        onChange={(next) => setQuery({ [parameter]: next.join(',') })}
      />
    </details>
  );
}

/** Countries and industries of the leads that are there, so that nobody has to know how they are spelled. */
function PlaceFilters() {
  const countries = useRead('count_leads', { by: 'country' }).data?.groups ?? [];
  const industries = useRead('count_leads', { by: 'industry' }).data?.groups ?? [];
  const given = place.value.query.get('industry') ?? '';
  const named = industries.flatMap(({ value }) => value ?? []);
  return (
    <>
      <FoldedFilter
        name={t('column.country')}
        parameter="country"
        choices={countries.flatMap(({ value }) => (value === null ? [] : { value, label: country(value) }))}
      />
      <ChoiceFilter
        name={t('column.industry')}
        parameter="industry"
        choices={(given === '' || named.includes(given) ? named : [given, ...named]).map((value) => ({
          value,
          label: value,
        }))}
      />
    </>
  );
}

/** Filters by owner: me, or any member once the chip is shown. */
function OwnerFilter({ ready }: { readonly ready: boolean }) {
  const { data } = useRead('list_members', ready ? {} : null);
  const me = session.value?.person.id;
  const others = (data?.data ?? []).filter(({ userId, active }) => active && userId !== me);
  return (
    <ListFilter
      name={t('column.owner')}
      parameter="ownerIds"
      choices={[
        { value: 'me', label: t('leads.mine') },
        { value: 'none', label: t('lead.nobody') },
        ...others.map(({ userId, displayName }) => ({ value: userId, label: displayName })),
      ]}
    />
  );
}

function WatchedFilter({ ready }: { readonly ready: boolean }) {
  const { data } = useRead('list_watchlist_profiles', ready && may('readWatchlist') ? { limit: 100 } : null);
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

/** @param listed whether the list is loaded. Requests that only filters need wait until it is painted. */
export function LeadFilters({ listed }: { readonly listed: boolean }) {
  const ready = useIdle() && listed;
  const { query } = place.value;
  const filtered = Object.keys(leadKinds).some(
    (name) =>
      !name.startsWith('sort') && query.has(name) && query.get(name) !== (name === 'leadTier' && usualLeads.leadTier),
  );
  const more = moreParameters.filter((name) => query.has(name)).length;
  return (
    <div class="filters">
      <SearchBox label={t('leads.search-label')} placeholder={t('leads.search')} />
      <ListFilter
        name={t('column.tier')}
        parameter="leadTier"
        choices={choices('tier', ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'])}
      />
      <TimeFilter name={t('leads.last-engaged')} />
      <ListFilter
        name={t('column.outreach')}
        parameter="outreachStatus"
        choices={choices('outreach', ['NONE', 'CONTACTED', 'SNOOZED'])}
      />
      <ListFilter
        name={t('leads.disposition')}
        parameter="disposition"
        usual={['ACTIVE']}
        choices={choices('disposition', ['ACTIVE', 'CLIENT', 'BAD_LEAD'])}
      />
      <OwnerFilter ready={ready} />
      <WatchedFilter ready={ready} />
      <FilterChip name={t('leads.more-filters')} value={more === 0 ? '' : String(more)}>
        <ChoiceFilter
          name={t('leads.engaged-with')}
          parameter="engagementTypes"
          choices={choices('engagement', ['LIKE', 'COMMENT', 'REPOST'])}
        />
        <ChoiceFilter name={t('leads.origin')} parameter="origin" choices={choices('origin', ['agent', 'watchlist'])} />
        <TypedFilter name={t('leads.company')} parameter="companyNames" />
        <PlaceFilters />
        <TypedFilter name={t('leads.min-fit')} parameter="minIcpMatchPercent" type="number" />
        <TypedFilter name={t('leads.max-fit')} parameter="maxIcpMatchPercent" type="number" />
        <TypedFilter name={t('leads.min-intent')} parameter="minIntentScore" type="number" />
        <TypedFilter name={t('leads.max-intent')} parameter="maxIntentScore" type="number" />
        <FoldedFilter
          name={t('criterion.size')}
          parameter="companySize"
          choices={sizes.map((value) => ({ value, label: value }))}
        />
        <FoldedFilter name={t('leads.seniority')} parameter="seniority" choices={choices('seniority', seniorities)} />
        <FoldedFilter name={t('leads.function')} parameter="function" choices={choices('function', functions)} />
        <ChoiceFilter
          name={t('leads.contact-data')}
          parameter="hasContactData"
          choices={choices('contactData', ['true', 'false'])}
        />
        <TypedFilter name={t('leads.first-from')} parameter="firstSignalFrom" type="date" />
        <TypedFilter name={t('leads.created-from')} parameter="createdFrom" type="date" />
        <TypedFilter name={t('leads.updated-from')} parameter="updatedFrom" type="date" />
        <TypedFilter name={t('leads.contacted-from')} parameter="contactedFrom" type="date" />
        <TypedFilter name={t('leads.contacted-to')} parameter="contactedTo" type="date" />
      </FilterChip>
      {filtered && (
        <Button kind="plain" onClick={() => go(addressHere('leads'), { replace: true })}>
          {t('action.clear')}
        </Button>
      )}
    </div>
  );
}
