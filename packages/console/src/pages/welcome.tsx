/** The end of the first run: data, a customer profile, a key and an assistant, all optional. */
import { useEffect, useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Flag } from '../api/operations';
import { usePolling } from '../api/poll';
import { useRead } from '../api/read';
import { may, session } from '../api/session';
import { Button, LinkButton, OutLink } from '../components/button';
import { CopyText } from '../components/copy';
import { FormError } from '../components/form';
import { Icon } from '../components/icons';
import { Page } from '../components/page';
import { saveFile } from '../components/save-file';
import { useTask } from '../components/task';
import { t, type MessageKey } from '../i18n';
import { addressHere } from '../router';
import { HowToConnect } from './assistant-ways';
import { ExampleNotice } from './workspace';

/** The heading of a step, with a tick once it is done. */
function Step({ title, done }: { readonly title: MessageKey; readonly done: boolean }) {
  return (
    <h2>
      {t(title)}{' '}
      {done && (
        <span class="ticked">
          <Icon name="check" />
          <span class="hidden-text">{t('inbox.done')}</span>
        </span>
      )}
    </h2>
  );
}

/** People of each kind that an import can bring, under headers that it knows. */
const sample = `Name;Job title;Company;Profile link;Country;Action;Comment;Date;Post URL
Ada Example;Head of Sales;Example Ltd;https://www.linkedin.com/in/ada-example;Germany;comment;What does it cost for twelve people?;2026-11-20;https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120
Ben Example;Sales Manager;Sample GmbH;https://www.linkedin.com/in/ben-example;Austria;like;;2026-11-21;https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120
`;

const every = 2_000;
const most = 150;

/** Progress of loading the example data, or the way to import own data. */
function Data({ leads, onCome }: { readonly leads: boolean; readonly onCome: () => void }) {
  const jobs = useRead('list_jobs', may('readJobs') ? { limit: 50 } : null);
  const demo = jobs.data?.data.find(({ name }) => name === 'load-demo');
  const coming = demo !== undefined && demo.status !== 'done' && demo.status !== 'dead';
  usePolling({ on: coming, every, most, read: jobs.again });
  const isDone = demo?.status === 'done';
  // The examples bring leads and a profile after the page was drawn.
  useEffect(() => {
    if (isDone) onCome();
  }, [isDone]);
  const own = !demo && leads;
  return (
    <section class="card">
      <Step title="welcome.data" done={leads} />
      {demo && (
        <p role="status">{t(coming ? 'welcome.demo-coming' : isDone ? 'welcome.demo-there' : 'welcome.demo-failed')}</p>
      )}
      {own && <p role="status">{t('welcome.data-there')}</p>}
      {!demo && <p>{t('welcome.import-text')}</p>}
      <p class="row-of">
        {(own || isDone) && <LinkButton href={addressHere('leads')}>{t('upload.see-leads')}</LinkButton>}
        {demo?.status === 'dead' && <LinkButton href={addressHere('jobs')}>{t('nav.jobs')}</LinkButton>}
        {may('manageBatches') && (
          <LinkButton {...(own || demo ? {} : { kind: 'main' })} href={addressHere('import')}>
            {t('welcome.import')}
          </LinkButton>
        )}
        {may('manageBatches') && !demo && (
          <Button icon="download" onClick={() => saveFile('sample.csv', 'text/csv', `\ufeff${sample}`)}>
            {t('welcome.sample')}
          </Button>
        )}
      </p>
    </section>
  );
}

function Profile({ there }: { readonly there: boolean }) {
  return (
    <section class="card">
      <Step title="nav.customer-profile" done={there} />
      <p>{t(there ? 'welcome.profile-there' : 'welcome.profile-text')}</p>
      <p class="row-of">
        <LinkButton href={addressHere('customer-profile')}>
          {t(there ? 'welcome.profile-see' : 'welcome.profile-make')}
        </LinkButton>
      </p>
    </section>
  );
}

/** What most programs read. Other keys are created under Integrations. */
const usualFlags: readonly Flag[] = ['workspace', 'leads', 'analytics', 'icp', 'watchlist', 'content'];

function Key() {
  const [secret, setSecret] = useState<string>();
  const task = useTask();
  const keys = useRead('list_api_keys', {});
  const live = keys.data?.data.filter(({ status }) => status === 'ACTIVE').length ?? 0;
  const url = `${session.value?.service.url ?? ''}/api/v1`;
  const make = () =>
    task.run(async () => {
      const input = { name: t('welcome.key-name'), dataAccess: usualFlags, expiresAt: null, canWrite: false };
      setSecret((await call('create_api_key', input)).key);
    });
  return (
    <section class="card form">
      <Step title="welcome.key" done={live > 0 || secret !== undefined} />
      <FormError error={task.error} />
      {secret === undefined ? (
        <>
          <p>{live > 0 ? t('welcome.keys-there', { count: live }) : t('welcome.key-text')}</p>
          <p class="row-of">
            {live === 0 && (
              <Button disabled={task.busy} onClick={() => void make()}>
                {t('welcome.key-make')}
              </Button>
            )}
            <LinkButton {...(live > 0 ? {} : { kind: 'plain' })} href={addressHere('integrations/api')}>
              {t(live > 0 ? 'welcome.keys-see' : 'welcome.key-other')}
            </LinkButton>
          </p>
        </>
      ) : (
        <>
          <p role="status">{t('keys.made-text')}</p>
          <CopyText text={secret} />
          <p>{t('keys.try')}</p>
          <CopyText text={`curl -H "Authorization: Bearer ${secret}" "${url}/customer/leads?limit=3"`} />
          <p>
            <OutLink href={`${url}/docs`}>{t('keys.addresses')}</OutLink>
          </p>
        </>
      )}
    </section>
  );
}

export function WelcomePage() {
  const connections = useRead('list_connections', {});
  const leads = useRead('list_leads', { limit: 1 });
  const icp = useRead('get_icp', {});
  const come = () => {
    leads.again();
    icp.again();
  };
  return (
    <Page
      title={t('nav.welcome')}
      intro={t('welcome.intro')}
      tools={<LinkButton href={addressHere('inbox')}>{t('welcome.done')}</LinkButton>}
    >
      <ExampleNotice />
      <Data leads={(leads.data?.data.length ?? 0) > 0} onCome={come} />
      <Profile there={Boolean(icp.data?.data)} />
      <HowToConnect
        heading={<Step title="assistants.connect" done={(connections.data?.data.length ?? 0) > 0} />}
        onConnected={connections.again}
      />
      {may('manageKeys') && <Key />}
    </Page>
  );
}
