/** The entry point of the console. */
import './first';
import './styles/index.css';
import { render } from 'preact';
import { App } from './app';
import { setLanguage } from './i18n';
import { preferredLanguage } from './language';
import { followLinks } from './router';
import { applyTheme } from './theme';

const root = document.getElementById('app');
if (!root) throw new Error('index.html lacks #app');

applyTheme();
followLinks();
void setLanguage(preferredLanguage())
  // If the texts fail to load: English is included.
  .catch(() => setLanguage('en'))
  .then(() => render(<App />, root));

// As in first.ts.
export {};
