/** What people ask about their data: do not contact, erase, never store again; and how long data is kept. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { useRead } from '../api/read';
import { may } from '../api/session';
import type { PersonOutcome } from '../api/types-work';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { say } from '../components/toast';
import { t } from '../i18n';

const requests = ['do-not-contact', 'erase', 'suppress'] as const;
type Request = (typeof requests)[number];

const send = (request: Request, person: string): Promise<PersonOutcome> =>
  request === 'erase'
    ? call('erase_person', { person })
    : request === 'suppress'
      ? call('suppress_person', { person })
      : call('set_do_not_contact', { person });

function Confirm(props: { readonly request: Request; readonly person: string; readonly onClose: () => void }) {
  const { request, person, onClose } = props;
  const [error, setError] = useState<ApiError>();
  const [outcome, setOutcome] = useState<PersonOutcome>();
  const act = () => {
    send(request, person).then(setOutcome, (caught: unknown) => caught instanceof ApiError && setError(caught));
  };
  return (
    <Dialog title={t(`privacy.${request}`)} onClose={onClose}>
      <div class="form">
        <FormError error={error} />
        {outcome ? (
          <>
            <p>{t(outcome.held ? 'privacy.done-held' : 'privacy.done-nothing')}</p>
            <p class="quiet small">{t('privacy.reference', { reference: outcome.reference })}</p>
          </>
        ) : (
          <>
            <p class="wrap-anywhere" dir="auto">
              <b>{person}</b>
            </p>
            <p>{t(`privacy.${request}-text`)}</p>
          </>
        )}
        <div class="form-end">
          <Button onClick={onClose}>{t(outcome ? 'action.close' : 'action.cancel')}</Button>
          {!outcome && (
            <Button kind="danger" onClick={act}>
              {t(`privacy.${request}`)}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Retention() {
  const { data, again } = useRead('get_retention', {});
  const [months, setMonths] = useState<string>();
  const [error, setError] = useState<ApiError>();
  if (!data) return null;
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
                {...(request === 'do-not-contact' ? {} : { kind: 'danger' as const })}
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
      {asking && <Confirm request={asking} person={person.trim()} onClose={() => ask(undefined)} />}
    </Page>
  );
}
