/** Settings of webhooks and digests. */
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import { allowedHosts } from './kinds';

/** `smtp://user:password@host:port`, `smtps://…`. */
const smtpUrl = z
  .string()
  .max(1024)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
  });

/** An address, or a name and an address: `Leadlight <leads@example.com>`. */
const sender = z
  .string()
  .max(320)
  .regex(/^(?:[^<>"\r\n]{1,200} <[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/);

export const outgoingDefinitions = {
  WEBHOOK_ALLOWED_HOSTS: {
    schema: allowedHosts,
    fallback: '',
    allowed: 'comma-separated host names or IP addresses, each with a port if only that port is allowed',
    purpose:
      'Hosts of your own network that webhooks and digests may reach, also without https (docs/webhooks.md). All other hosts must be public.',
  },
  SMTP_URL: {
    schema: smtpUrl.optional(),
    fallback: undefined,
    secret: true,
    allowed: 'smtp://user:password@host:port, or smtps:// for TLS from the start; user and password percent-encoded',
    purpose: 'Mail server for digests, invitations and password resets. Without it no mail is sent.',
  },
  MAIL_FROM: {
    schema: sender.optional(),
    fallback: undefined,
    allowed:
      'an e-mail address, or a name and an address: Leadlight <leads@example.com>; default leadlight@HOST, where HOST is the host of PUBLIC_URL',
    purpose: 'Sender of all mail.',
  },
} as const satisfies Record<string, SettingDefinition>;
