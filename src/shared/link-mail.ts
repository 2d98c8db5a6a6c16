/** The mails that bring a one-time link: an invitation, and a new password. In English and German, because nobody knows yet who reads. */
import type { Mail } from './mail';

export type LinkMail =
  | { readonly kind: 'invitation'; readonly link: string; readonly workspace: string }
  | { readonly kind: 'reset'; readonly link: string };

/** A name as one line of text. */
const oneLine = (name: string) =>
  Array.from(name.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim())
    .slice(0, 80)
    .join('');

export function mailOf(given: LinkMail): Mail {
  const { link } = given;
  if (given.kind === 'reset') {
    return {
      subject: 'Leadlight: a new password · ein neues Passwort',
      text: `With this link you set a new password. It works once, for an hour:

${link}

If you did not ask for it, do nothing: your password stays as it is.

– – –

Mit diesem Link setzen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang:

${link}

Haben Sie ihn nicht angefordert, tun Sie nichts: Ihr Passwort bleibt, wie es ist.
`,
    };
  }
  const workspace = oneLine(given.workspace);
  return {
    subject: `Leadlight: ${workspace}`,
    text: `You are invited to the workspace “${workspace}”. The link lets you in once, for 48 hours:

${link}

– – –

Sie sind in den Arbeitsbereich „${workspace}“ eingeladen. Der Link lässt Sie einmal hinein, 48 Stunden lang:

${link}
`,
  };
}
