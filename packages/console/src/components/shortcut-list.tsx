/** Lists the keyboard shortcuts of the current page. */
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { Dialog } from './dialog';
import { activeShortcuts } from './shortcuts';

const signs: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑' };

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const [shown] = useState(activeShortcuts);
  return (
    <Dialog title={t('key.title')} onClose={onClose}>
      <dl class="facts keys">
        {[...shown].map(([text, keys]) => [
          <dt key={`${text} keys`}>
            {keys.map((key) => (
              <kbd key={key}>{signs[key] ?? key}</kbd>
            ))}
          </dt>,
          <dd key={text}>{t(text)}</dd>,
        ])}
      </dl>
    </Dialog>
  );
}
