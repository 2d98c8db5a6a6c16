/** The languages of the console and of mails. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
