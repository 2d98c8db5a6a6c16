/** What the operator of the service has to do. */
import { t } from '../i18n';
import { may } from './session';

type Setting = 'DISCOVERY_SOURCE' | 'WATCHLIST_SYNC_SCHEDULE' | 'SMTP_URL' | 'leadlight credits grant';

/** Owners and admins learn with what the operator does it, a setting or a command; others whom to ask, and for what. */
export const whoSets = (setting: Setting): string =>
  may('manageAgent') ? t('operator.sets', { setting }) : t('operator.ask', { what: t(`ask.${setting}`) });
