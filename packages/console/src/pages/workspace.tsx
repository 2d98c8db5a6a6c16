/** The workspace itself, for its owners: its name, another workspace, and its end. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import { forgetAnswers } from '../api/read';
import { loadSession, session, workspace } from '../api/session';
import { Button, LinkButton } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { useTask } from '../components/task';
import { say } from '../components/toast';
import { t } from '../i18n';
import { addressHere, addressOf, appBase, go } from '../router';

function Name({ name }: { readonly name: string }) {
  const [value, setValue] = useState(name);
  const task = useTask();
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(async () => {
          await call('rename_workspace', { name: value });
          await loadSession();
          say(t('digests.saved'));
        });
      }}
    >
      <h2>{t('column.name')}</h2>
      <FormError error={task.error} />
      <TextField label={t('setup.workspace')} value={value} onInput={setValue} required maxLength={200} />
      <p class="form-end">
        <Button type="submit" kind="main" disabled={task.busy || value.trim() === name}>
          {t('action.save')}
        </Button>
      </p>
    </form>
  );
}

function Another() {
  const [name, setName] = useState('');
  const task = useTask();
  const add = (input: { readonly name: string } | { readonly data: 'demo' }) =>
    task.run(async () => {
      const { organizationId } = await call('add_workspace', input);
      await loadSession();
      go(addressOf(`${organizationId}/welcome`));
    });
  const hasExamples = session.value?.workspaces.some(({ example }) => example) ?? false;
  return (
    <form
      class="card form"
      onSubmit={(event) => {
        event.preventDefault();
        void add({ name });
      }}
    >
      <h2>{t('space.another')}</h2>
      <p>{t('space.another-text')}</p>
      <FormError error={task.error} />
      <TextField label={t('setup.workspace')} value={name} onInput={setName} required maxLength={200} />
      <p class="form-end">
        {!hasExamples && (
          <Button disabled={task.busy} onClick={() => void add({ data: 'demo' })}>
            {t('space.examples')}
          </Button>
        )}
        <Button type="submit" kind="main" disabled={task.busy}>
          {t('setup.do')}
        </Button>
      </p>
    </form>
  );
}

/** Deletes this workspace and shows another one, or the sign-in page where there is none. */
async function end(name: string): Promise<void> {
  await call('delete_workspace', { confirm: true, name });
  forgetAnswers();
  await loadSession();
  go(session.value ? appBase : addressOf('sign-in'), { replace: true });
}

function DeleteDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const task = useTask();
  const last = session.value?.workspaces.length === 1;
  const files = [
    ['nav.leads', 'list_leads.csv?disposition=ACTIVE,CLIENT,BAD_LEAD'],
    ['nav.signals', 'list_signals.csv'],
  ] as const;
  return (
    <Dialog title={t('space.delete-title', { name })} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            await end(typed);
            say(t('space.gone', { name }));
          });
        }}
      >
        <FormError error={task.error} />
        <p>{t('space.export-first')}</p>
        <p class="row-of">
          {files.map(([text, list]) => (
            <LinkButton
              key={list}
              icon="download"
              href={`${appBase}api/${workspace.value?.id ?? ''}/${list}`}
              download=""
            >
              {t(text)}
            </LinkButton>
          ))}
        </p>
        <p>{t('space.ends')}</p>
        {last && (
          <p class="notice bad" role="note">
            {t('space.last')}
          </p>
        )}
        <TextField label={t('space.type', { name })} value={typed} onInput={setTyped} required autocomplete="off" />
        <p class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="danger" disabled={task.busy || typed.trim() !== name}>
            {t('space.delete')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

/** What a workspace of example data says of itself: one click removes it. */
export function ExampleNotice() {
  const task = useTask();
  const { example, name = '', rights } = workspace.value ?? {};
  if (!example || !rights?.includes('deleteWorkspace')) return null;
  return (
    <section class="card form">
      <h2>{t('space.example')}</h2>
      <p>{t('space.example-text')}</p>
      <FormError error={task.error} />
      <p class="row-of">
        <Button
          icon="trash"
          disabled={task.busy}
          onClick={() =>
            void task.run(async () => {
              await end(name);
              say(t('space.example-gone'));
            })
          }
        >
          {t('space.example-remove')}
        </Button>
      </p>
    </section>
  );
}

export function WorkspacePage() {
  const [deleting, setDeleting] = useState(false);
  const { name = '', example } = workspace.value ?? {};
  return (
    <Page title={t('nav.workspace-settings')} intro={t('space.intro')}>
      <ExampleNotice />
      <Name key={name} name={name} />
      <Another />
      {!example && (
        <section class="card form">
          <h2>{t('space.delete')}</h2>
          <p>{t('space.ends')}</p>
          <p class="form-end">
            <LinkButton href={addressHere('privacy')}>{t('nav.privacy')}</LinkButton>
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {t('space.delete')}
            </Button>
          </p>
        </section>
      )}
      {deleting && <DeleteDialog name={name} onClose={() => setDeleting(false)} />}
    </Page>
  );
}
