/** Texts of the console in the reader's language, and numbers and times in its format. */
import { signal } from '@preact/signals';
import type { Language } from './language';
import { en, type MessageKey, type Messages } from './messages/en';

export type { MessageKey };

const current = signal<{ readonly language: Language; readonly messages: Messages }>({ language: 'en', messages: en });

export const language = () => current.value.language;

/** Switches the language. Loads its texts if necessary. */
export async function setLanguage(language: Language, remember = false): Promise<void> {
  const messages = language === 'de' ? (await import('./messages/de')).de : en;
  if (remember) localStorage.setItem('leadlight.language', language);
  document.documentElement.lang = language;
  current.value = { language, messages };
}

export type Values = Readonly<Record<string, string | number>>;

/** The text of a key with its `{values}`. For a text with the forms `{one, other}`, `count` selects the form. */
export function t(key: MessageKey, values: Values = {}): string {
  const { messages } = current.value;
  const message = messages[key];
  const count = Number(values['count'] ?? 0);
  const text =
    typeof message === 'string'
      ? message
      : count === 1 // This holds for every language of the console.
        ? message.one
        : message.other;
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    return value === undefined ? all : typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a composed key such as `tier.PRIORITY`, or its last part when there is no text. */
export function label(group: string, value: string): string {
  const key = `${group}.${value}`;
  const texts: Readonly<Record<string, unknown>> = current.value.messages;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof found === 'string' ? found : value;
}

/** The browser's variant of the language, such as en-GB, for dates and numbers. */
function locale(): string {
  const { language } = current.value;
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

const countries = new Map<string, Intl.DisplayNames>();
const spoken = new Map<string, Intl.DisplayNames>();
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Cached, because formats are costly to create and every row needs them. */
function formatOf<Format>(formats: Map<string, Format>, options: object, make: (locale: string) => Format): Format {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make(locale());
  formats.set(key, known);
  return known;
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  // The first format of a page takes a tenth of a second on a slow processor, and a short number looks the same without it.
  if (!options && Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  return formatOf(numbers, options ?? {}, (tag) => new Intl.NumberFormat(tag, options)).format(value);
}

export const percent = (value: number) => number(value / 100, { style: 'percent' });

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatOf(dates, options, (tag) => new Intl.DateTimeFormat(tag, options));
}

/** A day, with the year if it is not this year. */
export function day(time: string | number): string {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return dateFormat({ day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }) }).format(date);
}

/** Day and time of day. */
export const moment = (time: string | number) =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

/** Weekday, day and time of day in a time zone; by default the reader's own. */
export const momentIn = (time: string, timeZone?: string) =>
  dateFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(time));

/** The short name of a weekday. @param weekday 0 is Sunday. */
export const dayName = (weekday: number) =>
  // 4 January 1970 was a Sunday.
  dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + weekday)));

/** A time of day, `08:00`, in the reader's format. */
export function timeOfDay(time: string): string {
  return dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`));
}

const hourMs = 3_600_000;

/** How long ago, in short form: `3 d`, `5 h`. */
export function ago(time: string): string {
  const passed = Math.max(0, Date.now() - Date.parse(time));
  const days = Math.floor(passed / (24 * hourMs));
  if (days > 0) return t('time.days', { count: days });
  const hours = Math.floor(passed / hourMs);
  return hours > 0
    ? t('time.hours', { count: hours })
    : t('time.minutes', { count: Math.max(1, Math.floor(passed / 60_000)) });
}

/** The name of a country by its ISO code, or the code when it has no name. */
export function country(code: string): string {
  try {
    const names = formatOf(countries, {}, (tag) => new Intl.DisplayNames(tag, { type: 'region' }));
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** The name of a language by its code (ISO 639-1). */
export function languageName(code: string): string {
  return formatOf(spoken, {}, (tag) => new Intl.DisplayNames(tag, { type: 'language' })).of(code) ?? code;
}
