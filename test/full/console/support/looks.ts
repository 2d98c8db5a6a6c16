/** The four looks of the console: wide and narrow, light and dark. */
export const looks = [
  ['wide', { width: 1440, height: 900 }, 'light'],
  ['wide', { width: 1440, height: 900 }, 'dark'],
  ['narrow', { width: 390, height: 844 }, 'light'],
  ['narrow', { width: 390, height: 844 }, 'dark'],
] as const;

/** The rules of `inspect` for a page that is inspected in both colours: the light look of the same size has all. */
export const rulesIn = (colorScheme: 'light' | 'dark') => (colorScheme === 'dark' ? 'colours' : 'all');
