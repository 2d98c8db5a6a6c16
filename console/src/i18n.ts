/** Texts of the console in the reader's language, and numbers and times in their form. */
import { signal } from '@preact/signals';
import { en, type MessageKey, type Messages } from './messages/en';

export type { MessageKey };
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(languages, value);

const current = signal<{ readonly language: Language; readonly messages: Messages }>({ language: 'en', messages: en });

export const language = () => current.value.language;

/** What was chosen in this browser, else what it asks for. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem('leadlight.language');
  if (isLanguage(chosen)) return chosen;
  const asked = navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase());
  return asked.find(isLanguage) ?? 'en';
}

/** Switches the language; its texts are loaded when they are not there yet. */
export async function setLanguage(language: Language, remember = false): Promise<void> {
  const messages = language === 'de' ? (await import('./messages/de')).de : en;
  if (remember) localStorage.setItem('leadlight.language', language);
  document.documentElement.lang = language;
  current.value = { language, messages };
}

export type Values = Readonly<Record<string, string | number>>;

/** The text of a key with its `{values}`. A text in `{one, other}` is chosen by `count`. */
export function t(key: MessageKey, values: Values = {}): string {
  const { messages, language } = current.value;
  const message = messages[key];
  const count = Number(values['count'] ?? 0);
  const text =
    typeof message === 'string'
      ? message
      : new Intl.PluralRules(language).select(count) === 'one'
        ? message.one
        : message.other;
  return text.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    return value === undefined ? all : typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a key that is put together, such as `tier.PRIORITY`; the last part when there is none. */
export function label(group: string, value: string): string {
  const key = `${group}.${value}`;
  const texts: Readonly<Record<string, unknown>> = current.value.messages;
  const found = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof found === 'string' ? found : value;
}

/** The browser's own form of the language, such as en-GB, for dates and numbers. */
function locale(): string {
  const { language } = current.value;
  return navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/** Formats are costly to make and are asked for in every row. */
function formatOf<Format>(formats: Map<string, Format>, options: object, make: (locale: string) => Format): Format {
  const key = `${locale()} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? make(locale());
  formats.set(key, known);
  return known;
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return formatOf(numbers, options, (tag) => new Intl.NumberFormat(tag, options)).format(value);
}

export const percent = (value: number) => number(value / 100, { style: 'percent' });

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatOf(dates, options, (tag) => new Intl.DateTimeFormat(tag, options));
}

/** A day, with its year when it is another one. */
export function day(time: string | number): string {
  const date = new Date(time);
  const thisYear = date.getFullYear() === new Date().getFullYear();
  return dateFormat({ day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }) }).format(date);
}

/** Day and time of day. */
export const moment = (time: string | number) =>
  dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

/** The short name of a day of the week. @param weekday 0 is Sunday. */
export const dayName = (weekday: number) =>
  // 4 January 1970 was a Sunday.
  dateFormat({ weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(1970, 0, 4 + weekday)));

/** A time of day, `08:00`, as people here write it. */
export function timeOfDay(time: string): string {
  return dateFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`));
}

const hourMs = 3_600_000;

/** How long ago, short: `3 d`, `5 h`. */
export function ago(time: string): string {
  const passed = Math.max(0, Date.now() - Date.parse(time));
  const days = Math.floor(passed / (24 * hourMs));
  const unit = (value: number, name: string) => number(value, { style: 'unit', unit: name, unitDisplay: 'narrow' });
  if (days > 0) return unit(days, 'day');
  const hours = Math.floor(passed / hourMs);
  return hours > 0 ? unit(hours, 'hour') : unit(Math.max(1, Math.floor(passed / 60_000)), 'minute');
}

/** The name of a country by its ISO code, the code where it has none. */
export function country(code: string): string {
  try {
    return new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}
