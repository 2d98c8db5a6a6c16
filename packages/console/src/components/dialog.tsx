import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';

interface DialogProps {
  readonly title: string;
  readonly wide?: boolean;
  /** When left out, the dialog cannot be closed without an answer. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** The browser's own modal dialog, open as long as it is drawn. Focus stays inside, and returns afterwards. */
export function Dialog({ title, wide, onClose, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = box.current;
    const former = document.activeElement;
    dialog?.showModal();
    // The browser focuses the close button first, but a person who opens a form wants to fill it in.
    const inside = dialog?.querySelectorAll<HTMLElement>('input, select, textarea, button, a[href], summary') ?? [];
    const [first] = [...inside].filter((one) => !one.matches(':disabled') && !one.closest('dialog > header'));
    (dialog?.querySelector<HTMLElement>('[autofocus]') ?? first)?.focus();
    // Browsers let the second Escape close any dialog: a key that is shown once would be lost.
    const openAgain = () => dialog?.showModal();
    if (!onClose) dialog?.addEventListener('close', openAgain);
    return () => {
      dialog?.removeEventListener('close', openAgain);
      // It is out of the page by now, so the browser gives the focus back to nobody.
      dialog?.close();
      if (former instanceof HTMLElement) former.focus({ preventScroll: true });
      // What had the focus before may be gone, as the row of a lead that was set aside.
      if (document.activeElement === document.body) document.querySelector('main')?.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class={wide ? 'wide' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && <Button kind="plain" icon="close" label={t('action.close')} onClick={onClose} />}
      </header>
      {children}
    </dialog>
  );
}
