/**
 * The colours of the console, for pages and mails that it does not make: the consent page, errors, digests. `packages/console/src/styles/tokens.css`
 * has the same; a test compares them.
 */
export const colours = {
  light: {
    page: '#fbfaf8',
    sheet: '#ffffff',
    line: '#e4e1da',
    edge: '#8b8a86',
    ink: '#1d1f23',
    'ink-2': '#575b63',
    accent: '#2f5bd7',
    'on-accent': '#ffffff',
    glow: '#a84d08',
    'glow-soft': '#fdf0e2',
    bad: '#b3362b',
    'bad-soft': '#fcecea',
  },
  dark: {
    page: '#141517',
    sheet: '#1b1d20',
    line: '#2c2f33',
    edge: '#74797f',
    ink: '#eceae6',
    'ink-2': '#a5a9b0',
    accent: '#8aa8ff',
    'on-accent': '#10131c',
    glow: '#f3a45c',
    'glow-soft': '#33251a',
    bad: '#f08a80',
    'bad-soft': '#3a1f1d',
  },
} as const;

export const fonts = "ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";

/** The sign of the product, as `packages/console/icon.svg` draws it, in the colour that the style gives it. */
export const sign =
  '<svg class="sign" viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">' +
  '<path d="M10 2l6.9 4v8L10 18l-6.9-4V6z"/><path d="M10 2v16M3.1 6l13.8 8M16.9 6L3.1 14" stroke-width="1"/></svg>';

/** Custom properties of one scheme: `--page:#fbfaf8;…`. */
export const propertiesOf = (scheme: keyof typeof colours): string =>
  Object.entries(colours[scheme])
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
