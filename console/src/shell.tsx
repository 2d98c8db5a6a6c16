/** Navigation beside the page. On a phone it is behind a button. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { may, session, signOut, workspace } from './api/session';
import { Button } from './components/button';
import { Brand, Icon } from './components/icons';
import { Menu } from './components/menu';
import { t } from './i18n';
import { navigation, workspacePages } from './pages/routes';
import { addressHere, addressOf, appBase, place } from './router';

function Navigation({ page }: { readonly page: string | undefined }) {
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

function PersonMenu() {
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
      <li>
        <button type="button" class="menu-item quiet" onClick={() => void signOut()}>
          {t('action.sign-out')}
        </button>
      </li>
    </ul>
  );
}

/** How far each entry of the history was scrolled. */
const scrolled = new Map<string, number>();

/** Keeps the place of the page that is left, and goes there on coming back. */
function useScrollPlace(box: { readonly current: HTMLElement | null }): void {
  const { entry } = place.value;
  useLayoutEffect(() => {
    const main = box.current;
    if (!main) return;
    main.scrollTop = scrolled.get(entry) ?? 0;
    const note = () => scrolled.set(entry, main.scrollTop);
    main.addEventListener('scroll', note, { passive: true });
    return () => main.removeEventListener('scroll', note);
  }, [entry]);
}

/** A page of the console with its navigation. @param page name of the page, as in the address. */
export function Shell({ page, children }: { readonly page: string | undefined; readonly children: ComponentChildren }) {
  const [menu, setMenu] = useState(false);
  const main = useRef<HTMLElement>(null);
  useScrollPlace(main);
  const address = place.value.path.join('/');
  const first = useRef(true);
  useEffect(() => {
    setMenu(false);
    // A new page begins at its beginning for the keyboard and for who listens; the first one is where the browser put it.
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [address]);
  return (
    <div class={menu ? 'app menu' : 'app'}>
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
        {workspace.value ? <Navigation page={page} /> : <Workspaces />}
        <PersonMenu />
      </nav>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
