import { atLength } from '../../../support/at-length';

/** The four looks of the console: wide and narrow, light and dark. */
export const allLooks = [
  ['wide', { width: 1440, height: 900 }, 'light'],
  ['wide', { width: 1440, height: 900 }, 'dark'],
  ['narrow', { width: 390, height: 844 }, 'light'],
  ['narrow', { width: 390, height: 844 }, 'dark'],
] as const;
type Look = (typeof allLooks)[number];

/** All rules in both sizes and the colours of the dark; the fourth look, which joins two of them, is for the proofs. */
export const looks = atLength<readonly Look[]>(allLooks.slice(0, 3), allLooks);

/** The same looks by size: a page that is open in the light is looked at in the dark without being opened again. */
export const sizes = allLooks
  .filter(([, , colorScheme]) => colorScheme === 'light')
  .map(([size, viewport]) => {
    const colours = looks.filter(([other]) => other === size).map(([, , colorScheme]) => colorScheme);
    return [size, viewport, colours] as const;
  });

/** The rules of `inspect` for a page that is inspected in both colours: the light look of the same size has all. */
export const rulesIn = (colorScheme: 'light' | 'dark') => (colorScheme === 'dark' ? 'colours' : 'all');
