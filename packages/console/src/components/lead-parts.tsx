/** Small parts that appear with every lead. */
import type { Criterion, Engagement, EngagementType, LeadTier } from '../api/operations';
import { ago, day, label, moment, t } from '../i18n';
import { Icon } from './icons';

export function Tier({ tier }: { readonly tier: LeadTier }) {
  return <span class={`tier ${tier}`}>{label('tier', tier)}</span>;
}

/** Formatted only when needed: a list has many times, and each costs. */
const tellMoment = ({ currentTarget }: PointerEvent) => {
  if (currentTarget instanceof HTMLTimeElement) currentTarget.title = moment(currentTarget.dateTime);
};

/** How long ago, with the exact moment on hover. */
export function Ago({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} onPointerEnter={tellMoment}>
      {ago(time)}
    </time>
  );
}

export function Day({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={moment(time)}>
      {day(time)}
    </time>
  );
}

/** Where no source says when: that, and when it was first seen on hover. */
export function Undated({ seen }: { readonly seen: string }) {
  return (
    <span class="quiet" title={t('time.seen', { day: day(seen) })}>
      {t('time.undated')}
    </span>
  );
}

/** When somebody engaged last. @param dated the latest engagement with a date; null: none has one. @param at when any was seen. */
export function LastSeen({ at, dated }: { readonly at: string; readonly dated: string | null }) {
  return dated ? <Ago time={dated} /> : <Undated seen={at} />;
}

/** The day of an engagement, as surely as it is known. */
export function EngagementDay({
  engagement: { occurredAt, timing },
}: {
  readonly engagement: Pick<Engagement, 'occurredAt' | 'timing'>;
}) {
  if (timing === 'observed') return <Undated seen={occurredAt} />;
  return timing === 'exact' ? (
    <Day time={occurredAt} />
  ) : (
    <time dateTime={occurredAt}>{t('time.about', { day: day(occurredAt) })}</time>
  );
}

const outcomes = { match: 'check', mismatch: 'close', unknown: 'question' } as const;

/** Fit, criterion by criterion. */
export function Fit({ criteria }: { readonly criteria: readonly Criterion[] }) {
  return (
    <ul class="fit">
      {criteria.map(({ criterion, outcome, importance, detail }) => (
        <li key={criterion} class={outcome} title={label('importance', importance)}>
          <span>
            <Icon name={outcomes[outcome]} />
            {label('criterion', criterion.startsWith('excluded') ? 'excluded' : criterion)}
            <span class="hidden-text">: {label('outcome', outcome)}</span>
          </span>
          <b dir="auto">{outcome === 'unknown' ? t('lead.not-known') : detail}</b>
        </li>
      ))}
    </ul>
  );
}

/** `Liked`, `Commented`, `Reposted`. */
export const didWhat = (type: EngagementType) => label('did', type);
