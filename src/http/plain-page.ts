/** A small page in the look of the console, without a file of its own: errors, and the end of a digest. No script, one style. */
import { createHash } from 'node:crypto';
import { fonts, propertiesOf, sign } from '../shared/colours';

const style = `:root{color-scheme:light dark;${propertiesOf('light')}}
@media (prefers-color-scheme:dark){:root{${propertiesOf('dark')}}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 ${fonts}}
main{max-width:36rem;margin:0 auto;padding:1rem}.brand{display:flex;align-items:center;gap:.5rem;font-weight:650;margin:.5rem 0 1rem}
.sign{color:var(--glow)}.card{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:1.25rem}
h1{font-size:1.25rem;line-height:1.3;margin:0 0 .75rem;overflow-wrap:anywhere}p{margin:.5rem 0}small{color:var(--ink-2);overflow-wrap:anywhere}
code{font-size:.9em}a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:8px;cursor:pointer;background:var(--accent);color:var(--on-accent)}
@media (min-width:40rem){main{padding-top:3rem}.card{padding:2rem}}`;

/** What a `Content-Security-Policy` has to allow for the style: `'sha256-…'`. */
export const plainStyleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @param body HTML below the heading. @param title and language: text, which is not escaped here. @param brand `BRAND_NAME`. */
export function plainPage({
  title,
  body,
  language = 'en',
  brand = 'Leadlight',
}: {
  readonly title: string;
  readonly body: string;
  readonly language?: string;
  readonly brand?: string | undefined;
}): string {
  const name = escaped(brand);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${name}</title><style>${style}</style></head>
<body><main><p class="brand">${sign}${name}</p><div class="card"><h1>${title}</h1>
${body}</div></main></body></html>
`;
}
