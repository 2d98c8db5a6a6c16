import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icons';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly kind?: 'main' | 'danger' | 'plain';
  readonly icon?: IconName;
  /** The key that does the same, printed on the button. */
  readonly keyboard?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  /** For a button that shows an icon alone. */
  readonly label?: string;
  /** What the button does, where its text alone does not say of whom. */
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
  /** The browser keeps what the address answers under this name. */
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

/** A link out of the console: a stranger's address is followed only when it is one of the web. */
export function OutLink({ href, children }: { readonly href: string; readonly children: ComponentChildren }) {
  const safe = /^https?:\/\//i.test(href);
  if (!safe) return <span>{children}</span>;
  return (
    <a class="text-link" href={href} target="_blank" rel="noopener noreferrer">
      {children} <Icon name="external" />
    </a>
  );
}
