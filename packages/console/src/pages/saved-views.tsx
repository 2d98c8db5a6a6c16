/** Views that a person saves under a name, in this browser. A view is an address, so its link works for every member. */
import { useState } from 'preact/hooks';
import { Button } from '../components/button';
import { TextField } from '../components/form';
import { Menu } from '../components/menu';
import { t } from '../i18n';
import { addressHere, go, workspaceId } from '../router';

interface SavedView {
  readonly name: string;
  /** Filters and sort, as in the address. */
  readonly query: string;
}

const mostViews = 50;
const longestName = 60;
const storageKey = (page: string) => `leadlight.views.${page}.${workspaceId.value ?? ''}`;

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

/** What the browser stores may be invalid. There are no views then. */
function viewsOf(page: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(page)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

/** @param query of the current view. */
export function SavedViews({ page, query }: { readonly page: string; readonly query: string }) {
  const [views, setViews] = useState(() => viewsOf(page));
  const [name, setName] = useState('');
  const shown = views.find((view) => view.query === query);
  const keep = (next: readonly SavedView[]) => {
    const kept = next.slice(-mostViews);
    localStorage.setItem(storageKey(page), JSON.stringify(kept));
    setViews(kept);
  };
  return (
    <Menu right summary={shown?.name ?? t('views.title')}>
      {views.length === 0 && <p class="quiet small">{t('views.none')}</p>}
      {views.map((view) => (
        <div class="saved-view" key={view.name}>
          <a
            class="menu-item cut"
            dir="auto"
            href={addressHere(view.query ? `${page}?${view.query}` : page)}
            aria-current={view.query === query ? 'true' : undefined}
          >
            {view.name}
          </a>
          <Button
            kind="plain"
            icon="trash"
            label={t('views.remove', { name: view.name })}
            onClick={() => keep(views.filter((one) => one !== view))}
          />
        </div>
      ))}
      {query !== '' && !shown && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            const wanted = name.trim();
            if (wanted === '') return;
            keep([...views.filter((one) => one.name !== wanted), { name: wanted, query }]);
            setName('');
          }}
        >
          <TextField
            label={t('views.name')}
            hint={t('views.hint')}
            value={name}
            onInput={setName}
            maxLength={longestName}
            required
          />
          <Button type="submit">{t('views.keep')}</Button>
        </form>
      )}
      {query !== '' && (
        <Button kind="plain" onClick={() => go(addressHere(page))}>
          {t('action.clear')}
        </Button>
      )}
    </Menu>
  );
}
