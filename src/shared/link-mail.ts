/**
 * The mails with a one-time link: an invitation, or a new password. In English and German, because the reader's language is not
 * known yet.
 */
import type { Mail } from './mail';
import { withoutLinks } from './text/links';
import { unquoted } from './text/visible';

export type LinkMail =
  | { readonly kind: 'invitation'; readonly link: string; readonly workspace: string }
  | { readonly kind: 'reset'; readonly link: string };

export function mailOf(given: LinkMail): Mail {
  const { link } = given;
  if (given.kind === 'reset') {
    return {
      subject: 'Leadlight: a new password · ein neues Passwort',
      text: `Use this link to set a new password. It works once, within an hour:

${link}

If you did not ask for it, do nothing: your password stays as it is.

– – –

Mit diesem Link setzen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang:

${link}

Haben Sie ihn nicht angefordert, tun Sie nichts: Ihr Passwort bleibt, wie es ist.
`,
    };
  }
  // Somebody else chose the name: the only link of the mail is ours.
  const workspace = withoutLinks(unquoted(given.workspace, 80));
  return {
    subject: `Leadlight: ${workspace}`,
    text: `You are invited to the workspace “${workspace}”. Use this link to join. It works once, within 48 hours:

${link}

– – –

Sie sind in den Arbeitsbereich „${workspace}“ eingeladen. Der Link lässt Sie einmal hinein, 48 Stunden lang:

${link}
`,
  };
}
