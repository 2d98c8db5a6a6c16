/**
 * Converts a schedule between days and a time, as people choose it, and five cron fields, as the service stores it. Says it in
 * words too.
 */
import { dayName, t, timeOfDay } from '../i18n';

/** Days of cron, Monday first. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const;

export interface DaysAndTime {
  readonly days: readonly string[];
  /** `08:00`. */
  readonly time: string;
}

const two = (value: string) => value.padStart(2, '0');

/**
 * The numbers in a cron field: a number, a list, a span or a step. Undefined for other forms, for which there are no words
 * here.
 */
function numbersOf(field: string, least: number, most: number): readonly number[] | undefined {
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [, any, first, last = first, step] = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    if (any === undefined && first === undefined) return undefined;
    // Cron programs disagree about `5/3`.
    if (step !== undefined && any === undefined && first === last) return undefined;
    const [from, to] = any === undefined ? [Number(first), Number(last)] : [least, most];
    if (from < least || to > most) return undefined;
    for (let number = from; number <= to; number += Math.max(1, Number(step ?? 1))) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

function daysOf(field: string): readonly string[] | undefined {
  const days = numbersOf(field, 0, field.includes('*') ? 6 : 7)?.map((day) => String(day % 7));
  return days && weekdays.filter((day) => days.includes(day));
}

/** Undefined for a schedule that is not one time on certain weekdays. The command line may create such schedules. */
export function readSchedule(schedule: string): DaysAndTime | undefined {
  const [, minute, hour, field] = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(schedule) ?? [];
  const days = field === undefined ? undefined : daysOf(field);
  if (minute === undefined || hour === undefined || !days) return undefined;
  return { days, time: `${two(hour)}:${two(minute)}` };
}

/** A longer list of times of a day would not help. */
const mostTimes = 6;

/**
 * A usual schedule in words: one minute of some hours, on days of the week or of the month. Undefined for others. It does not
 * validate a schedule: the service does, and the next runs are shown beside the words.
 */
export function scheduleInWords(schedule: string): string | undefined {
  const [minute = '', hour = '', day = '', month, weekday = ''] = schedule.trim().split(/\s+/);
  const hours = numbersOf(hour, 0, 23);
  const dates = numbersOf(day, 1, 31);
  const days = daysOf(weekday);
  // With both days of the month and days of the week, cron runs on either.
  if (!/^[0-5]?\d$/.test(minute) || !hours || !dates || !days || month !== '*') return undefined;
  if (day !== '*' && weekday !== '*') return undefined;
  if (hours.length > mostTimes && hours.length < 24) return undefined;
  const at = (one: number) => timeOfDay(`${two(String(one))}:${two(minute)}`);
  const time = hours.length === 24 ? t('schedule.hourly', { minute: two(minute) }) : hours.map(at).join(', ');
  const on = day === '*' ? daysInWords(days, t('digests.every-day')) : t('schedule.dates', { dates: dates.join(', ') });
  return t('digests.at', { days: on, time });
}

export function writeSchedule({ days, time }: DaysAndTime): string {
  const [hour = '8', minute = '0'] = time.split(':');
  const field = days.length === weekdays.length ? '*' : weekdays.filter((day) => days.includes(day)).join(',');
  return `${Number(minute)} ${Number(hour)} * * ${field}`;
}

/** Days in words. Three or more in a row become a span. */
function daysInWords(days: readonly string[], everyDay: string): string {
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

/** The reader's own time zone. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** All time zones to choose from, including the one shown. */
export function zoneChoices(shown: string): readonly { readonly value: string; readonly label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  return (known.includes(shown) ? known : [shown, ...known]).map((value) => ({ value, label: value }));
}
