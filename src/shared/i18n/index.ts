/** The languages of the pages: choosing a language, and filling values into its texts. */
import { de } from './de';
import { en, type Messages } from './en';
import { es } from './es';
import { fr } from './fr';
import { it } from './it';
import { ja } from './ja';
import { nl } from './nl';
import { pl } from './pl';
import { pt } from './pt';

export const languages = { en, de, fr, es, pt, it, nl, pl, ja } as const satisfies Record<string, Messages>;
export type Language = keyof typeof languages;
export type MessageKey = keyof Messages;

function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/**
 * The language for a person: the first known one that the application asks for (`ui_locales`), then that the browser asks for.
 * @param acceptLanguage an `Accept-Language` field (RFC 9110 §12.5.4).
 */
export function languageFor(uiLocales: string | null, acceptLanguage: string | undefined): Language {
  const asked = (uiLocales ?? '').split(' ');
  const browser = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const weight = /^\s*q=([0-9.]+)/i.exec(parameters[0] ?? '')?.[1];
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  for (const tag of [...asked, ...browser]) {
    const code = tag.trim().toLowerCase().split('-')[0] ?? '';
    if (isLanguage(code)) return code;
  }
  return 'en';
}

export type Translate = (key: MessageKey, values?: Readonly<Record<string, string>>) => string;

/** Texts of a language. `{names}` in them are replaced by values, which the page escapes. */
export function translator(language: Language): Translate {
  const messages: Messages = languages[language];
  return (key, values = {}) => messages[key].replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

export function isMessageKey(text: string): text is MessageKey {
  return Object.hasOwn(en, text);
}

/** Several names as one text: “a”, “b” and “c”, as the language writes lists. */
export function listIn(language: Language, names: readonly string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

/** A number of minutes in words. */
export function minutesIn(language: Language, minutes: number): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
}
