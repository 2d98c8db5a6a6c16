/**
 * The look of the console in a mail. Styles are in the elements, because many mail programs drop style sheets; the others get the dark
 * colours from one. Nothing is fetched.
 */
import { colours, fonts } from './colours';

const light = colours.light;
const dark = colours.dark;

/** Attributes of elements: the class is for the dark colours. */
export const mailLooks = {
  title: `class="soft" style="font-size:13px;font-weight:600;color:${light['ink-2']};margin:24px 0 8px"`,
  card: `class="card" style="margin:0 0 12px;padding:16px;background:${light.sheet};border:1px solid ${light.line};border-radius:8px"`,
  name: `class="link" style="color:${light.accent};font-weight:600;text-decoration:none"`,
  link: `class="link" style="color:${light.accent};overflow-wrap:anywhere"`,
  quiet: `class="soft" style="color:${light['ink-2']};font-size:13px;margin:4px 0"`,
  quote: `class="quote" style="margin:10px 0;padding-left:12px;border-left:3px solid ${light.glow};font-size:16px"`,
  button: `class="button" style="display:inline-block;padding:10px 20px;border-radius:8px;background:${light.accent};color:${light['on-accent']};font-weight:600;text-decoration:none"`,
  text: 'style="margin:8px 0"',
} as const;

const darkStyle = `@media (prefers-color-scheme:dark){.page{background:${dark.page}!important;color:${dark.ink}!important}.card{background:${dark.sheet}!important;border-color:${dark.line}!important}.soft{color:${dark['ink-2']}!important}.link{color:${dark.accent}!important}.quote{border-left-color:${dark.glow}!important}.button{background:${dark.accent}!important;color:${dark['on-accent']}!important}.brand{color:${dark.glow}!important}}`;

/** A mail in the look of the console. @param body HTML. @param brand `BRAND_NAME`. */
export const mailPage = (body: string, brand = 'Leadlight', language = 'en'): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><style>${darkStyle}</style></head><body class="page" style="margin:0;padding:24px 12px;background:${light.page};color:${light.ink};font:15px/1.5 ${fonts}"><div class="page" style="max-width:600px;margin:0 auto;color:${light.ink}"><p style="margin:0 0 16px;font-weight:650"><span class="brand" style="color:${light.glow}">⬡</span> ${escapedForMail(brand)}</p>${body}</div></body></html>`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapedForMail = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
