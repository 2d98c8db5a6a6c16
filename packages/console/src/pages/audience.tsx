/** Whom the posts reach, as shares that identify no one, and what is missing when there is no answer. */
import { useRead } from '../api/read';
import { may } from '../api/session';
import { Buckets, PrivacyRules } from '../components/buckets';
import { Page } from '../components/page';
import { Bones, Empty, ErrorState } from '../components/states';
import { moment, number, t } from '../i18n';
import { addressHere, place } from '../router';

const windows = ['7d', '30d', '90d'] as const;
const breakdowns = ['title', 'companySize', 'location', 'industry'] as const;
type Breakdown = (typeof breakdowns)[number];

/** The page on which to provide what is missing. */
const mends: Readonly<Record<string, { readonly page: string; readonly right: string }>> = {
  no_posts: { page: 'import', right: 'manageBatches' },
  no_icp: { page: 'customer-profile', right: 'changeIcp' },
  no_credits: { page: 'credits', right: 'readCredits' },
};

function Readiness() {
  const { data } = useRead('get_audience_readiness', {});
  if (!data) return null;
  return (
    <>
      <dl class="figures">
        <div>
          <dt>{t('watchlist.status')}</dt>
          <dd class="small">{t(`audience.is-${data.status}`)}</dd>
        </div>
        <div>
          <dt>{t('nav.posts')}</dt>
          <dd>{number(data.postCount)}</dd>
        </div>
        <div>
          <dt>{t('row.person')}</dt>
          <dd>{data.analysedPeople === 0 ? '–' : `${number(data.analysedPeople)}+`}</dd>
        </div>
        <div>
          <dt>{t('audience.last-counted')}</dt>
          <dd class="small">{data.lastSnapshotAt ? moment(data.lastSnapshotAt) : '–'}</dd>
        </div>
      </dl>
      {data.reasons.length > 0 && (
        <div class={data.status === 'NOT_READY' ? 'notice bad' : 'notice'}>
          <ul>
            {data.reasons.map(({ code, message }) => {
              const mend = mends[code];
              return (
                <li key={code}>
                  {message}{' '}
                  {mend && may(mend.right) && (
                    <a class="text-link" href={addressHere(mend.page)}>
                      {t('audience.mend')}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </>
  );
}

export function AudiencePage() {
  const asked = place.value.query;
  const window = windows.find((one) => one === asked.get('window')) ?? '30d';
  const breakdown: Breakdown = breakdowns.find((one) => one === asked.get('breakdown')) ?? 'title';
  const { data, error, again } = useRead('get_organization_audience', { window, breakdown });
  const address = (next: Record<string, string>) =>
    addressHere(`audience?${new URLSearchParams({ window, breakdown, ...next }).toString()}`);
  return (
    <Page title={t('nav.audience')} intro={t('audience.intro')}>
      <Readiness />
      <div class="filters">
        {windows.map((one) => (
          <a
            key={one}
            class={one === window ? 'chip on plain-link' : 'chip plain-link'}
            href={address({ window: one })}
            aria-current={one === window ? 'true' : undefined}
          >
            {t('leads.days', { count: Number.parseInt(one, 10) })}
          </a>
        ))}
      </div>
      <nav class="tabs" aria-label={t('audience.breakdown')}>
        {breakdowns.map((one) => (
          <a key={one} href={address({ breakdown: one })} aria-current={one === breakdown ? 'page' : undefined}>
            {t(`audience.by-${one}`)}
          </a>
        ))}
      </nav>
      {!data && (error ? <ErrorState error={error} again={again} /> : <Bones />)}
      {data && data.status !== 'READY' && (
        <Empty title={t(`audience.status-${data.status}`)}>
          <PrivacyRules privacy={data.privacy} />
        </Empty>
      )}
      {data?.status === 'READY' && (
        <>
          <p class="quiet">
            {t('audience.size', { size: number(data.audienceSize ?? 0) })}
            {data.computedAt && ` ${t('audience.counted', { time: moment(data.computedAt) })}`}
          </p>
          <Buckets title={t(`audience.by-${breakdown}`)} buckets={data.buckets} suppressed={data.privacy.suppressed} />
          <PrivacyRules privacy={data.privacy} />
        </>
      )}
    </Page>
  );
}
