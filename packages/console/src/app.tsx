/** Finds the page of the address, and checks whether this person may open it. */
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ApiError, sessionBack, sessionEnded } from './api/client';
import { forgetFirst } from './api/first-questions';
import { keepFirst } from './api/read';
import { loadSession, may, session, workspace } from './api/session';
import { Dialog } from './components/dialog';
import { Page } from './components/page';
import { Bones, Empty, ErrorState } from './components/states';
import { Toasts } from './components/toast';
import { t } from './i18n';
import { openPages, ownPages, workspacePages, type Route } from './pages/routes';
import type { PageComponent } from './pages/page';
import { SignInForm } from './pages/sign-in-form';
import { addressOf, appBase, go, lastWorkspaceKey, place, workspaceId } from './router';
import { Shell } from './shell';

/** If a page fails to draw, the navigation stays. */
class Boundary extends Component<{ readonly children: ComponentChildren }, { readonly failed: boolean }> {
  override state = { failed: false };
  static override getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    // Reported as an uncaught error, for the browser's console and for anything that listens to the page's errors.
    reportError(error);
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return <ErrorState error={new ApiError(0, 'console_error', '')} again={() => window.location.reload()} />;
  }
}

const loaded = new Map<string, PageComponent>();

/** Draws a page. Loads its code if it is not loaded yet. */
function Lazy({ name, route, rest }: { name: string; route: Route; rest: readonly string[] }) {
  const [shown, show] = useState(name);
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    if (route.page || loaded.has(name)) return;
    route.load().then(
      (component) => {
        loaded.set(name, component);
        setError(undefined);
        show(`${name} `);
      },
      () => setError(new ApiError(0, 'offline', '')),
    );
  }, [name, shown]);
  const Loaded = route.page ?? loaded.get(name);
  if (Loaded) return <Loaded rest={rest} />;
  return error ? <ErrorState error={error} again={() => window.location.reload()} /> : <Bones rows={6} />;
}

/** Shown above the open page when the session has ended. After signing in, the person continues where they were. */
function SessionEnded() {
  if (!sessionEnded.value) return null;
  return (
    <Dialog title={t('session.ended')}>
      <div class="form">
        <p>{t('session.ended-text')}</p>
        <SignInForm email={session.value?.person.email ?? ''} done={() => sessionBack(session.value !== null)} />
      </div>
    </Dialog>
  );
}

function Unknown() {
  return <Empty title={t('error.unknown-page')} />;
}

/** The page of the address, for a person who is signed in. */
function Inside() {
  const [first, second = '', ...rest] = place.value.path;
  const own = first !== undefined && Object.hasOwn(ownPages, first) ? ownPages[first] : undefined;
  if (own && first) {
    return (
      <Shell page={first}>
        <Lazy key={first} name={first} route={own} rest={place.value.path.slice(1)} />
      </Shell>
    );
  }
  const route = workspace.value && Object.hasOwn(workspacePages, second) ? workspacePages[second] : undefined;
  // A page that would only be answered with a refusal is not asked for.
  const refused = route?.right !== undefined && !may(route.right);
  return (
    <Shell page={second}>
      {refused ? (
        <Page title={t(route.title)}>
          <p class="notice">{t('error.forbidden')}</p>
        </Page>
      ) : route ? (
        <Boundary key={`${workspaceId.value ?? ''}/${place.value.path.slice(1).join('/')}`}>
          <Lazy key={second} name={second} route={route} rest={rest} />
        </Boundary>
      ) : (
        <Unknown />
      )}
    </Shell>
  );
}

/** Where a signed-in person goes who asked for no page: the workspace they used last. */
function homeAddress(): string | undefined {
  const workspaces = session.value?.workspaces ?? [];
  const last = localStorage.getItem(lastWorkspaceKey);
  const home = workspaces.find(({ id }) => id === last) ?? workspaces[0];
  return home && addressOf(`${home.id}/inbox`);
}

function Content() {
  const [first] = place.value.path;
  const open = first !== undefined && Object.hasOwn(openPages, first) ? openPages[first] : undefined;
  const home = homeAddress();
  // A person who wanted another page before signing in goes there (see the sign-in page). Decided while drawing, from one
  // address.
  const goHome =
    session.value &&
    home &&
    !place.value.query.has('to') &&
    (first === undefined ||
      first === 'sign-in' ||
      (place.value.path.length === 1 && !Object.hasOwn(ownPages, first) && workspaceId.value));
  useEffect(() => {
    if (goHome) go(home, { replace: true });
    if (session.value === null && !open) {
      go(addressOf(`sign-in?to=${encodeURIComponent(window.location.href.slice(appBase.length))}`), { replace: true });
    }
  }, [goHome, home, session.value, open]);
  useEffect(() => {
    if (workspace.value) localStorage.setItem(lastWorkspaceKey, workspace.value.id);
  }, [workspace.value?.id]);
  // By the entry of the history too: another link to the same page, pasted into this tab, changes nothing but the fragment.
  const entry = `${first ?? ''} ${place.value.entry}`;
  if (open && first) return <Lazy key={entry} name={first} route={open} rest={place.value.path.slice(1)} />;
  if (!session.value) return null;
  if (!home && first !== 'account') {
    return (
      <Shell page={undefined}>
        <Empty title={t('error.no-workspace')}>
          <p>{t('error.no-workspace-text')}</p>
        </Empty>
      </Shell>
    );
  }
  return <Inside />;
}

/**
 * How long a page waits for its data before it is drawn without them, milliseconds. They are asked for together with the session:
 * on most networks they come at once, and the page is drawn once instead of twice.
 */
const patience = 150;

/** The console. */
export function App() {
  const [error, setError] = useState<ApiError>();
  const load = () => {
    setError(undefined);
    const first = keepFirst().catch(() => undefined);
    const soon = () => Promise.race([first, new Promise((resolve) => setTimeout(resolve, patience))]);
    loadSession(soon).catch((caught: unknown) =>
      setError(caught instanceof ApiError ? caught : new ApiError(0, 'console_error', '')),
    );
  };
  useLayoutEffect(() => {
    load();
    // Loads the page's code while the session is being read. If that fails, it is loaded once more when the page is drawn.
    const [, name = ''] = place.value.path;
    if (Object.hasOwn(workspacePages, name)) workspacePages[name]?.load?.().catch(() => undefined);
  }, []);
  const known = session.value !== undefined;
  useEffect(() => {
    if (known) forgetFirst();
  }, [known]);
  if (session.value === undefined) {
    return error ? (
      <div class="gate">
        <ErrorState error={error} again={load} />
      </div>
    ) : null;
  }
  return (
    <>
      <Content />
      <SessionEnded />
      <Toasts />
    </>
  );
}
