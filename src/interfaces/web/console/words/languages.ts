/** The languages of the console. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
