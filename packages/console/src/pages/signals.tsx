/** A stream of what happened, newest first, and then what has no date. */
import { usePages } from '../api/read';
import type { Signal } from '../api/operations';
import { ChoiceFilter, FilterChip, ListFilter, SearchBox, TimeFilter, TypedFilter } from '../components/filters';
import { Ago, Tier, Undated } from '../components/lead-parts';
import { EmptyList } from '../components/empty-list';
import { Page } from '../components/page';
import { useRowKeys } from '../components/row-keys';
import { Bones, ErrorState } from '../components/states';
import { MoreRows } from '../components/table';
import { label, t } from '../i18n';
import { addressHere, filtersFrom } from '../router';

const choices = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: label(group, value) }));

function SignalRow({
  signal: { lead, type, occurredAt, timing, commentExcerpt, post, watchlistProfile },
}: {
  readonly signal: Signal;
}) {
  const author = watchlistProfile?.displayName ?? post.authorName;
  return (
    <li>
      {timing === 'observed' ? <Undated seen={occurredAt} /> : <Ago time={occurredAt} />}
      <div>
        <p class="signal-who">
          <a class="strong-link" dir="auto" href={addressHere(`leads/${lead.id}`)}>
            {lead.displayName ?? t('lead.no-name')}
          </a>
          <span class="quiet cut" dir="auto">
            {lead.headline ?? lead.companyName}
          </span>
          <Tier tier={lead.leadTier} />
        </p>
        {commentExcerpt && <blockquote dir="auto">{commentExcerpt}</blockquote>}
        <p class="source" dir="auto">
          {t(`didOn.${type}`, { author: author ?? t('didOn.somebody') })}
          {watchlistProfile && ` (${label('profileType', watchlistProfile.profileType)})`}
          {post.excerpt && (
            <>
              {': '}
              <a class="plain-link" href={addressHere(`posts/${post.id}`)}>
                “{post.excerpt}”
              </a>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

export function SignalsPage() {
  useRowKeys();
  const input = filtersFrom({
    monitoredProfileIds: 'list',
    engagementTypes: 'list',
    dateFrom: 'text',
    dateTo: 'text',
    minIcpMatchPercent: 'number',
    maxIcpMatchPercent: 'number',
    minIntentScore: 'number',
    maxIntentScore: 'number',
    disposition: 'text',
    search: 'text',
    text: 'text',
    leadTier: 'list',
    ownerIds: 'list',
    companyNames: 'values',
    profileType: 'text',
    profileLabel: 'text',
    origin: 'text',
    said: 'list',
  });
  const pages = usePages('list_signals', { ...input, dated: true });
  const ended = pages.loaded && !pages.hasMore;
  // Nobody knows when these were: they would stand first, on the day of their file.
  const undated = usePages('list_signals', ended ? { ...input, dated: false } : null);
  return (
    <Page wide title={t('nav.signals')}>
      <div class="filters">
        <SearchBox label={t('signals.text')} placeholder={t('signals.text')} parameter="text" />
        <ListFilter
          name={t('column.tier')}
          parameter="leadTier"
          choices={choices('tier', ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'])}
        />
        <ListFilter
          name={t('leads.engaged-with')}
          parameter="engagementTypes"
          choices={choices('engagement', ['COMMENT', 'REPOST', 'LIKE'])}
        />
        <TimeFilter name={t('audit.at')} />
        <FilterChip name={t('leads.more-filters')} value="">
          <TypedFilter name={t('leads.search')} parameter="search" />
          <TypedFilter name={t('leads.company')} parameter="companyNames" />
          <ChoiceFilter
            name={t('leads.watched')}
            parameter="profileType"
            choices={choices('profileType', ['TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM'])}
          />
        </FilterChip>
      </div>
      {!pages.loaded && (pages.error ? <ErrorState error={pages.error} again={pages.again} /> : <Bones rows={8} />)}
      {ended && undated.loaded && pages.rows.length + undated.rows.length === 0 && !undated.hasMore && (
        <EmptyList filtered="signals.none" yet="signals.yet" />
      )}
      <ol class="time stream">
        {pages.rows.map((signal) => (
          <SignalRow key={signal.id} signal={signal} />
        ))}
      </ol>
      {pages.loaded && <MoreRows pages={pages} />}
      {ended && undated.rows.length > 0 && <h2>{t('signals.undated')}</h2>}
      <ol class="time stream">
        {ended && undated.rows.map((signal) => <SignalRow key={signal.id} signal={signal} />)}
      </ol>
      {ended && <MoreRows pages={undated} />}
    </Page>
  );
}
