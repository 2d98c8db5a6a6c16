/** Shares of an audience as bars. Says what the privacy rules hide. */
import type { AudiencePrivacy, Bucket } from '../api/operations';
import { percent, t } from '../i18n';

/** Groups that say nothing by themselves, in the languages of the console. */
const vague: ReadonlySet<string> = new Set(['Other', 'Unknown', 'Andere', 'Unbekannt']);

interface BucketsProps {
  readonly title: string;
  readonly buckets: readonly Bucket[];
  /** Whether some groups are withheld. They share one row without a number. */
  readonly suppressed: boolean;
}

export function Buckets({ title, buckets, suppressed }: BucketsProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {buckets.length === 0 ? (
        <p class="quiet">{t('audience.withheld')}</p>
      ) : (
        <ul class="buckets">
          {buckets.map(({ bucket, percent: share }) => (
            <li key={bucket} class={vague.has(bucket) ? 'quiet' : undefined}>
              <span class="cut" dir="auto" title={bucket}>
                {bucket}
              </span>
              <span>{percent(share)}</span>
              <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="8" />
                <rect width={share} height="8" />
              </svg>
            </li>
          ))}
          {suppressed && (
            <li class="quiet withheld">
              <span class="cut">{t('audience.group-hidden')}</span>
              <span aria-hidden="true">?</span>
              <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <path d="M0 4H100" />
              </svg>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

export function PrivacyRules({ privacy }: { readonly privacy: AudiencePrivacy }) {
  const { minimumGroupSize, minimumAudience, suppressed } = privacy;
  return (
    <p class="quiet small">
      {t('audience.rules', { group: minimumGroupSize, audience: minimumAudience })}
      {suppressed && ` ${t('audience.suppressed')}`}
    </p>
  );
}
