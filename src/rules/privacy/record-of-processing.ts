/**
 * The parts of a record of processing (art. 30 GDPR) that are the same in every workspace. The controller completes the rest.
 */

export const purposes: readonly string[] = [
  'Finding companies and people who may need what the workspace sells, from what they do in public under posts.',
  'Deciding whom to contact first, with the reasons in words.',
  'Figures about the audience of posts, never about fewer than 20 people.',
];

export const categories: readonly { readonly people: string; readonly data: string }[] = [
  {
    people: 'people who liked, commented on or reposted posts',
    data: 'name, headline, job, employer, country, address of the profile, work e-mail where a source gives one; which post, when, and an excerpt of a comment',
  },
  { people: 'authors of posts', data: 'name, address of the profile, text of the post' },
  { people: 'watched profiles', data: 'name, headline, address of the profile, followers' },
  { people: 'members of the workspace', data: 'name, e-mail, role, sign-ins, and what they changed' },
];

export const measures: readonly string[] = [
  'Every read and write is limited to one workspace. Keys and connections see only the kinds of data that they were granted.',
  'Passwords, keys and tokens are stored as hashes. Only the service can read files with secrets.',
  'Personal e-mail addresses, telephone numbers, home addresses, birth dates, gender and photos are not stored.',
  'People who were erased or suppressed are remembered as HMAC-SHA256 under a key outside the database, and left out of every import.',
  'An objection to being contacted takes effect at once, in lists, exports and the answers of assistants.',
  'A language model, if the operator set one, gets comments in doubt with the first words of their posts, and job titles that no word list knows, without names, companies, addresses and numbers to call.',
  'Changes are recorded with the person or key that made them. Only the erasure of a person changes or deletes these records.',
];

/** What each source that Leadlight reads says about the use of its data. */
const terms: readonly { readonly source: RegExp; readonly says: string }[] = [
  {
    source: /^official-api/,
    says: "The network's API terms forbid using member data for sales: no prospecting, no lead creation, no enrichment, no export.",
  },
  {
    source: /^apify/,
    says: "The actor's own terms and your agreement with Apify. The network's user agreement forbids scraping.",
  },
  {
    source: /^unipile/,
    says: 'Your agreement with Unipile; it acts in the account of a person, under the network’s user agreement.',
  },
  { source: /^phantombuster/, says: 'Your agreement with PhantomBuster; it acts in the session of a person.' },
  { source: /^bright-data/, says: 'Your agreement with Bright Data.' },
];

export const termsOfSource = (source: string): string =>
  terms.find((row) => row.source.test(source))?.says ?? 'Your agreement with the maker of the export.';

interface Report {
  readonly workspace: { readonly name: string; readonly id: string };
  readonly madeAt: string;
  readonly purposes: readonly string[];
  readonly categories: readonly { readonly people: string; readonly data: string }[];
  readonly sources: readonly {
    readonly kind: string;
    readonly source: string;
    readonly batches: number;
    readonly records: number;
    readonly first: string;
    readonly last: string;
    readonly terms: string;
  }[];
  readonly recipients: readonly { readonly kind: string; readonly name: string; readonly since: string }[];
  readonly members: number;
  readonly retentionMonths: number | null;
  readonly measures: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Text made safe for a table cell, because names come from outside. */
const cell = (text: string | number) =>
  String(text)
    .replace(/[\\|`*_<>[\]]/g, '\\$&')
    .replace(/\s+/g, ' ');
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  rows.length === 0
    ? ['None.']
    : [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))].map((row) => `| ${row.join(' | ')} |`);
const list = (items: readonly string[]) => items.map((item) => `- ${item}`);

/** The report as Markdown, line by line. */
export function reportLines(report: Report): string[] {
  const { retentionMonths: months } = report;
  return [
    `# Record of processing: ${cell(report.workspace.name)}`,
    '',
    `Workspace ${report.workspace.id}. Report made ${report.madeAt}. The organization that runs this service is the controller. Fill in its`,
    'name, the legal basis and the contact of the data protection officer.',
    '',
    '## Purposes',
    '',
    ...list(report.purposes),
    '',
    '## People and data',
    '',
    ...table(
      ['People', 'Data'],
      report.categories.map((one) => [one.people, one.data]),
    ),
    '',
    '## Sources',
    '',
    ...table(
      ['Kind', 'Source', 'Batches', 'Records', 'First', 'Last', 'Terms'],
      report.sources.map((one) => [one.kind, one.source, one.batches, one.records, one.first, one.last, one.terms]),
    ),
    '',
    '## Recipients',
    '',
    `${report.members} active members of the workspace, and:`,
    '',
    ...table(
      ['Kind', 'Name', 'Since'],
      report.recipients.map((one) => [one.kind, one.name, one.since]),
    ),
    '',
    '## How long',
    '',
    months === null
      ? 'No limit is set: `leadlight privacy retention set --months N`.'
      : `People are removed ${months} months after their last engagement.`,
    '',
    '## Measures',
    '',
    ...list(report.measures),
    '',
    '## Counts',
    '',
    ...table(['What', 'How many'], Object.entries(report.counts)),
  ];
}
