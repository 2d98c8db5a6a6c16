/** What became of the people of a file: how many are in each tier, and where nobody qualifies, why and what to do. */
import type { UploadImport } from '../api/operations';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { NoProfile } from '../components/no-profile';
import { label, number, t, type MessageKey } from '../i18n';
import { addressHere } from '../router';

type Outcome = NonNullable<NonNullable<UploadImport['result']>['outcome']>;

const tiers = ['PRIORITY', 'QUALIFIED', 'NURTURE', 'UNQUALIFIED'] as const;
const mostReasons = 3;

/** A price asked under a post of one's own counts more, once it is known whose posts are whose. */
function NobodyWatched() {
  const { data } = useRead('list_watchlist_profiles', may('readWatchlist') ? { limit: 1 } : null);
  if (data?.data.length !== 0) return null;
  return (
    <p>
      {t('outcome.nobody-watched')}{' '}
      <a class="text-link" href={addressHere('watchlist')}>
        {t('nav.watchlist')}
      </a>
    </p>
  );
}

/** What helps against a lack: more columns, another profile, or more engagement. */
function stepAgainst(lack: string): { readonly text: MessageKey; readonly to?: string; readonly link?: MessageKey } {
  if (lack.endsWith('?')) return { text: 'outcome.step-columns' };
  if (lack.endsWith('!') || lack === 'left_out') {
    return { text: 'outcome.step-profile', to: 'customer-profile', link: 'nav.customer-profile' };
  }
  return { text: 'outcome.step-interest' };
}

export function ImportOutcome({
  outcome: { people, leads, tiers: counts, untitled, lacks },
}: {
  readonly outcome: Outcome;
}) {
  const nobody = counts.PRIORITY + counts.QUALIFIED === 0;
  const profile = useRead('get_icp', nobody ? {} : null);
  const [first] = lacks;
  const step = first && stepAgainst(first.lack);
  return (
    <section class="form" aria-label={t('outcome.title')}>
      <h3>{t('outcome.title')}</h3>
      <p>{t('outcome.people', { people, leads })}</p>
      {leads > 0 && (
        <dl class="figures">
          {tiers.map((tier) => (
            <div key={tier}>
              <dt>{label('tier', tier)}</dt>
              <dd>
                <a class="text-link" href={addressHere(`leads?leadTier=${tier}`)}>
                  {number(counts[tier])}
                </a>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {untitled > 0 && <p>{t('outcome.untitled', { count: untitled, leads })}</p>}
      {leads > 0 && nobody && profile.data?.data === null && <NoProfile />}
      {leads > 0 && nobody && step && profile.data?.data && (
        <div class="notice">
          <p>
            <b>{t('outcome.nobody')}</b>
          </p>
          <ul>
            {lacks.slice(0, mostReasons).map(({ lack, people: count }) => (
              <li key={lack}>{t('outcome.of', { count: number(count), leads, lack: label('lack', lack) })}</li>
            ))}
          </ul>
          <p>
            {t(step.text)}{' '}
            {step.to && step.link && (
              <a class="text-link" href={addressHere(step.to)}>
                {t(step.link)}
              </a>
            )}
          </p>
        </div>
      )}
      {leads > 0 && <NobodyWatched />}
      {leads === 0 && people > 0 && <p class="notice">{t('outcome.no-leads')}</p>}
    </section>
  );
}
