/** The first run: owner and workspace, first data, and a customer profile from five questions. */
import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/client';
import { companySizes } from '../api/icp';
import { loadSession, session } from '../api/session';
import { brand } from '../brand';
import { Button } from '../components/button';
import { Check, CheckGroup, FormError, TextField } from '../components/form';
import { Bones } from '../components/states';
import { IndustryField } from '../components/industry-field';
import { useTask } from '../components/task';
import { t } from '../i18n';
import { addressOf, go } from '../router';
import { Gate, LinkFailed, useLink } from './entrance';
import type { PageProps } from './page';

/** The profile that the answers to five questions make. */
interface Answers {
  readonly name: string;
  readonly titles: string;
  readonly industries: readonly string[];
  readonly sizes: readonly string[];
  readonly countries: string;
}

const listIn = (text: string) =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Between two titles: "CRO / Head of Sales", "CRO|VP Sales". */
const betweenTitles = /\s*[/|]\s*/g;

function profileOf(answers: Answers): Readonly<Record<string, unknown>> {
  const lists = {
    titles: listIn(answers.titles),
    industries: answers.industries,
    sizes: answers.sizes,
    countries: listIn(answers.countries).map((code) => (code.length === 2 ? code.toUpperCase() : code)),
  };
  const asked = Object.entries(lists).filter(([, list]) => list.length > 0);
  return { name: answers.name || 'Customers', ...Object.fromEntries(asked) };
}

/** The questions have their own address, so a reload or another tab continues with them. */
function ProfileQuestions({ workspaceId }: { readonly workspaceId: string }) {
  const here = session.value?.workspaces.some(({ id }) => id === workspaceId) ?? false;
  useEffect(() => {
    if (!here) go(addressOf(''), { replace: true });
  }, [here]);
  const [answers, setAnswers] = useState<Answers>({ name: '', titles: '', industries: [], sizes: [], countries: '' });
  const task = useTask();
  const put = (name: Exclude<keyof Answers, 'sizes' | 'industries'>) => (value: string) =>
    setAnswers({ ...answers, [name]: value });
  const severalTitles = listIn(answers.titles).filter((title) => /[/|]/.test(title));
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
        {severalTitles.length > 0 && (
          <div class="notice" role="status">
            {t('icp.several', { count: severalTitles.length, titles: severalTitles.join(', ') })}
            <p>
              <Button onClick={() => put('titles')(answers.titles.replace(betweenTitles, ', '))}>
                {t('setup.split')}
              </Button>
            </p>
          </div>
        )}
        <IndustryField
          label={t('setup.q-industries')}
          workspaceId={workspaceId}
          values={answers.industries}
          onChange={(industries) => setAnswers({ ...answers, industries })}
        />
        <CheckGroup
          legend={t('setup.q-sizes')}
          choices={companySizes.map((value) => ({ value, label: value }))}
          values={answers.sizes}
          onChange={(sizes) => setAnswers({ ...answers, sizes })}
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

export function SetupPage({ rest: [workspaceId] }: PageProps) {
  return workspaceId === undefined ? <FirstOwner /> : <ProfileQuestions workspaceId={workspaceId} />;
}

function FirstOwner() {
  const { token, link, error } = useLink();
  const [form, setForm] = useState({ workspace: '', displayName: '', email: '', password: '' });
  const [demo, setDemo] = useState(false);
  const task = useTask();
  const put = (name: keyof typeof form) => (value: string) => setForm({ ...form, [name]: value });
  const make = async () => {
    await request('setup', { body: { token, ...form, data: demo ? 'demo' : 'none' } });
    await loadSession();
    const id = session.value?.workspaces.find(({ example }) => !example)?.id ?? '';
    go(addressOf(`setup/${id}`), { replace: true });
  };
  return (
    <Gate title={t('setup.title', { brand })}>
      {error && <LinkFailed error={error} text={t('setup.over')} />}
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
