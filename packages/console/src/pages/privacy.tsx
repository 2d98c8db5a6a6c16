/** Requests of people about their data: a copy, no contact, erasure, never storing again; and how long data is kept. */
import { useState } from 'preact/hooks';
import { ApiError, call } from '../api/client';
import { usePeople } from '../api/people';
import { useRead } from '../api/read';
import { may } from '../api/session';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { Page } from '../components/page';
import { useSettled } from '../components/settled';
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
        say(t('digests.saved'));
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

/** Words are a name, of which somebody has to be chosen. Everything else names one person by itself. */
const namesOne = (text: string): boolean => /[/:\d]|^ACo/.test(text);

/** The people whom the typed text finds, to choose from. */
function Found({ typed, choose }: { readonly typed: string; readonly choose: (person: Chosen) => void }) {
  const text = useSettled(typed);
  const { people, asked } = usePeople(text);
  const named = people.flatMap(({ reference, ...person }) => (reference === null ? [] : [{ ...person, reference }]));
  if (named.length === 0) {
    const done = text === typed && text.length > 1 && asked.every(({ data }) => data);
    return done && !namesOne(text) ? <p role="status">{t('privacy.no-such-name')}</p> : null;
  }
  return (
    <ul class="plain hits">
      {named.map((person) => (
        <li key={person.reference}>
          <button type="button" class="menu-item" onClick={() => choose(person)}>
            <b dir="auto">{person.name}</b>{' '}
            <span class="quiet" dir="auto">
              {person.detail}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Chosen {
  readonly reference: string;
  readonly name: string;
}

export function PrivacyPage() {
  const [typed, type] = useState('');
  const [chosen, choose] = useState<Chosen>();
  const [asking, ask] = useState<Request>();
  const text = typed.trim();
  const person = chosen?.reference ?? (namesOne(text) ? text : '');
  return (
    <Page title={t('nav.privacy')} intro={t('privacy.intro')}>
      {may('managePrivacy') && (
        <div class="card">
          <h2>{t('privacy.request')}</h2>
          <TextField
            label={t('audit.who')}
            hint={t('privacy.person-hint')}
            value={typed}
            onInput={(value) => {
              type(value);
              choose(undefined);
            }}
          />
          {chosen ? (
            <p role="status" dir="auto">
              {t('privacy.chosen')} <b>{chosen.name}</b>
            </p>
          ) : (
            <Found
              typed={text}
              choose={(one) => {
                type(one.name);
                choose(one);
              }}
            />
          )}
          <div class="row-of">
            {requests.map((request) => (
              <Button
                key={request}
                {...(isDangerous(request) ? { kind: 'danger' as const } : {})}
                disabled={person === ''}
                onClick={() => ask(request)}
              >
                {t(`privacy.${request}`)}
              </Button>
            ))}
          </div>
        </div>
      )}
      <Retention />
      {asking && <RequestDialog request={asking} person={person} name={chosen?.name} onClose={() => ask(undefined)} />}
    </Page>
  );
}
