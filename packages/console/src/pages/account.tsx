/** One's own account: password, sessions, appearance and language. */
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import { loadSession, session } from '../api/session';
import { Button } from '../components/button';
import { FormError, SelectField, TextField } from '../components/form';
import { Page } from '../components/page';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { language, setLanguage, t } from '../i18n';
import { languages, type Language } from '../language';
import { addressOf, go } from '../router';
import { chooseTheme, chosenTheme, type Theme } from '../theme';

function PasswordForm() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const task = useTask();
  return (
    <form
      class="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(async () => {
          await request('password', { body: { current, password } });
          await loadSession();
          setCurrent('');
          setPassword('');
          say(t('account.password-changed'));
        });
      }}
    >
      <h2>{t('session.password')}</h2>
      <FormError error={task.error} />
      <TextField
        label={t('account.current')}
        type="password"
        autocomplete="current-password"
        value={current}
        onInput={setCurrent}
        required
      />
      <TextField
        label={t('account.new')}
        type="password"
        autocomplete="new-password"
        hint={t('account.password-hint')}
        value={password}
        onInput={setPassword}
        required
      />
      <p class="form-end">
        <Button type="submit" kind="main" disabled={task.busy}>
          {t('account.change')}
        </Button>
      </p>
    </form>
  );
}

function NameForm() {
  const [name, setName] = useState(session.value?.person.displayName ?? '');
  const task = useTask();
  return (
    <form
      class="form card"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(async () => {
          await request('name', { body: { displayName: name } });
          await loadSession();
          say(t('account.name-changed'));
        });
      }}
    >
      <FormError error={task.error} />
      <TextField
        label={t('account.name')}
        hint={t('account.name-hint')}
        autocomplete="name"
        value={name}
        onInput={setName}
        maxLength={200}
        required
      />
      <p class="form-end">
        <Button type="submit" disabled={task.busy}>
          {t('action.save')}
        </Button>
      </p>
    </form>
  );
}

function SignOutEverywhere() {
  const task = useTask();
  const run = () =>
    task.run(async () => {
      await request('sign-out-everywhere');
      session.value = null;
      go(addressOf('sign-in'));
    });
  return (
    <section class="card form">
      <h2>{t('account.sessions')}</h2>
      <p>{t('account.sessions-text')}</p>
      <FormError error={task.error} />
      <p class="form-end">
        <Button kind="danger" disabled={task.busy} onClick={() => void run()}>
          {t('account.everywhere')}
        </Button>
      </p>
    </section>
  );
}

const isTheme = (value: string): value is Theme => value === 'system' || value === 'light' || value === 'dark';
const isLanguage = (value: string): value is Language => Object.hasOwn(languages, value);

function Looks() {
  const [theme, setTheme] = useState<Theme>(chosenTheme());
  return (
    <section class="card form">
      <h2>{t('account.looks')}</h2>
      <SelectField
        label={t('account.theme')}
        value={theme}
        choices={[
          { value: 'system', label: t('theme.system') },
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
        ]}
        onChange={(value) => {
          if (!isTheme(value)) return;
          chooseTheme(value);
          setTheme(value);
        }}
      />
      <SelectField
        label={t('account.language')}
        value={language()}
        choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
        onChange={(value) => {
          if (isLanguage(value)) void setLanguage(value, true);
        }}
      />
    </section>
  );
}

export function AccountPage() {
  const { person, service } = session.value ?? {};
  return (
    <Page
      title={t('nav.account')}
      intro={[...new Set([person?.displayName, person?.email])].filter(Boolean).join(' · ')}
    >
      {service && !service.encrypted && (
        <div class="notice" role="note">
          {t('account.not-encrypted')}
        </div>
      )}
      <NameForm />
      <PasswordForm />
      <SignOutEverywhere />
      <Looks />
    </Page>
  );
}
