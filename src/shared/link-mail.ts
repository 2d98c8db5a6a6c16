/**
 * The mails with a one-time link: an invitation, or a new password. In English and German, because the reader's language is not
 * known yet.
 */
import type { Mail } from './mail';
import { escapedForMail as escaped, mailLooks, mailPage } from './mail-look';
import { withoutLinks } from './text/links';
import { unquoted } from './text/visible';

export type LinkMail =
  | { readonly kind: 'invitation'; readonly link: string; readonly workspace: string }
  | { readonly kind: 'reset'; readonly link: string };

/** A mail in one language: what it is, what the button does, and what to know. */
interface Said {
  readonly what: string;
  readonly button: string;
  readonly limits: string;
}

function saidOf(
  given: LinkMail,
  brand: string,
): { readonly subject: string; readonly languages: readonly [Said, Said] } {
  if (given.kind === 'reset') {
    return {
      subject: `${brand}: a new password · ein neues Passwort`,
      languages: [
        {
          what: 'Use this link to set a new password. It works once, within an hour:',
          button: 'Set a new password',
          limits: 'If you did not ask for it, do nothing: your password stays as it is.',
        },
        {
          what: 'Mit diesem Link setzen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang:',
          button: 'Neues Passwort setzen',
          limits: 'Haben Sie ihn nicht angefordert, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
        },
      ],
    };
  }
  // Somebody else chose the name: the only link of the mail is ours.
  const workspace = withoutLinks(unquoted(given.workspace, 80));
  return {
    subject: `${brand}: ${workspace}`,
    languages: [
      {
        what: `You are invited to the workspace “${workspace}”. Use this link to join. It works once, within 48 hours:`,
        button: 'Join the workspace',
        limits: 'If you did not expect it, do nothing.',
      },
      {
        what: `Sie sind in den Arbeitsbereich „${workspace}“ eingeladen. Der Link lässt Sie einmal hinein, 48 Stunden lang:`,
        button: 'Dem Arbeitsbereich beitreten',
        limits: 'Haben Sie ihn nicht erwartet, tun Sie nichts.',
      },
    ],
  };
}

/** @param brand `BRAND_NAME`. */
export function mailOf(given: LinkMail, brand = 'Leadlight'): Mail {
  const { subject, languages } = saidOf(given, brand);
  const href = escaped(given.link);
  const cards = languages.map(
    ({ what, button, limits }, n) =>
      `<div ${mailLooks.card} lang="${n === 0 ? 'en' : 'de'}"><p ${mailLooks.text}>${escaped(what)}</p>` +
      `<p ${mailLooks.text}><a ${mailLooks.button} href="${href}">${button}</a></p><p ${mailLooks.quiet}>${limits}</p></div>`,
  );
  return {
    subject,
    text: languages.map(({ what, limits }) => `${what}\n\n${given.link}\n\n${limits}\n`).join('\n– – –\n\n'),
    html: mailPage(`${cards.join('')}<p ${mailLooks.quiet}><a ${mailLooks.link} href="${href}">${href}</a></p>`, brand),
  };
}
