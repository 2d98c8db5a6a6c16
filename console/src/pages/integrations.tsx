/** Integrations: API keys and assistants, each at an address of its own. */
import { may } from '../api/session';
import { Page } from '../components/page';
import { t } from '../i18n';
import { addressHere } from '../router';
import { ApiKeys } from './api-keys';
import { Assistants } from './assistants';
import type { PageProps } from './routes';

export function IntegrationsPage({ rest: [part] }: PageProps) {
  const keys = may('manageKeys');
  const shown = part === 'api' && keys ? 'api' : 'assistants';
  return (
    <Page title={t('nav.integrations')} wide>
      <nav class="tabs" aria-label={t('nav.integrations')}>
        {keys && (
          <a href={addressHere('integrations/api')} aria-current={shown === 'api' ? 'page' : undefined}>
            {t('integrations.api')}
          </a>
        )}
        <a href={addressHere('integrations/assistants')} aria-current={shown === 'assistants' ? 'page' : undefined}>
          {t('integrations.assistants')}
        </a>
      </nav>
      {shown === 'api' ? <ApiKeys /> : <Assistants />}
    </Page>
  );
}
