/** Signs in, and then opens the page that the person wanted. */
import { useEffect, useState } from 'preact/hooks';
import { ApiError, request } from '../api/client';
import { loadSession, session } from '../api/session';
import { brand } from '../brand';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { Brand } from '../components/icons';
import { useTitle } from '../components/page';
import { t } from '../i18n';
import { addressOf, appBase, go, place } from '../router';
import { ForgotForm } from './forgot';
import { EnterByLink, Gate } from './entrance';

/** Asks for e-mail and password. Calls `done` when they were right. */
export function SignInForm({ done, email: known = '' }: { readonly done: () => void; readonly email?: string }) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await request('sign-in', { body: { email, password } });
      await loadSession();
      done();
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught;
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <FormError error={error} />
      <TextField
        label={t('session.email')}
        type="email"
        autocomplete="username"
        value={email}
        onInput={setEmail}
        required
        autofocus={known === ''}
      />
      <TextField
        label={t('session.password')}
        type="password"
        autocomplete="current-password"
        value={password}
        onInput={setPassword}
        required
        autofocus={known !== ''}
      />
      <Button type="submit" kind="main" disabled={busy}>
        {t('session.sign-in')}
      </Button>
    </form>
  );
}

/** Only addresses of the console are opened. */
function wantedAddress(): string {
  const wanted = place.value.query.get('to');
  if (wanted === null) return addressOf('');
  const address = new URL(wanted, appBase).href;
  return address.startsWith(appBase) ? address : addressOf('');
}

interface Service {
  /** Whether there is a workspace to sign in to. */
  readonly setUp: boolean;
  readonly mails: boolean;
}

/** What is known about the service before signing in. Defaults until it has answered, and when it cannot be reached. */
function useService(): Service {
  const [service, setService] = useState<Service>({ setUp: true, mails: true });
  useEffect(() => {
    request<Service>('service', { method: 'GET' }).then(setService, () => undefined);
  }, []);
  return service;
}

export function SignInPage() {
  const [token] = useState(place.value.fragment);
  const [forgot, setForgot] = useState(false);
  const { setUp, mails } = useService();
  useTitle(t('session.sign-in'));
  if (token.startsWith('lk_')) return <EnterByLink token={token} />;
  if (!setUp) {
    return (
      <Gate title={t('setup.waiting')}>
        <div class="form">
          <p>{t('setup.waiting-text', { address: addressOf('setup#…') })}</p>
          <p>{t('setup.waiting-again')}</p>
        </div>
      </Gate>
    );
  }
  return (
    <div class="gate">
      <main class="card">
        <Brand />
        <h1>{forgot ? t('forgot.title') : t('session.welcome', { brand })}</h1>
        {forgot ? (
          <ForgotForm mails={mails} onBack={() => setForgot(false)} />
        ) : (
          <>
            <SignInForm done={() => session.value && go(wantedAddress(), { replace: true })} />
            <p>
              <Button kind="plain" onClick={() => setForgot(true)}>
                {t('forgot.link')}
              </Button>
            </p>
          </>
        )}
      </main>
    </div>
  );
}
