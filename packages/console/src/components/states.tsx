/** The empty, loading and failed states of a page. */
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api/client';
import { t } from '../i18n';
import { Button } from './button';

/** What went wrong and what to do. In the reader's language if the console has a text, otherwise the server's sentence. */
export function errorText(error: ApiError): string {
  if (error.code === 'offline') return t('error.offline');
  if (error.code === 'console_error') return t('error.console');
  if (error.status === 404) return t('error.not-found');
  if (error.code === 'role_required') return t('error.forbidden');
  if (error.code === 'sign_in_refused') return t('session.wrong');
  if (error.status === 429) return t('error.rate');
  if (error.status >= 500 && error.status !== 503) {
    return error.requestId ? t('error.server', { request: error.requestId }) : t('error.server-unnumbered');
  }
  return error.message;
}

export function ErrorState({ error, again }: { readonly error: ApiError; readonly again?: () => void }) {
  return (
    <div class="state" role="alert">
      <h2>{t('error.title')}</h2>
      <p>{errorText(error)}</p>
      {again && <Button onClick={again}>{t('action.again')}</Button>}
    </div>
  );
}

export function Empty({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Placeholders of the same height as the rows to come. */
export function Bones({ rows = 8 }: { readonly rows?: number }) {
  return (
    <div class="bones" role="status" aria-label={t('state.loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  );
}
