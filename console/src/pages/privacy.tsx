/** Requests of people about their data: a copy, no contact, erasure, never storing again; and how long data is kept. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { Bones, ErrorState } from '../components/states';
import { say } from '../components/toast';
import { t } from '../i18n';
import { isDangerous, RequestDialog, requests, type Request } from './privacy-request';

function Retention() {
  const { data, error: unread, again } = useRead('get_retention', {});
  const [months, setMonths] = useState<string>();
  const [error, setError] = useState<ApiError>();
  if (!data) return unread ? <ErrorState error={unread} again={again} /> : <Bones rows={2} />;
  const shown = months ?? (data.months === null ? '' : String(data.months));
  const save = () => {
    call('set_retention', { months: shown === '' ? null : Number(shown) }).then(
      () => {
        say(t('privacy.retention-saved'));
        again();
      },
      (caught: unknown) => caught instanceof ApiError && setError(caught),
    );
  };
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2>{t('privacy.retention')}</h2>
      <FormError error={error} />
      <TextField
        label={t('privacy.retention-months')}
        hint={t('privacy.retention-hint')}
        type="number"
        min="1"
        max="120"
        value={shown}
        onInput={setMonths}
      />
      {may('managePrivacy') && (
        <div class="form-end">
          <Button type="submit">{t('action.save')}</Button>
        </div>
      )}
    </form>
  );
}

export function PrivacyPage() {
  const [person, setPerson] = useState('');
  const [asking, ask] = useState<Request>();
  return (
    <Page title={t('nav.privacy')} intro={t('privacy.intro')}>
      {may('managePrivacy') && (
        <div class="card">
          <h2>{t('privacy.request')}</h2>
          <TextField label={t('privacy.person')} hint={t('privacy.person-hint')} value={person} onInput={setPerson} />
          <div class="row-of">
            {requests.map((request) => (
              <Button
                key={request}
                {...(isDangerous(request) ? { kind: 'danger' as const } : {})}
                disabled={person.trim() === ''}
                onClick={() => ask(request)}
              >
                {t(`privacy.${request}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
      <Retention />
      {asking && <RequestDialog request={asking} person={person.trim()} onClose={() => ask(undefined)} />}
    </Page>
  );
}
