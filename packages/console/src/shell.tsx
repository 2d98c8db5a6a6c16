/** Navigation beside the page. On a phone it is behind a button. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { may, session, signOut, workspace } from './api/session';
import { useWaitingRequests } from './api/waiting';
import { Button } from './components/button';
import { Brand, Icon } from './components/icons';
import { Menu } from './components/menu';
import { ShortcutList } from './components/shortcut-list';
import { useShortcuts } from './components/shortcuts';
import { number, t } from './i18n';
import { navigation, workspacePages } from './pages/routes';
import { SearchDialog } from './pages/search';
import { addressHere, addressOf, appBase, mayLeave, place } from './router';

function Navigation({ page }: { readonly page: string | undefined }) {
  const waiting = useWaitingRequests(page);
  return (
    <>
      {navigation.map(({ heading, pages }) => {
        const offered = pages.flatMap((name) => {
          const route = workspacePages[name];
          return route && (route.right === undefined || may(route.right)) ? [{ name, title: route.title }] : [];
        });
        if (offered.length === 0) return null;
        return (
          <div key={pages[0]}>
            {heading && <h2>{t(heading)}</h2>}
            <ul>
              {offered.map(({ name, title }) => (
                <li key={name}>
                  <a href={addressHere(name)} aria-current={name === page ? 'page' : undefined}>
                    {t(title)}
                    {name === 'integrations' && waiting > 0 && (
                      <span class="waiting-count" title={t('assistants.waiting-requests', { count: waiting })}>
                        <span aria-hidden="true">{number(waiting)}</span>
                        <span class="hidden-text">{t('assistants.waiting-requests', { count: waiting })}</span>
                      </span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}

function WorkspaceMenu() {
  const workspaces = session.value?.workspaces ?? [];
  const name = workspace.value?.name ?? '';
  if (workspaces.length < 2) return <p class="button space cut">{name}</p>;
  return (
    <Menu
      look="button space"
      label={`${t('nav.switch')}: ${name}`}
      summary={
        <>
          <span class="cut">{name}</span>
          <Icon name="down" />
        </>
      }
    >
      {workspaces.map(({ id, name: other }) => (
        <a
          key={id}
          class="menu-item"
          href={addressOf(`${id}/inbox`)}
          aria-current={id === workspace.value?.id ? 'true' : undefined}
        >
          {other}
        </a>
      ))}
    </Menu>
  );
}

/** The way back from a page outside a workspace, such as one's account. */
function Workspaces() {
  return (
    <ul>
      {session.value?.workspaces.map(({ id, name }) => (
        <li key={id}>
          <a href={addressOf(`${id}/inbox`)}>
            <span class="cut" dir="auto">
              {name}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function PersonMenu({ onKeys }: { readonly onKeys: () => void }) {
  const person = session.value?.person;
  return (
    <ul class="foot">
      <li>
        <a
          href={addressOf('account')}
          aria-current={place.value.path[0] === 'account' ? 'page' : undefined}
          title={t('nav.account')}
        >
          <span class="cut">{person?.displayName ?? person?.email}</span>
        </a>
      </li>
      <li class="key-help">
        <button type="button" class="menu-item quiet" aria-keyshortcuts="?" onClick={onKeys}>
          {t('key.open')} <kbd aria-hidden="true">?</kbd>
        </button>
      </li>
      <li>
        <button type="button" class="menu-item quiet" onClick={() => mayLeave() && void signOut()}>
          {t('action.sign-out')}
        </button>
      </li>
    </ul>
  );
}

/** How far each entry of the history was scrolled, and which link had the focus. */
const scrolled = new Map<string, number>();
const focused = new Map<string, string>();

/** Keeps the place of the page that is left, and goes there on coming back. */
function useScrollPlace(box: { readonly current: HTMLElement | null }): void {
  const { entry } = place.value;
  useLayoutEffect(() => {
    const main = box.current;
    if (!main) return;
    const wanted = scrolled.get(entry) ?? 0;
    // Asking how far it is scrolled, or moving it, lays the page out: not where nothing was scrolled yet.
    if (scrolled.size > 0) main.scrollTop = wanted;
    const note = () => scrolled.set(entry, main.scrollTop);
    const noteFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLAnchorElement)) return;
      focused.set(entry, target.href);
      // A link may be followed before the browser tells of the scrolling to it.
      note();
    };
    main.addEventListener('scroll', note, { passive: true });
    main.addEventListener('focusin', noteFocus);
    return () => {
      main.removeEventListener('scroll', note);
      main.removeEventListener('focusin', noteFocus);
    };
  }, [entry]);
}

/** Gives the focus to the link that had it when one was here before, else to the page. */
function focusAgain(main: HTMLElement): void {
  const href = focused.get(place.value.entry);
  const link = href === undefined ? undefined : [...main.querySelectorAll('a')].find((one) => one.href === href);
  (link ?? main).focus({ preventScroll: true });
}

/** A page of the console with its navigation. @param page name of the page, as in the address. */
export function Shell({ page, children }: { readonly page: string | undefined; readonly children: ComponentChildren }) {
  const [menu, setMenu] = useState(false);
  const [keys, setKeys] = useState(false);
  const [searching, search] = useState(false);
  const inside = workspace.value !== undefined;
  useShortcuts({
    '?': { act: () => setKeys(true), text: 'key.help' },
    ...(inside ? { '/': { act: () => search(true), text: 'key.search' } } : {}),
  });
  useEffect(() => {
    if (!inside) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      search(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [inside]);
  const main = useRef<HTMLElement>(null);
  useScrollPlace(main);
  const address = place.value.path.join('/');
  const first = useRef(true);
  useEffect(() => {
    setMenu(false);
    // A new page begins at its beginning for the keyboard and for who listens; the first one is where the browser put it.
    if (!first.current && main.current) focusAgain(main.current);
    first.current = false;
  }, [address]);
  return (
    <div class={menu ? 'app open' : 'app'}>
      <header class="phone-bar">
        <Brand />
        <Button kind="plain" icon={menu ? 'close' : 'menu'} label={t('nav.menu')} onClick={() => setMenu(!menu)} />
      </header>
      <nav class="side" aria-label={t('nav.main')}>
        <a
          class="hidden-text skip"
          href={appBase}
          onClick={(event) => {
            event.preventDefault();
            main.current?.focus();
          }}
        >
          {t('nav.skip')}
        </a>
        <Brand />
        {workspace.value && <WorkspaceMenu />}
        {inside && (
          <Button keyboard="/" onClick={() => search(true)}>
            {t('key.search')}
          </Button>
        )}
        {workspace.value ? <Navigation page={page} /> : <Workspaces />}
        <PersonMenu onKeys={() => setKeys(true)} />
      </nav>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
      {searching && <SearchDialog onClose={() => search(false)} />}
      {keys && <ShortcutList onClose={() => setKeys(false)} />}
    </div>
  );
}
