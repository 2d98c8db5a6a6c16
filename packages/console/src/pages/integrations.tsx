/** Integrations: API keys, assistants, webhooks and digests, each with its own address. */
import type { ComponentType } from 'preact';
import { may } from '../api/session';
import { Page } from '../components/page';
import { t, type MessageKey } from '../i18n';
import { addressHere } from '../router';
import { ApiKeys } from './api-keys';
import { Assistants } from './assistants';
import { Digests } from './digests';
import type { PageProps } from './page';
import { Webhook } from './webhook';
import { Webhooks } from './webhooks';

function WebhooksPart({ id }: { readonly id: string | undefined }) {
  return id === undefined ? <Webhooks /> : <Webhook key={id} id={id} />;
}

interface Part {
  readonly name: string;
  readonly title: MessageKey;
  /** The right that a person needs to see it. */
  readonly right?: string;
  readonly shows: ComponentType<{ readonly id: string | undefined }>;
}

const parts: readonly Part[] = [
  { name: 'api', title: 'integrations.api', right: 'manageKeys', shows: ApiKeys },
  { name: 'assistants', title: 'integrations.assistants', shows: Assistants },
  { name: 'webhooks', title: 'integrations.webhooks', right: 'readWebhooks', shows: WebhooksPart },
  { name: 'digests', title: 'integrations.digests', shows: Digests },
];

export function IntegrationsPage({ rest: [part, id] }: PageProps) {
  const offered = parts.filter(({ right }) => right === undefined || may(right));
  const shown =
    offered.find(({ name }) => name === part) ?? offered.find(({ name }) => name === 'assistants') ?? offered[0];
  if (!shown) return null;
  const Shows = shown.shows;
  return (
    <Page title={t('nav.integrations')} wide>
      <nav class="tabs" aria-label={t('nav.integrations')}>
        {offered.map(({ name, title }) => (
          <a
            key={name}
            href={addressHere(`integrations/${name}`)}
            aria-current={name === shown.name ? 'page' : undefined}
          >
            {t(title)}
          </a>
        ))}
      </nav>
      <Shows id={id} />
    </Page>
  );
}
