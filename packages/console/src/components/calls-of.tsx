/** How often a key or an assistant called in the last 30 days; nothing where it did not. */
import { t } from '../i18n';

interface Usage {
  readonly days: readonly { readonly calls: number }[];
}

export function CallsOf({ usage }: { readonly usage: Usage }) {
  const count = usage.days.reduce((sum, one) => sum + one.calls, 0);
  return count === 0 ? null : <small>{t('usage.calls', { count })}</small>;
}
