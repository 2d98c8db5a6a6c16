/** The language of the console in this browser. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

const isLanguage = (value: string | null | undefined): value is Language =>
  value !== null && value !== undefined && Object.hasOwn(languages, value);

/** The language chosen in this browser, or else one that the browser asks for. */
export function preferredLanguage(): Language {
  const chosen = localStorage.getItem('leadlight.language');
  if (isLanguage(chosen)) return chosen;
  const asked = navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase());
  return asked.find(isLanguage) ?? 'en';
}
