/** The style sheet of the pages. A constant, so that the build has no file to copy. Its address contains its hash. */
import { hash } from 'node:crypto';
import { fonts, propertiesOf } from '../../shared/colours';

const styleSheet = `
:root {
  color-scheme: light dark;
  ${propertiesOf('light')}
}
@media (prefers-color-scheme: dark) {
  :root { ${propertiesOf('dark')} }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 ${fonts}; }
main { max-width: 36rem; margin: 0 auto; padding: 1rem; }
.card { background: var(--sheet); border: 1px solid var(--line); border-radius: 8px; padding: 1.25rem; }
img { max-height: 2.5rem; vertical-align: middle; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; margin: .5rem 0 1rem; }
.sign { color: var(--glow); flex: none; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; margin: 0; }
p { margin: .5rem 0; }
.soft { color: var(--ink-2); }
.host { display: block; font-size: 1.375rem; font-weight: 700; overflow-wrap: anywhere; line-height: 1.3; }
.target { border: 2px solid var(--ink); border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0; }
.note { border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0; background: var(--glow-soft); color: var(--glow); }
.note.bad { background: var(--bad-soft); color: var(--bad); }
.mark { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .875rem;
  font-weight: 600; white-space: nowrap; }
.mark.warn { color: var(--glow); background: var(--glow-soft); }
fieldset { border: 0; margin: 1.25rem 0 0; padding: 0; min-width: 0; }
legend { font-weight: 700; padding: 0; margin-bottom: .25rem; }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; padding: .625rem 0; border-top: 1px solid var(--line); }
.choice input { width: 1.25rem; height: 1.25rem; margin: .125rem 0 0; accent-color: var(--accent); }
.choice label { font-weight: 600; overflow-wrap: anywhere; }
.choice .about { grid-column: 2; color: var(--ink-2); margin: 0; overflow-wrap: anywhere; }
.field { margin: 1rem 0; }
.field label { display: block; font-weight: 600; margin-bottom: .25rem; }
.field input { width: 100%; font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--edge);
  border-radius: 8px; padding: .625rem .75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
button, .button { font: inherit; font-weight: 600; border-radius: 8px; padding: .625rem 1.25rem; min-height: 2.75rem; cursor: pointer;
  border: 1px solid var(--edge); background: var(--sheet); color: var(--ink); flex: 1 1 9rem; text-align: center; text-decoration: none; }
button.main, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.link { color: var(--accent); flex: none; border: 0; padding: 0; min-height: 1.5rem; background: none; text-decoration: underline; }
form.account { margin-top: 1.5rem; color: var(--ink-2); overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (min-width: 40rem) { main { padding-top: 3rem; } .card { padding: 2rem; } }
`;

/** The style sheet with an operator's colour for buttons and links in the light scheme. The text on it gets the best contrast. */
export function styledWith(color: string | undefined): string {
  if (color === undefined) return styleSheet;
  const light = luminance(color) > 0.18 ? '#14171b' : '#ffffff';
  // Links and outlines are on the page itself, so a colour that is too light for that is used for the main button only.
  const legible = luminance(color) < 0.18;
  const button = `button.main, .button.main { background: ${color}; border-color: ${color}; color: ${light}; }`;
  const scheme = `@media (prefers-color-scheme: light) { :root { --accent: ${color}; --on-accent: ${light}; } }`;
  return `${styleSheet}${button}\n${legible ? scheme : ''}`;
}

/** Relative luminance of `#rrggbb` (WCAG 2.2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Changes with the content, so that browsers may cache the file for ever. */
export function styleVersion(color: string | undefined): string {
  return hash('sha256', styledWith(color), 'hex').slice(0, 12);
}
