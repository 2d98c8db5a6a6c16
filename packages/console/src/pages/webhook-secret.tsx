/** A signing secret, shown once, and what a receiver does with it. */
import type { NewSecret } from '../api/operations';
import { Button } from '../components/button';
import { CopyText } from '../components/copy';
import { Dialog } from '../components/dialog';
import { t } from '../i18n';

const verify = [
  {
    name: 'JavaScript',
    code: `import { Webhook } from 'standardwebhooks';
const message = new Webhook(secret).verify(rawBody, request.headers);`,
  },
  {
    name: 'Python',
    code: `from standardwebhooks.webhooks import Webhook
message = Webhook(secret).verify(body, request.headers)`,
  },
];

interface ShownSecret {
  readonly secret: NewSecret;
  /** Whether it replaces an earlier one. */
  readonly rotated: boolean;
  readonly onClose: () => void;
}

export function ShownSecret({ secret, rotated, onClose }: ShownSecret) {
  return (
    <Dialog title={t('webhooks.secret')} wide>
      <div class="form">
        <p>{t('webhooks.secret-text')}</p>
        {rotated && <p>{t('webhooks.rotated-text')}</p>}
        <CopyText text={secret.secret} />
        <p>{t('webhooks.verify')}</p>
        {verify.map(({ name, code }) => (
          <details key={name}>
            <summary>{name}</summary>
            <CopyText text={code} />
          </details>
        ))}
        <p class="form-end">
          <Button kind="main" onClick={onClose}>
            {t('keys.stored')}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
