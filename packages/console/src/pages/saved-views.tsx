/** Views of a list that somebody saved under a name: everybody in the workspace sees them. A view is an address. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import { useRead } from '../api/read';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { useIdle } from '../components/idle';
import { Menu } from '../components/menu';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { t } from '../i18n';
import { addressHere, go, workspaceId } from '../router';

interface View {
  readonly name: string;
  /** Filters and sort, as in the address. */
  readonly query: string;
}

const longestName = 60;

/** Where earlier releases saved views: in this browser alone. They are offered until they are removed or saved for everybody. */
const storageKey = (page: string) => `leadlight.views.${page}.${workspaceId.value ?? ''}`;

const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'query' in value &&
  typeof value.query === 'string';

/** What the browser stores may be invalid. There are no views then. */
function viewsHere(page: string): View[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(page)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function forgetHere(page: string, name: string): View[] {
  const left = viewsHere(page).filter((view) => view.name !== name);
  if (left.length > 0) localStorage.setItem(storageKey(page), JSON.stringify(left));
  else localStorage.removeItem(storageKey(page));
  return left;
}

interface RowProps {
  readonly page: string;
  readonly view: View;
  readonly hint: string;
  readonly current: string;
  readonly onRemove: (() => void) | undefined;
}

function ViewRow({ page, view: { name, query }, hint, current, onRemove }: RowProps) {
  return (
    <div class="saved-view">
      <a
        class="menu-item cut"
        href={addressHere(query ? `${page}?${query}` : page)}
        aria-current={query === current ? 'true' : undefined}
      >
        <span dir="auto">{name}</span> <small class="quiet">{hint}</small>
      </a>
      {onRemove && <Button kind="plain" icon="trash" label={t('views.remove', { name })} onClick={onRemove} />}
    </div>
  );
}

interface SavedViewsProps {
  readonly page: 'leads';
  /** The current view. */
  readonly query: string;
}

export function SavedViews({ page, query }: SavedViewsProps) {
  const saved = useRead('list_saved_views', useIdle() ? {} : null);
  const [local, setLocal] = useState(() => viewsHere(page));
  const [typed, setTyped] = useState<string>();
  const task = useTask();
  const views = saved.data?.data ?? [];
  const shown = views.find((view) => view.query === query);
  const ofThisBrowser = local.find((view) => view.query === query)?.name ?? '';
  const name = typed ?? ofThisBrowser;
  const changed = (work: () => Promise<unknown>) =>
    task.run(async () => {
      await work();
      saved.again();
    });
  const save = () =>
    void changed(async () => {
      await call('save_view', { page, name, query });
      setLocal(forgetHere(page, ofThisBrowser));
      setTyped(undefined);
    });
  const remove = async ({ id, ...view }: View & { readonly id: string }) => {
    if (!(await changed(() => call('remove_view', { viewId: id })))) return;
    const again = { page, name: view.name, query: view.query };
    say(t('views.removed', { name: view.name }), () => void changed(() => call('save_view', again)));
  };
  return (
    <Menu summary={shown?.name ?? t('views.title')}>
      {views.length + local.length === 0 && <p class="quiet small">{t('views.none')}</p>}
      {views.map((view) => (
        <ViewRow
          key={view.id}
          page={page}
          view={view}
          hint={view.savedBy ? t('views.by', { name: view.savedBy }) : ''}
          current={query}
          onRemove={view.mayChange ? () => void remove(view) : undefined}
        />
      ))}
      {local.map((view) => (
        <ViewRow
          key={view.name}
          page={page}
          view={view}
          hint={t('views.here')}
          current={query}
          onRemove={() => setLocal(forgetHere(page, view.name))}
        />
      ))}
      <FormError error={task.error} />
      {query !== '' && !shown && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TextField
            label={t('views.name')}
            hint={t('views.hint')}
            value={name}
            onInput={setTyped}
            maxLength={longestName}
            required
          />
          <Button type="submit" disabled={task.busy}>
            {t('views.keep')}
          </Button>
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
