/** First run: owner and workspace, first data, and a profile from five questions. */
import { useState } from 'preact/hooks';
import { request } from '../api/client';
import { loadSession, session } from '../api/session';
import { Button } from '../components/button';
import { Check, FormError, TextField } from '../components/form';
import { Bones, ErrorState } from '../components/states';
import { useTask } from '../components/task';
import { t } from '../i18n';
import { addressOf, go } from '../router';
import { Gate, useLink } from './entrance';

/** What the five questions make of a profile. */
interface Answers {
  readonly name: string;
  readonly titles: string;
  readonly industries: string;
  readonly sizes: string;
  readonly countries: string;
}

const listIn = (text: string) =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

function profileOf(answers: Answers): Readonly<Record<string, unknown>> {
  const lists = {
    titles: listIn(answers.titles),
    industries: listIn(answers.industries),
    sizes: listIn(answers.sizes),
    countries: listIn(answers.countries).map((code) => (code.length === 2 ? code.toUpperCase() : code)),
  };
  const asked = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { name: answers.name || 'Customers', ...Object.fromEntries(asked) };
}

function ProfileQuestions({ workspaceId }: { readonly workspaceId: string }) {
  const [answers, setAnswers] = useState<Answers>({ name: '', titles: '', industries: '', sizes: '', countries: '' });
  const task = useTask();
  const put = (name: keyof Answers) => (value: string) => setAnswers({ ...answers, [name]: value });
  const done = () => go(addressOf(`${workspaceId}/welcome`), { replace: true });
  return (
    <Gate title={t('setup.profile')}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            await request(`${workspaceId}/set_icp`, { body: { definition: profileOf(answers) } });
            done();
          });
        }}
      >
        <p>{t('setup.profile-text')}</p>
        <FormError error={task.error} />
        <TextField label={t('setup.q-name')} value={answers.name} onInput={put('name')} maxLength={100} />
        <TextField
          label={t('setup.q-titles')}
          hint={t('setup.q-titles-hint')}
          value={answers.titles}
          onInput={put('titles')}
          required
        />
        <TextField
          label={t('setup.q-industries')}
          hint={t('setup.q-industries-hint')}
          value={answers.industries}
          onInput={put('industries')}
        />
        <TextField
          label={t('setup.q-sizes')}
          hint={t('setup.q-sizes-hint')}
          value={answers.sizes}
          onInput={put('sizes')}
        />
        <TextField
          label={t('setup.q-countries')}
          hint={t('setup.q-countries-hint')}
          value={answers.countries}
          onInput={put('countries')}
        />
        <p class="row-of">
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('action.save')}
          </Button>
          <Button onClick={done}>{t('setup.later')}</Button>
        </p>
      </form>
    </Gate>
  );
}

export function SetupPage() {
  const { token, link, error } = useLink();
  const [form, setForm] = useState({ workspace: '', displayName: '', email: '', password: '' });
  const [demo, setDemo] = useState(true);
  const [asking, setAsking] = useState<string>();
  const task = useTask();
  const put = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  if (asking !== undefined) return <ProfileQuestions workspaceId={asking} />;
  const make = async () => {
    await request('setup', { body: { token, ...form, data: demo ? 'demo' : 'none' } });
    await loadSession();
    const id = session.value?.workspaces[0]?.id ?? '';
    // The questions are about this workspace; the examples bring a profile of their own.
    if (demo) go(addressOf(`${id}/welcome`), { replace: true });
    else setAsking(id);
  };
  return (
    <Gate title={t('setup.title')}>
      {error && <ErrorState error={error} />}
      {!link && !error && <Bones rows={4} />}
      {link && (
        <form
          class="form"
          onSubmit={(event) => {
            event.preventDefault();
            void task.run(make);
          }}
        >
          <p>{t('setup.text')}</p>
          <FormError error={task.error} />
          <TextField
            label={t('setup.workspace')}
            hint={t('setup.workspace-hint')}
            value={form.workspace}
            onInput={put('workspace')}
            required
            maxLength={200}
            autofocus
          />
          <TextField
            label={t('account.name')}
            autocomplete="name"
            value={form.displayName}
            onInput={put('displayName')}
            required
            maxLength={200}
          />
          <TextField
            label={t('session.email')}
            type="email"
            autocomplete="username"
            value={form.email}
            onInput={put('email')}
            required
          />
          <TextField
            label={t('session.password')}
            type="password"
            autocomplete="new-password"
            hint={t('account.password-hint')}
            value={form.password}
            onInput={put('password')}
            required
          />
          <Check label={t('setup.demo')} hint={t('setup.demo-hint')} checked={demo} onChange={setDemo} />
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('setup.do')}
          </Button>
        </form>
      )}
    </Gate>
  );
}
