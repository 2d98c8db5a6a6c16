/** A lead's own page: what the inbox shows about a person, with the actions. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { useChanges } from '../api/changes';
import { asApiError, freshAnswer, useRead } from '../api/read';
import { may } from '../api/session';
import { useTitle } from '../components/page';
import { useShortcuts } from '../components/shortcuts';
import { Empty } from '../components/states';
import { t } from '../i18n';
import { addressHere } from '../router';
import { LeadPrivacy, PrivacyDialog } from './lead-privacy';
import { LeadView } from './lead-view';
import { LeadActs } from './lead-acts';
import { erased, useLeadWork, workShortcuts } from './lead-work';
import type { Request } from './privacy-request';

export function LeadPage({ leadId }: { readonly leadId: string }) {
  const reading = useRead('get_lead', { leadId });
  const [version, setVersion] = useState(0);
  const [asking, ask] = useState<Request>();
  // Shown before, and now there is no such lead. Who just erased them here is told so in the dialog first.
  const isMissing = reading.error?.status === 404;
  const isGone = reading.data !== undefined && isMissing && !asking;
  const lead = isGone ? undefined : reading.data?.data;
  useLayoutEffect(() => {
    // The list that one came from has the row no more.
    if (isMissing) erased.add(leadId);
  }, [isMissing]);
  useTitle(lead?.profile.displayName ?? t('nav.leads'));
  const refresh = () => {
    reading.again();
    setVersion((n) => n + 1);
  };
  useChanges(() => {
    const seen = lead?.updatedAt;
    freshAnswer('get_lead', { leadId }).then(
      (now) => now.data.updatedAt !== seen && refresh(),
      (error: unknown) => asApiError(error).status === 404 && reading.again(),
    );
  });
  const work = useLeadWork({
    leads: () =>
      lead ? [{ id: leadId, name: lead.profile.displayName, updatedAt: lead.updatedAt, before: lead }] : [],
    onDone: () => undefined,
    onUndone: () => undefined,
    onSent: refresh,
  });
  const decides = may('decideLeads') && lead !== undefined;
  useShortcuts(decides ? workShortcuts(work) : {});
  return (
    <div class="reader alone">
      <h1 class="hidden-text">{lead?.profile.displayName ?? t('nav.leads')}</h1>
      <a class="text-link back" href={addressHere('leads')}>
        ‹ {t('leads.back')}
      </a>
      {isGone ? (
        <Empty title={t('lead.gone')}>
          <p>{t('lead.gone-text')}</p>
        </Empty>
      ) : (
        <LeadView
          leadId={leadId}
          reading={reading}
          version={version}
          end={lead && may('managePrivacy') && <LeadPrivacy ask={ask} />}
        />
      )}
      {decides && <LeadActs work={work} disposition={lead.disposition} status={lead.outreach.status} />}
      {work.dialog}
      {asking && lead && (
        <PrivacyDialog
          request={asking}
          leadId={leadId}
          name={lead.profile.displayName}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}
