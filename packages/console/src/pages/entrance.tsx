/** Pages of one-time links: joining a workspace, and setting a new password. The token is in the fragment of the address. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { request, type ApiError } from '../api/client';
import { loadSession, session } from '../api/session';
import { brand } from '../brand';
import { Button, LinkButton } from '../components/button';
import { FormError, TextField } from '../components/form';
import { Brand } from '../components/icons';
import { useTitle } from '../components/page';
import { Bones, ErrorState } from '../components/states';
import { useTask } from '../components/task';
import { label, t } from '../i18n';
import { addressOf, go, secretOfAddress } from '../router';

interface Link {
  readonly kind: string;
  readonly email: string | null;
  readonly workspace: string | null;
  readonly role: string | null;
  readonly account: boolean;
  readonly signedIn: boolean;
}

export function Gate({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  useTitle(title);
  return (
    <div class="gate">
      <main class="card">
        <Brand />
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** What the link in the address is for. The token is removed from the address bar. */
export function useLink(): { readonly token: string; readonly link: Link | undefined; readonly error?: ApiError } {
  const [token] = useState(secretOfAddress);
  const [link, setLink] = useState<Link>();
  const task = useTask();
  useEffect(() => {
    void task.run(async () => setLink(await request<Link>('link', { body: { token } })));
  }, []);
  return { token, link, ...(task.error ? { error: task.error } : {}) };
}

/** A link that does not work: the reason, and where to go instead. */
export function LinkFailed({ error, text }: { readonly error: ApiError; readonly text: string }) {
  if (error.status !== 404) return <ErrorState error={error} again={() => window.location.reload()} />;
  return (
    <div class="form" role="alert">
      <p>{t('link.over')}</p>
      <p>{text}</p>
      <p class="row-of">
        <LinkButton kind="main" href={addressOf('')}>
          {t(session.value ? 'link.inside' : 'session.sign-in')}
        </LinkButton>
      </p>
    </div>
  );
}

async function inside(): Promise<void> {
  await loadSession();
  const [first] = session.value?.workspaces ?? [];
  go(addressOf(first ? `${first.id}/inbox` : ''), { replace: true });
}

function Password({ value, onInput, known }: { value: string; onInput: (value: string) => void; known: boolean }) {
  return (
    <TextField
      label={t('session.password')}
      type="password"
      autocomplete={known ? 'current-password' : 'new-password'}
      value={value}
      onInput={onInput}
      required
      {...(known ? {} : { hint: t('account.password-hint') })}
    />
  );
}

export function JoinPage() {
  const { token, link, error } = useLink();
  const [displayName, setName] = useState('');
  const [password, setPassword] = useState('');
  const task = useTask();
  // The service says nothing about accounts elsewhere until the person joins.
  const hasAccount = link?.account === true || task.error?.code === 'sign_in_refused';
  const title = link?.workspace ? t('join.title', { workspace: link.workspace }) : t('join.heading');
  const join = async () => {
    const named = hasAccount ? {} : { displayName };
    await request('join', { body: { token, ...named, ...(link?.signedIn ? {} : { password }) } });
    await inside();
  };
  return (
    <Gate title={title}>
      {error && <LinkFailed error={error} text={t('join.over')} />}
      {!link && !error && <Bones rows={3} />}
      {link && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void task.run(join);
          }}
        >
          <p>{t('join.text', { email: link.email ?? '', role: label('role', link.role ?? '') })}</p>
          {hasAccount && !link.signedIn && <p>{t('join.account')}</p>}
          <FormError error={task.error} />
          {!hasAccount && (
            <TextField
              label={t('account.name')}
              autocomplete="name"
              value={displayName}
              onInput={setName}
              required
              maxLength={200}
            />
          )}
          {!link.signedIn && <Password value={password} onInput={setPassword} known={hasAccount} />}
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('join.do')}
          </Button>
        </form>
      )}
    </Gate>
  );
}

export function ResetPage() {
  const { token, link, error } = useLink();
  const [password, setPassword] = useState('');
  const task = useTask();
  return (
    <Gate title={t('reset.title')}>
      {error && <LinkFailed error={error} text={t('reset.over')} />}
      {!link && !error && <Bones rows={2} />}
      {link && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void task.run(async () => {
              await request('reset', { body: { token, password } });
              await inside();
            });
          }}
        >
          <p>{t('reset.text', { email: link.email ?? '' })}</p>
          <FormError error={task.error} />
          <Password value={password} onInput={setPassword} known={false} />
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('reset.do')}
          </Button>
        </form>
      )}
    </Gate>
  );
}

/** Signs in with a link that the operator created. */
export function EnterByLink({ token }: { readonly token: string }) {
  const task = useTask();
  useEffect(() => {
    history.replaceState(history.state, '', window.location.pathname);
    void task.run(async () => {
      await request('enter', { body: { token } });
      await inside();
    });
  }, []);
  return (
    <Gate title={t('session.welcome', { brand })}>
      {task.error ? (
        <ErrorState error={task.error} again={() => window.location.assign(addressOf('sign-in'))} />
      ) : (
        <Bones rows={2} />
      )}
    </Gate>
  );
}
