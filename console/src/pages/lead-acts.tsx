/** Buttons for the actions on a lead, with their shortcuts. */
import { Button } from '../components/button';
import { t } from '../i18n';
import type { useLeadWork } from './lead-work';

export function LeadActs({ work }: { readonly work: ReturnType<typeof useLeadWork> }) {
  return (
    <div class="act">
      <Button kind="main" keyboard="e" onClick={work.contacted}>
        {t('do.contacted')}
      </Button>
      <Button keyboard="s" onClick={work.snooze}>
        {t('do.snooze')}
      </Button>
      <Button keyboard="a" onClick={work.assign}>
        {t('do.assign')}
      </Button>
      <Button keyboard="n" onClick={work.note}>
        {t('do.note')}
      </Button>
      <Button keyboard="x" onClick={work.bad}>
        {t('do.bad')}
      </Button>
    </div>
  );
}
