/** Light, dark, or like the system. Stored in this browser. */
export type Theme = 'system' | 'light' | 'dark';

const name = 'leadlight.theme';

export function chosenTheme(): Theme {
  const value = localStorage.getItem(name);
  return value === 'light' || value === 'dark' ? value : 'system';
}

export function applyTheme(): void {
  const theme = chosenTheme();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(name);
  else localStorage.setItem(name, theme);
  applyTheme();
}
