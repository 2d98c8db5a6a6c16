/** Signs in, and then opens the page that the person wanted. */
import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/client';
import { session } from '../api/session';
import { brand } from '../brand';
import { Button } from '../components/button';
import { Brand } from '../components/icons';
import { useTitle } from '../components/page';
import { t } from '../i18n';
import { addressOf, appBase, go, place } from '../router';
import { ForgotForm } from './forgot';
import { EnterByLink, Gate } from './entrance';
import { SignInForm } from './sign-in-form';

/** Only addresses of the console are opened. */
function wantedAddress(): string {
  const wanted = place.value.query.get('to');
  if (wanted === null) return addressOf('');
  const address = new URL(wanted, appBase).href;
  return address.startsWith(appBase) ? address : addressOf('');
}

interface Service {
  /** Whether there is a workspace to sign in to. */
  readonly setUp: boolean;
  readonly mails: boolean;
}

/** What is known about the service before signing in. Defaults until it has answered, and when it cannot be reached. */
function useService(): Service {
  const [service, setService] = useState<Service>({ setUp: true, mails: true });
  useEffect(() => {
    request<Service>('service', { method: 'GET' }).then(setService, () => undefined);
  }, []);
  return service;
}

export function SignInPage() {
  const [token] = useState(place.value.fragment);
  const [forgot, setForgot] = useState(false);
  const { setUp, mails } = useService();
  useTitle(t('session.sign-in'));
  if (token.startsWith('lk_')) return <EnterByLink token={token} />;
  if (!setUp) {
    return (
      <Gate title={t('setup.waiting')}>
        <div class="form">
          <p>{t('setup.waiting-text', { address: addressOf('setup#…') })}</p>
          <p>{t('setup.waiting-again')}</p>
        </div>
      </Gate>
    );
  }
  return (
    <div class="gate">
      <main class="card">
        <Brand />
        <h1>{forgot ? t('forgot.title') : t('session.welcome', { brand })}</h1>
        {forgot ? (
          <ForgotForm mails={mails} onBack={() => setForgot(false)} />
        ) : (
          <>
            <SignInForm done={() => session.value && go(wantedAddress(), { replace: true })} />
            <p>
              <Button kind="plain" onClick={() => setForgot(true)}>
                {t('forgot.link')}
              </Button>
            </p>
          </>
        )}
      </main>
    </div>
  );
}
