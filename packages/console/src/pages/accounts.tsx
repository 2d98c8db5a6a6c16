/** Companies that leads work for, with what changed in the last two weeks; and one company with its people. */
import { usePages, useRead } from '../api/read';
import type { Account } from '../api/operations';
import { SearchBox, TimeFilter } from '../components/filters';
import { SelectField } from '../components/form';
import { LastSeen } from '../components/lead-parts';
import { EmptyList } from '../components/empty-list';
import { Page } from '../components/page';
import { Bones, ErrorState } from '../components/states';
import { PagedTable, type Column } from '../components/table';
import { day, label, number, t } from '../i18n';
import { addressHere, filtersFrom, place, setQuery } from '../router';
import { LeadTable } from './lead-table';
import type { PageProps } from './page';

/** The change: signals of the last two weeks compared with the two before, and how many have no date and are in neither. */
function Trend({
  account: {
    trend: { signals14d: now, previousSignals14d: before, newPeople14d: people },
    undatedSignalCount: undated,
  },
}: {
  readonly account: Account;
}) {
  const way = now > before ? 'up' : now < before ? 'down' : 'same';
  const arrow = { up: '↑', down: '↓', same: '→' }[way];
  return (
    <span class={`trend ${way}`} title={t('accounts.trend-title', { now, before })}>
      <span aria-hidden="true">{arrow}</span> {number(now)}
      <span class="hidden-text">{t('accounts.trend-title', { now, before })}</span>
      {people > 0 && <small>{t('accounts.new-people', { count: people })}</small>}
      {undated > 0 && <small>{t('accounts.undated', { count: undated })}</small>}
    </span>
  );
}

function Tiers({ tierCounts: { PRIORITY, QUALIFIED, NURTURE } }: Pick<Account, 'tierCounts'>) {
  return (
    <span class="tier-counts">
      {(
        [
          ['PRIORITY', PRIORITY],
          ['QUALIFIED', QUALIFIED],
          ['NURTURE', NURTURE],
        ] as const
      )
        .filter(([, count]) => count > 0)
        .map(([tier, count]) => (
          <span key={tier} class={`tier ${tier}`} title={label('tier', tier)}>
            {number(count)}
            <span class="hidden-text"> {label('tier', tier)}</span>
          </span>
        ))}
    </span>
  );
}

/** @param isByLast whether the list is in the order of the latest engagement: one without a date may decide it, and is shown. */
const columns = (isByLast: boolean): readonly Column<Account>[] => [
  {
    key: 'name',
    head: t('column.company'),
    sort: { by: 'accountName', first: 'asc' },
    cell: (account) => (
      <>
        <a class="strong-link" dir="auto" href={addressHere(`accounts/${encodeURIComponent(account.id)}`)}>
          {account.name}
        </a>
        <small dir="auto">{[account.industry, account.companySize].filter(Boolean).join(' · ')}</small>
      </>
    ),
  },
  {
    key: 'trend',
    head: t('accounts.trend'),
    sort: { by: 'trend' },
    cell: (account) => <Trend account={account} />,
  },
  { key: 'tiers', head: t('accounts.tiers'), cell: (account) => <Tiers tierCounts={account.tierCounts} /> },
  {
    key: 'leads',
    head: t('nav.leads'),
    number: true,
    sort: { by: 'leadCount' },
    cell: ({ leadCount }) => number(leadCount),
  },
  {
    key: 'fit',
    head: t('accounts.fit'),
    number: true,
    sort: { by: 'averageIcpMatchPercent' },
    cell: ({ averageIcpMatchPercent: fit }) => (fit === null ? '–' : number(fit)),
  },
  {
    key: 'last',
    head: t('column.last'),
    number: true,
    sort: { by: 'latestSignalAt' },
    cell: ({ latestSignalAt: at, latestDatedSignalAt: dated }) =>
      at && (
        <>
          {(dated || !isByLast) && <LastSeen at={at} dated={dated} />}
          {isByLast && dated !== at && <small>{t('accounts.undated-seen', { day: day(at) })}</small>}
        </>
      ),
  },
];

const usualSort = 'latestSignalAt';

function AccountList() {
  const input = filtersFrom({
    search: 'text',
    industry: 'text',
    dateFrom: 'text',
    dateTo: 'text',
    sortBy: 'text',
    sortOrder: 'text',
  });
  const pages = usePages('list_account_reports', input);
  const sortBy = place.value.query.get('sortBy') ?? usualSort;
  const sorts = [usualSort, 'trend', 'leadCount', 'averageIcpMatchPercent', 'accountName'];
  return (
    <Page
      wide
      title={t('nav.accounts')}
      tools={
        <SelectField
          label={t('leads.sort')}
          value={sortBy}
          choices={sorts.map((value) => ({ value, label: label('sort', value) }))}
          onChange={(by) => setQuery({ sortBy: by, sortOrder: by === 'accountName' ? 'asc' : null })}
        />
      }
    >
      <div class="filters">
        <SearchBox label={t('accounts.search')} placeholder={t('accounts.search')} />
        <TimeFilter name={t('leads.last-engaged')} />
      </div>
      <PagedTable
        caption={t('nav.accounts')}
        pages={pages}
        sortedBy={usualSort}
        columns={columns(sortBy === usualSort)}
        rowKey={({ id }) => id}
        empty={<EmptyList filtered="accounts.none" yet="accounts.yet" />}
      />
    </Page>
  );
}

function AccountPage({ accountId }: { readonly accountId: string }) {
  const { data, error, again } = useRead('get_account_report', { accountId });
  const account = data?.data;
  if (!account) {
    return (
      <Page wide title={t('nav.accounts')}>
        {error ? <ErrorState error={error} again={again} /> : <Bones />}
      </Page>
    );
  }
  const facts = [account.industry, account.companySize, account.domain].filter(Boolean).join(' · ');
  return (
    <Page wide title={account.name} intro={facts}>
      <a class="text-link" href={addressHere('accounts')}>
        ‹ {t('nav.accounts')}
      </a>
      <dl class="figures">
        <div>
          <dt>{t('nav.leads')}</dt>
          <dd>{number(account.leadCount)}</dd>
        </div>
        <div>
          <dt>{t('upload.engagements')}</dt>
          <dd>{number(account.signalCount)}</dd>
        </div>
        <div>
          <dt>{t('accounts.trend')}</dt>
          <dd>
            <Trend account={account} />
          </dd>
        </div>
        <div>
          <dt>{t('accounts.tiers')}</dt>
          <dd>
            <Tiers tierCounts={account.tierCounts} />
          </dd>
        </div>
      </dl>
      <section class="boxed">
        <h2>{t('accounts.top')}</h2>
        <LeadTable leads={account.topLeads} shown={['tier', 'fit', 'intent', 'why', 'last', 'owner']} />
      </section>
    </Page>
  );
}

export function AccountsPage({ rest: [accountId] }: PageProps) {
  return accountId === undefined ? <AccountList /> : <AccountPage accountId={accountId} />;
}
