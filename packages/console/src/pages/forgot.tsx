/** Asks for a mail with a link for a new password. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../api/client';
import { Button } from '../components/button';
import { FormError, TextField } from '../components/form';
import { useTask } from '../components/task';
import { t } from '../i18n';

interface ForgotFormProps {
  /** Whether the service sends mail. If not, an owner, admin or operator creates the link. */
  readonly mails: boolean;
  readonly onBack: () => void;
}

export function ForgotForm({ mails, onBack }: ForgotFormProps) {
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState(false);
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  // Browsers obey `autofocus` only while a page loads.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(async () => {
          await request('forgot', { body: { email } });
          setSent(true);
        });
      }}
    >
      <FormError error={task.error} />
      {!mails && <p>{t('forgot.no-mail')}</p>}
      {sent && <p role="status">{t('forgot.sent', { email })}</p>}
      {mails && !sent && (
        <>
          <p>{t('forgot.text')}</p>
          <TextField
            label={t('session.email')}
            type="email"
            autocomplete="username"
            value={email}
            onInput={setEmail}
            required
          />
          <Button type="submit" kind="main" disabled={task.busy}>
            {t('forgot.send')}
          </Button>
        </>
      )}
      <Button kind="plain" onClick={onBack}>
        {t('forgot.back')}
      </Button>
    </form>
  );
}
