/** The four looks of the console: wide and narrow, light and dark. */
export const looks = [
  ['wide', { width: 1440, height: 900 }, 'light'],
  ['wide', { width: 1440, height: 900 }, 'dark'],
  ['narrow', { width: 390, height: 844 }, 'light'],
  ['narrow', { width: 390, height: 844 }, 'dark'],
] as const;
