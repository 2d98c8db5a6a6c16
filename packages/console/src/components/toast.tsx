/** Says what was just done. What can be undone stays until it is closed or the next thing is said. */
import { signal } from '@preact/signals';
import { t } from '../i18n';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: (() => void) | undefined;
}

const plainMs = 10_000;
const toasts = signal<readonly Toast[]>([]);
let made = 0;

const dismiss = (id: number) => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

/**
 * Says what was done. @param undo reverses it. Offered as long as the message stays.
 * @returns what says it in other words, if it still stands there.
 */
export function say(text: string, undo?: () => void): (text: string) => void {
  const id = ++made;
  // Only the latest can be undone.
  toasts.value = [{ id, text, undo }];
  if (!undo) setTimeout(dismiss, plainMs, id);
  return (words) => {
    toasts.value = toasts.value.map((toast) => (toast.id === id ? { ...toast, text: words } : toast));
  };
}

/** Undoes the latest change, as the button does. Returns false when there is nothing to undo. */
export function undoLatest(): boolean {
  const latest = toasts.value.find(({ undo }) => undo);
  if (!latest) return false;
  dismiss(latest.id);
  latest.undo?.();
  return true;
}

export function Toasts() {
  return (
    <div class="toasts" role="status">
      {toasts.value.map(({ id, text, undo }) => (
        <div class="toast" key={id}>
          <span>{text}</span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                dismiss(id);
                undo();
              }}
            >
              {t('action.undo')}
            </button>
          )}
          <button type="button" aria-label={t('action.close')} onClick={() => dismiss(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
