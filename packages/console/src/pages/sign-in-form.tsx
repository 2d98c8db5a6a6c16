/** E-mail and password: on the page that signs in, and in the dialog when a session has ended. */
import { useState } from 'preact/hooks';
import { ApiError, request } from '../api/client';
import { loadSession } from '../api/session';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { t } from '../i18n';

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
