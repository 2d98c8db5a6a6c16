/** Requests about a lead's data, on the lead's page, for those whose role may carry them out. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { freshAnswer } from '../api/read';
import { Button } from '../components/button';
import { t } from '../i18n';
import { addressHere, go } from '../router';
import type { Request, RequestDialogProps } from './privacy-request';

interface LeadPrivacyProps {
  readonly leadId: string;
  readonly name: string | null;
  /** The request whose dialog is open. */
  readonly asking: Request | undefined;
  readonly ask: (request: Request | undefined) => void;
}

const offered = ['export', 'do-not-contact', 'erase'] as const;

export function LeadPrivacy({ leadId, name, asking, ask }: LeadPrivacyProps) {
  const [Loaded, load] = useState<{ readonly Dialog: ComponentType<RequestDialogProps> }>();
  useEffect(() => {
    if (asking) void import('./privacy-request').then(({ RequestDialog }) => load({ Dialog: RequestDialog }));
  }, [asking]);
  const close = (done: boolean) => {
    ask(undefined);
    // There is no page any more if they are erased or must not be contacted.
    if (done) freshAnswer('get_lead', { leadId }).catch(() => go(addressHere('leads')));
  };
  return (
    <section class="person-request">
      <h3>{t('privacy.request')}</h3>
      <div class="row-of">
        {offered.map((request) => (
          <Button
            key={request}
            {...(request === 'erase' ? { kind: 'danger' as const } : {})}
            onClick={() => ask(request)}
          >
            {t(`privacy.${request}`)}
          </Button>
        ))}
      </div>
      {asking && Loaded && <Loaded.Dialog request={asking} person={leadId} name={name} onClose={close} />}
    </section>
  );
}
