/** Copies text. Also works on plain http, where browsers have no clipboard API. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from './button';

async function copyText(text: string, source: HTMLElement | null): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser refused. The fallback below needs no permission.
    }
  }
  const selection = document.getSelection();
  if (!source || !selection) return false;
  selection.selectAllChildren(source);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way to copy where the page came over plain http
  return document.execCommand('copy');
}

/** A text to copy, such as a key or a command, with a button. */
export function CopyText({ text }: { readonly text: string }) {
  const source = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState(false);
  return (
    <div class="secret">
      <code ref={source}>{text}</code>
      <Button
        icon={copied ? 'check' : 'copy'}
        onClick={() => void copyText(text, source.current).then(setCopied, () => setCopied(false))}
      >
        {copied ? t('action.copied') : t('action.copy')}
      </Button>
    </div>
  );
}
