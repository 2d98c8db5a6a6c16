/** Renders a digest as plain text, as HTML, and in Slack's text format. Words of others are quoted and escaped. */
import { escapedForMail as escaped, mailLooks, mailPage } from '../shared/mail-look';
import { withoutLinks } from '../shared/text/links';
import { beginningOf, oneLine, unquoted } from '../shared/text/visible';
import type { Language } from '../words/languages';
import { digestTexts, type DigestTexts } from './texts';

export interface DigestPerson {
  readonly leadId: string;
  readonly name: string | null;
  readonly about: string | null;
  /** Why, in words. */
  readonly reasons: readonly string[];
  /** What they wrote. */
  readonly comment: string | null;
}

export interface DigestContent {
  readonly language: Language;
  readonly workspace: string;
  readonly call: readonly DigestPerson[];
  readonly movedUp: readonly DigestPerson[];
  readonly cameNew: readonly DigestPerson[];
  /** The address of a lead's page without the id, which is appended. */
  readonly leadsUrl: string;
  /** The signed address to unsubscribe from this digest; null in a preview, which has none. */
  readonly unsubscribeUrl: string | null;
}

const longest = { name: 80, about: 160, reason: 300, comment: 280 };

const sections = ['call', 'movedUp', 'cameNew'] as const;

/** What the digest has anybody in. */
const sectionsOf = (content: DigestContent) =>
  sections
    .map((name) => ({ name, title: digestTexts[content.language][name], people: content[name] }))
    .filter(({ people }) => people.length > 0);

/** The subject line: the workspace and, of what the digest has, how many. */
export const subjectOf = (content: DigestContent): string => {
  const { counts } = digestTexts[content.language];
  const said = sectionsOf(content).map(({ name, people }) => counts[name](people.length));
  return `${withoutLinks(oneLine(content.workspace, longest.name))}: ${said.join(', ')}`;
};

const nameOf = ({ name }: DigestPerson, { nobody }: DigestTexts) => withoutLinks(oneLine(name ?? nobody, longest.name));
const aboutOf = ({ about }: DigestPerson) => (about === null ? '' : withoutLinks(oneLine(about, longest.about)));
/** Their words, in quotation marks that the words cannot close. */
const quoteOf = ({ comment }: DigestPerson, { quoted }: DigestTexts) =>
  comment === null ? '' : quoted(withoutLinks(unquoted(comment, longest.comment)));
const reasonOf = (reason: string) => withoutLinks(oneLine(reason, longest.reason));

/** The text part. */
export function plainText(content: DigestContent): string {
  const texts = digestTexts[content.language];
  const lines = sectionsOf(content).flatMap(({ title, people }) => [
    title.toUpperCase(),
    '',
    ...people.flatMap((person) => [
      // Behind a mark, so that no name looks like a title or a line of ours.
      `* ${[nameOf(person, texts), aboutOf(person)].filter(Boolean).join(', ')}`,
      // Their own words first: they say more than any reason.
      ...(person.comment === null ? [] : [`  ${texts.wrote}: ${quoteOf(person, texts)}`]),
      ...person.reasons.map((reason) => `  - ${reasonOf(reason)}`),
      `  ${content.leadsUrl}${person.leadId}`,
      '',
    ]),
  ]);
  const end = content.unsubscribeUrl === null ? [] : [`${texts.noMore}:`, content.unsubscribeUrl, ''];
  return [...lines, ...end].join('\n');
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};
/** The HTML part: no pictures, no scripts, nothing that is fetched. Their own words come first. */
export function htmlOf(content: DigestContent, brand?: string): string {
  const texts = digestTexts[content.language];
  const person = (one: DigestPerson) =>
    [
      `<div ${mailLooks.card}><a ${mailLooks.name} href="${escaped(content.leadsUrl + one.leadId)}">${escaped(nameOf(one, texts))}</a>`,
      aboutOf(one) === '' ? '' : `<div ${mailLooks.quiet}>${escaped(aboutOf(one))}</div>`,
      one.comment === null ? '' : `<blockquote ${mailLooks.quote}>${escaped(quoteOf(one, texts))}</blockquote>`,
      ...one.reasons.map((reason) => `<div ${mailLooks.quiet}>${escaped(reasonOf(reason))}</div>`),
      '</div>',
    ].join('');
  const sections = sectionsOf(content).map(
    ({ title, people }) => `<h2 ${mailLooks.title}>${title}</h2>${people.map(person).join('')}`,
  );
  const { unsubscribeUrl: url } = content;
  const end =
    url === null ? '' : `<p ${mailLooks.quiet}><a ${mailLooks.link} href="${escaped(url)}">${texts.noMore}</a></p>`;
  return mailPage(`${sections.join('')}${end}`, brand, content.language);
}

/**
 * In Slack, `&`, `<` and `>` have a meaning (docs.slack.dev, "Formatting message text"), and so have characters for emphasis
 * between words.
 */
const slackEscaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign).replace(/[*_~`]/g, ' ');

/** A section in Slack has at most 3,000 characters (docs.slack.dev, "Section block"). */
const mostInSection = 2_900;

/** The message for an incoming webhook of Slack. */
export function slackOf(content: DigestContent): { readonly text: string; readonly blocks: readonly object[] } {
  const texts = digestTexts[content.language];
  const blocks = sectionsOf(content).flatMap(({ title, people }) => [
    { type: 'header', text: { type: 'plain_text', text: title } },
    ...people.map((one) => ({
      type: 'section',
      text: {
        type: 'mrkdwn',
        // Without this Slack turns addresses and names in the text into links and mentions.
        verbatim: true,
        text: beginningOf(
          [
            `<${content.leadsUrl}${one.leadId}|${slackEscaped(nameOf(one, texts)).replaceAll('|', ' ')}> ${slackEscaped(aboutOf(one))}`,
            ...(one.comment === null ? [] : [`> ${texts.wrote}: ${slackEscaped(quoteOf(one, texts))}`]),
            ...one.reasons.slice(0, 4).map((reason) => `• ${slackEscaped(reasonOf(reason))}`),
          ].join('\n'),
          mostInSection,
        ),
      },
    })),
  ]);
  return { text: slackEscaped(subjectOf(content)), blocks };
}
