/** The icon set: 20 px, lines of 1.5, in the colour of the text beside it. */
import { brand } from '../brand';

const paths = {
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'M5 5l10 10M15 5L5 15',
  down: 'M5 8l5 5 5-5',
  up: 'M5 12l5-5 5 5',
  check: 'M4 10.5l4 4 8-9',
  question: 'M7.5 7.5a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M10 14.5v.01',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6.5V10l2.5 2',
  person: 'M10 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 16.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  note: 'M4 4h12v9l-3.5 3H4zM7 8h6M7 11h4',
  copy: 'M7 7h9v9H7zM4 13V4h9',
  external: 'M8 5H5v10h10v-3M11 4h5v5M16 4l-7 7',
  plus: 'M10 4v12M4 10h12',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zM13 13l3.5 3.5',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.6L14 6',
  download: 'M10 3v9M6 9l4 4 4-4M4 16.5h12',
  pause: 'M7 5v10M13 5v10',
  play: 'M7 5l8 5-8 5z',
  refresh: 'M15.5 8A6 6 0 1 0 16 11M16 4v4h-4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true">
      <path d={paths[name]} stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

export function Brand() {
  return (
    <div class="brand">
      <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
        <path d="M10 2l6.9 4v8L10 18l-6.9-4V6z" />
        <path d="M10 2v16M3.1 6l13.8 8M16.9 6L3.1 14" stroke-width="1" />
      </svg>
      {brand}
    </div>
  );
}
