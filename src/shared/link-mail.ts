/**
 * The mails with a one-time link: an invitation, or a new password. Who asks for their own password gets it in the language of their
 * page. All others are in English and German, because the reader's language is not known yet.
 */
import type { Mail } from './mail';
import { escapedForMail as escaped, mailLooks, mailPage } from './mail-look';
import { withoutLinks } from './text/links';
import { unquoted } from './text/visible';

export type LinkMail =
  | { readonly kind: 'invitation'; readonly link: string; readonly workspace: string }
  /** With the language of the reader, where it is known. */
  | { readonly kind: 'reset'; readonly link: string; readonly language?: 'en' | 'de' };

/** A mail in one language: what it is, what the button does, and what to know. */
interface Said {
  readonly what: string;
  readonly button: string;
  readonly language: 'en' | 'de';
  readonly limits: string;
}

function saidOf(given: LinkMail, brand: string): { readonly subject: string; readonly languages: readonly Said[] } {
  if (given.kind === 'reset') {
    const { language } = given;
    const subjects = { en: 'a new password', de: 'ein neues Passwort' };
    const all: readonly Said[] = [
      {
        language: 'en',
        what: 'Use this link to set a new password. It works once, within an hour:',
        button: 'Set a new password',
        limits: 'If you did not ask for it, do nothing: your password stays as it is.',
      },
      {
        language: 'de',
        what: 'Mit diesem Link setzen Sie ein neues Passwort. Er gilt einmal, eine Stunde lang:',
        button: 'Neues Passwort setzen',
        limits: 'Haben Sie ihn nicht angefordert, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
      },
    ];
    return {
      subject: `${brand}: ${language ? subjects[language] : `${subjects.en} · ${subjects.de}`}`,
      languages: all.filter((said) => language === undefined || said.language === language),
    };
  }
  // Somebody else chose the name: the only link of the mail is ours.
  const workspace = withoutLinks(unquoted(given.workspace, 80));
  return {
    subject: `${brand}: ${workspace}`,
    languages: [
      {
        language: 'en',
        what: `You are invited to the workspace “${workspace}”. Use this link to join. It works once, within 48 hours:`,
        button: 'Join the workspace',
        limits: 'If you did not expect it, do nothing.',
      },
      {
        language: 'de',
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
    ({ language, what, button, limits }) =>
      `<div ${mailLooks.card} lang="${language}"><p ${mailLooks.text}>${escaped(what)}</p>` +
      `<p ${mailLooks.text}><a ${mailLooks.button} href="${href}">${button}</a></p><p ${mailLooks.quiet}>${limits}</p></div>`,
  );
  return {
    subject,
    text: languages.map(({ what, limits }) => `${what}\n\n${given.link}\n\n${limits}\n`).join('\n– – –\n\n'),
    html: mailPage(`${cards.join('')}<p ${mailLooks.quiet}><a ${mailLooks.link} href="${href}">${href}</a></p>`, brand),
  };
}
