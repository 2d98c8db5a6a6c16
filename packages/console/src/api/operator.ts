/** What the operator of the service has to do. */
import { t } from '../i18n';
import { may } from './session';

/** Owners and admins learn with what the operator does it, a setting or a command; others whom to ask. */
export const whoSets = (setting: string): string =>
  t(may('manageAgent') ? 'operator.sets' : 'operator.ask', { setting });
