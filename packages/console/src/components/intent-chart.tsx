/** Intent over time: a mark for each engagement, and a curve that fades. */
import { intentCurve } from '../api/intent';
import type { IntentPoint } from '../api/operations';
import { day, number, t } from '../i18n';
import { didWhat } from './lead-parts';

const width = 700;
const height = 120;

export function IntentChart({
  points,
  scoredAt,
}: {
  readonly points: readonly IntentPoint[];
  readonly scoredAt: string;
}) {
  const curve = intentCurve(points, scoredAt, Date.now());
  const top = Math.max(50, ...curve.line.map(([, score]) => score + 10));
  const x = (time: number) => ((time - curve.from) / (curve.to - curve.from)) * width;
  const y = (score: number) => height - (score / top) * height;
  const path = (line: readonly (readonly [number, number])[]) =>
    line.map(([time, score], at) => `${at === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(score).toFixed(1)}`).join('');
  const today = curve.line.at(-1)?.[1] ?? 0;
  const months = [60, 30].map((days) => curve.now - days * 86_400_000);
  return (
    <figure class="intent">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('lead.intent-chart', { count: curve.marks.length, now: Math.round(today) })}
      >
        <path class="grid" d={`M0 ${height}H${width}M0 ${y(25)}H${width}M0 ${y(50)}H${width}`} />
        <path class="today" d={`M${x(curve.now)} 0V${height}`} />
        <path class="ahead" d={path(curve.ahead)} />
        <path class="curve" d={path(curve.line)} />
        <path
          class="marks"
          d={curve.marks.map(({ time, score }) => `M${x(time).toFixed(1)} ${y(score).toFixed(1)}h.01`).join('')}
        />
      </svg>
      <div class="axis" aria-hidden="true">
        {months.map((time) => (
          <span key={time}>{day(time)}</span>
        ))}
        <span>{t('lead.today')}</span>
        <span>{t('lead.fading')}</span>
      </div>
      <figcaption>
        {curve.marks
          .toSorted((a, b) => b.point.points - a.point.points)
          .slice(0, 3)
          .map(
            ({ point, time }) =>
              `${didWhat(point.type)}, ${point.timing === 'observed' ? t('time.undated') : day(time)} (+${number(point.points, { maximumFractionDigits: 1 })})`,
          )
          .join(' · ')}
        {curve.marks.length === 0 && t('lead.no-marks')}
      </figcaption>
    </figure>
  );
}
