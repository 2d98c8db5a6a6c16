/** Nobody can qualify where nothing says who the customers are, whatever people say. */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { addressHere } from '../router';
import { LinkButton } from './button';
import { Empty } from './states';

export function NoProfile({ children }: { readonly children?: ComponentChildren }) {
  return (
    <Empty title={t('outcome.no-profile')}>
      <p>{t('outcome.no-profile-text')}</p>
      <LinkButton kind="main" href={addressHere('customer-profile')}>
        {t('welcome.profile-make')}
      </LinkButton>
      {children}
    </Empty>
  );
}
