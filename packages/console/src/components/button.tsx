import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly kind?: 'main' | 'danger' | 'plain';
  readonly icon?: IconName;
  /** The keyboard shortcut, shown on the button. */
  readonly keyboard?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** For a button that shows only an icon. */
  readonly label?: string;
  /** What the button does, if its text does not say for which item. */
  readonly title?: string;
  readonly onClick?: (event: MouseEvent) => void;
}

export function Button({
  children,
  kind,
  icon,
  keyboard,
  type = 'button',
  disabled,
  label,
  title,
  onClick,
}: ButtonProps) {
  return (
    <button
      type={type}
      class={kind ? `button ${kind}` : 'button'}
      disabled={disabled}
      aria-label={label ?? title}
      title={label ?? title}
      aria-keyshortcuts={keyboard}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
      {keyboard && <kbd aria-hidden="true">{keyboard.toUpperCase()}</kbd>}
    </button>
  );
}

interface LinkButtonProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly kind?: 'main' | 'plain';
  readonly icon?: IconName;
  /** The browser saves what the address returns, under this name. */
  readonly download?: string;
}

export function LinkButton({ href, children, kind, icon, download }: LinkButtonProps) {
  return (
    <a class={kind ? `button ${kind}` : 'button'} href={href} download={download}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** A link out of the console. An address given by a stranger becomes a link only if it is a web address. */
export function OutLink({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  const safe = /^https?:\/\//i.test(href);
  if (!safe) return <span>{children}</span>;
  return (
    <a class="text-link" href={href} target="_blank" rel="noopener noreferrer">
      {children} <Icon name="external" />
    </a>
  );
}
