/** Converts a schedule between days and a time, as people choose it, and five cron fields, as the service stores it. */
import { dayName } from '../i18n';

/** Cron's days, Monday first. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const;

export interface DaysAndTime {
  readonly days: readonly string[];
  /** `08:00`. */
  readonly time: string;
}

const two = (value: string) => value.padStart(2, '0');

/** The days in a cron field such as `1-5` or `1,3`; undefined for any other form. */
function daysOf(field: string): readonly string[] | undefined {
  if (field === '*') return weekdays;
  const days = new Set<string>();
  for (const part of field.split(',')) {
    const [, from, to = from] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? [];
    if (from === undefined || to === undefined) return undefined;
    for (let day = Number(from); day <= Number(to); day++) days.add(String(day % 7));
  }
  return weekdays.filter((day) => days.has(day));
}

/** Undefined for a schedule that is not one time on certain weekdays. The command line may create such schedules. */
export function readSchedule(schedule: string): DaysAndTime | undefined {
  const [, minute, hour, field] = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(schedule) ?? [];
  const days = field === undefined ? undefined : daysOf(field);
  if (minute === undefined || hour === undefined || !days) return undefined;
  return { days, time: `${two(hour)}:${two(minute)}` };
}

export function writeSchedule({ days, time }: DaysAndTime): string {
  const [hour = '8', minute = '0'] = time.split(':');
  const field = days.length === weekdays.length ? '*' : weekdays.filter((day) => days.includes(day)).join(',');
  return `${Number(minute)} ${Number(hour)} * * ${field}`;
}

/** Days in words. Three or more in a row become a span. */
export function daysInWords(days: readonly string[], everyDay: string): string {
  if (days.length === weekdays.length) return everyDay;
  const spans: string[][] = [];
  for (const day of weekdays.filter((one) => days.includes(one))) {
    const last = spans.at(-1);
    const before = weekdays[weekdays.indexOf(day) - 1];
    if (last && before !== undefined && last.at(-1) === before) last.push(day);
    else spans.push([day]);
  }
  const name = (day: string | undefined) => dayName(Number(day));
  return spans
    .map((span) => (span.length > 2 ? `${name(span[0])}–${name(span.at(-1))}` : span.map(name).join(', ')))
    .join(', ');
}
