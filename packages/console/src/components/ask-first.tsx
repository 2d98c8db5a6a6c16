/** A dialog before something that cannot be undone. It says what will be affected, and has one button that does it. */
import type { ComponentChildren } from 'preact';
import { t } from '../i18n';
import { Button } from './button';
import { Dialog } from './dialog';
import { FormError } from './form';
import { useTask } from './task';

interface AskFirstProps {
  readonly title: string;
  /** Label of the button. */
  readonly deed: string;
  /** Does it. If it throws, the error is shown and the dialog stays. */
  readonly act: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function AskFirst({ title, deed, act, onClose, children }: AskFirstProps) {
  const task = useTask();
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="form">
        <FormError error={task.error} />
        {children}
        <p class="form-end">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" disabled={task.busy} onClick={() => void task.run(act)}>
            {deed}
          </Button>
        </p>
      </div>
    </Dialog>
  );
}
