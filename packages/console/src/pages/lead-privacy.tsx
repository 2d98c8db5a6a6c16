/** Requests about a lead's data, on the lead's page, for those whose role may carry them out. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { freshAnswer } from '../api/read';
import { Button } from '../components/button';
import { t } from '../i18n';
import { addressHere, go } from '../router';
import type { Request, RequestDialogProps } from './privacy-request';

const offered = ['export', 'do-not-contact', 'erase'] as const;

/** @param ask opens the dialog of a request. */
export function LeadPrivacy({ ask }: { readonly ask: (request: Request) => void }) {
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
    </section>
  );
}

interface PrivacyDialogProps {
  readonly request: Request;
  readonly leadId: string;
  readonly name: string | null;
  readonly onClose: () => void;
}

/** The dialog of a request. It stays when the lead beside it is read again. */
export function PrivacyDialog({ request, leadId, name, onClose }: PrivacyDialogProps) {
  const [Loaded, load] = useState<{ readonly Dialog: ComponentType<RequestDialogProps> }>();
  useEffect(() => {
    void import('./privacy-request').then(({ RequestDialog }) => load({ Dialog: RequestDialog }));
  }, []);
  const close = (done: boolean) => {
    onClose();
    // There is no page any more if they are erased or must not be contacted.
    if (done) freshAnswer('get_lead', { leadId }).catch(() => go(addressHere('leads')));
  };
  return Loaded ? <Loaded.Dialog request={request} person={leadId} name={name} onClose={close} /> : null;
}
