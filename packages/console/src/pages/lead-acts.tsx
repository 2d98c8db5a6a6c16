/** Buttons for the actions on a lead, with their shortcuts. They are those that make sense for it as it is. */
import type { Lead } from '../api/operations';
import { Button } from '../components/button';
import { t } from '../i18n';
import type { useLeadWork } from './lead-work';

interface LeadActsProps {
  readonly work: ReturnType<typeof useLeadWork>;
  readonly disposition: Lead['disposition'];
  readonly status: Lead['outreach']['status'];
}

export function LeadActs({ work, disposition, status }: LeadActsProps) {
  const active = disposition === 'ACTIVE';
  return (
    <div class="act">
      {!active && (
        <Button kind="main" onClick={work.active}>
          {t('do.active')}
        </Button>
      )}
      {active && status === 'NONE' && (
        <Button kind="main" keyboard="e" onClick={work.contacted}>
          {t('do.contacted')}
        </Button>
      )}
      {active && status !== 'NONE' && (
        <Button kind="main" onClick={work.reopen}>
          {t('do.reopen')}
        </Button>
      )}
      {active && (
        <Button keyboard="s" onClick={work.snooze}>
          {t('do.snooze')}
        </Button>
      )}
      <Button keyboard="a" onClick={work.assign}>
        {t('do.assign')}
      </Button>
      <Button keyboard="n" onClick={work.note}>
        {t('do.note')}
      </Button>
      {disposition !== 'CLIENT' && <Button onClick={work.client}>{t('do.client')}</Button>}
      {disposition !== 'BAD_LEAD' && (
        <Button keyboard="d" onClick={work.bad}>
          {t('do.bad')}
        </Button>
      )}
    </div>
  );
}
