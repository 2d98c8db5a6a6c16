/**
 * The curve of a lead's intent over time: how it grew and fades. The constants are those of src/rules/intent/intent.ts,
 * which test/operations/console-intent.test.ts compares.
 */
import type { IntentPoint } from './operations';

export const halfLifeDays = 14;
export const scale = 8;
const dayMs = 86_400_000;

/** The sum of the evidence at a time. `points` of each are from when the lead was scored. */
function sumAt(points: readonly IntentPoint[], scoredAt: number, time: number): number {
  return points.reduce((sum, point) => {
    if (Date.parse(point.occurredAt) > time) return sum;
    return sum + point.points * 2 ** ((scoredAt - time) / (halfLifeDays * dayMs));
  }, 0);
}

const scoreOf = (sum: number) => 100 * (1 - Math.exp(-sum / scale));

export interface IntentCurve {
  /** From the first moment shown to now, and then the fading ahead: time and score. */
  readonly line: readonly (readonly [time: number, score: number])[];
  readonly ahead: readonly (readonly [time: number, score: number])[];
  /** The points where an engagement lifts the curve. */
  readonly marks: readonly { readonly time: number; readonly score: number; readonly point: IntentPoint }[];
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

/**
 * @param days how far back.
 * @param daysAhead how many days of fading to draw.
 */
export function intentCurve(
  points: readonly IntentPoint[],
  scoredAt: string,
  now: number,
  days = 60,
  daysAhead = 14,
): IntentCurve {
  const scored = Date.parse(scoredAt);
  const from = now - days * dayMs;
  const to = now + daysAhead * dayMs;
  const at = (time: number) => [time, scoreOf(sumAt(points, scored, time))] as const;
  const shown = points.filter(({ occurredAt }) => Date.parse(occurredAt) >= from);
  const jumps = shown.flatMap(({ occurredAt }) => {
    const time = Math.min(Date.parse(occurredAt), now);
    return [time - 1, time];
  });
  const steps = Array.from({ length: 61 }, (_, step) => from + ((now - from) * step) / 60);
  const times = [...steps, ...jumps].sort((a, b) => a - b);
  return {
    line: times.map(at),
    ahead: Array.from({ length: 15 }, (_, step) => at(now + ((to - now) * step) / 14)),
    marks: shown.map((point) => {
      const time = Math.min(Date.parse(point.occurredAt), now);
      return { time, score: at(time)[1], point };
    }),
    from,
    to,
    now,
  };
}
