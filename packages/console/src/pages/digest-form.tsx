/** Adds a digest, or changes when it is sent and in which language. */
import { useState } from 'preact/hooks';
import { call } from '../api/client';
import type { Digest } from '../api/operations';
import { whoSets } from '../api/operator';
import { may, session } from '../api/session';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { FormError, SelectField, TextField } from '../components/form';
import { useTask } from '../components/task';
import { language as shownLanguage, t } from '../i18n';
import { languages, type Language } from '../language';
import { DigestPreview } from './digest-preview';
import { asInput, TimesFields, usual, whole, type Times } from './schedule-fields';
import { ownZone, readSchedule } from './schedule-times';

interface FormProps {
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The language of what is sent. At first it is that of the console, or of the digest. */
function LanguageField(props: { readonly language: Language; readonly onChange: (language: Language) => void }) {
  return (
    <SelectField
      label={t('account.language')}
      value={props.language}
      choices={Object.entries(languages).map(([value, label]) => ({ value, label }))}
      onChange={(value) => props.onChange(value === 'de' ? 'de' : 'en')}
    />
  );
}

export function NewDigest({ mail, onClose, onDone }: FormProps & { readonly mail: boolean }) {
  const own = session.value?.person.email ?? '';
  // Owners and admins may send all leads, and to any address.
  const admin = may('manageMembers');
  const [audience, setAudience] = useState<'owner' | 'workspace'>(admin ? 'workspace' : 'owner');
  const [channel, setChannel] = useState<'mail' | 'slack'>(mail ? 'mail' : 'slack');
  const [email, setEmail] = useState(own);
  const [slack, setSlack] = useState('');
  const [times, setTimes] = useState<Times>(() => ({ ...usual, zone: ownZone() }));
  const [language, setLanguage] = useState<Language>(shownLanguage());
  const [previewed, setPreviewed] = useState(false);
  const task = useTask();
  const add = () =>
    task.run(async () => {
      const to = channel === 'mail' ? `mailto:${email.trim()}` : `slack:${slack.trim()}`;
      await call('add_digest', { to, for: audience, ...asInput(times), mailLanguage: language });
      onDone();
    });
  return (
    <Dialog title={t('digests.new')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <FormError error={task.error} />
        {admin && (
          <SelectField
            label={t('digests.of')}
            value={audience}
            choices={[
              { value: 'workspace', label: t('digests.everybody') },
              { value: 'owner', label: t('digests.mine') },
            ]}
            onChange={(value) => setAudience(value === 'workspace' ? 'workspace' : 'owner')}
          />
        )}
        <SelectField
          label={t('digests.how')}
          {...(mail ? {} : { hint: `${t('digests.no-mail')} ${whoSets('SMTP_URL')}` })}
          value={channel}
          choices={[
            ...(mail ? [{ value: 'mail', label: t('session.email') }] : []),
            { value: 'slack', label: t('digests.slack') },
          ]}
          onChange={(value) => setChannel(value === 'mail' ? 'mail' : 'slack')}
        />
        {channel === 'mail' && !admin && <p class="quiet">{t('digests.to-me', { email: own })}</p>}
        {channel === 'mail' && admin && (
          <TextField label={t('digests.address')} type="email" value={email} onInput={setEmail} required />
        )}
        {channel === 'slack' && (
          <TextField
            label={t('digests.slack-address')}
            hint={t('digests.slack-hint')}
            type="url"
            value={slack}
            onInput={setSlack}
            required
            maxLength={2048}
          />
        )}
        <TimesFields times={times} onChange={setTimes} />
        <LanguageField language={language} onChange={setLanguage} />
        {previewed && <DigestPreview of={{ for: audience, mailLanguage: language }} />}
        <p class="form-end">
          {!previewed && <Button onClick={() => setPreviewed(true)}>{t('batch.preview')}</Button>}
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy || !whole(times)}>
            {t('digests.add')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}

export function ChangeDigest({ digest, onClose, onDone }: FormProps & { readonly digest: Digest }) {
  const [times, setTimes] = useState<Times>(() => ({
    ...(readSchedule(digest.schedule) ?? usual),
    zone: digest.timeZone,
  }));
  const [language, setLanguage] = useState<Language>(digest.mailLanguage);
  const task = useTask();
  return (
    <Dialog title={t('audit.at')} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void task.run(async () => {
            await call('change_digest', { id: digest.id, ...asInput(times), mailLanguage: language });
            onDone();
          });
        }}
      >
        <FormError error={task.error} />
        <TimesFields times={times} onChange={setTimes} />
        <LanguageField language={language} onChange={setLanguage} />
        <p class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="main" disabled={task.busy || !whole(times)}>
            {t('action.save')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
