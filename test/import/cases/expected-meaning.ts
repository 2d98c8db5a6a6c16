/** Expected of `test/import/cases`: which column means what, formats, who is who. */
import type { ImportCase } from '../cases.test';

const post = '7402746946853253120';
const connections = [
  'PERSON Ines Varela <ines-varela-77> - | VP Sales | Bluefern, Inc. | - | ines@bluefern.example',
  'PERSON Jonas Oberholt <jonas-oberholt> - | Head of Ops | Kestrel GmbH | - | -',
];
const ines = (title: string) => `PERSON Inès Varela <ines-varela-77> - | ${title} | Bluefern | - | -`;
const nestedPost = [
  `POST ${post} by Ines Varela <ines-varela-77> 2/1/0: Pricing is hard at 2025-11-14T09:00:00.000Z`,
  `LIKE Rami S <ACoAAAtestmember000000000000000000000002> on ${post}`,
  `COMMENT Jo Marl <ACoAAAtestmember000000000000000000000003 jo-marl> on ${post}: Who sells this? at 2026-11-15T20:26:42.973Z`,
];
const reactor = (n: number) => `LIKE Reactor ${n} <ACoAAAtestmember00000000000000000010000${n}> on ${post}`;
const sayWhat = /^refused: nothing says what this person did; say what each row is/;

export const identityCases: readonly ImportCase[] = [
  { file: '01-connections.csv', format: 'network-export-connections', records: connections },
  { file: '02-connections-bare.csv', format: 'network-export-connections', records: connections },
  {
    file: '02-connections-bare.csv',
    kind: 'person',
    columns: 'First Name + Last Name=name,URL=profileUrl,Email Address=email,Position=title',
    records: connections,
  },
  {
    file: '02-connections-bare.csv',
    kind: 'person',
    columns: 'First Name=name,Last Name=name',
    problem: /two columns to name: First Name and Last Name.*firstName.*lastName/,
  },
  {
    file: '03-crm-fr.csv',
    records: [ines('Directrice commerciale'), /^PERSON Jonas Oberholt /],
  },
  { file: '03b-crm-it.csv', records: [ines('Direttrice vendite')] },
  { file: '03e-crm-de.csv', records: [/^PERSON Inge Warel <inge-warel> - . Leiterin Vertrieb . Bluefern/] },
  { file: '03f-crm-pt.csv', records: [/^PERSON Inês Varela /] },
  { file: '03g-hubspot.csv', records: [/^PERSON Ines Varela .* VP Sales . Bluefern . - . ines@bluefern.example$/] },
  {
    file: '41-evaboot.csv',
    records: [
      'PERSON Ines Varela <ACoAABxTestMember0000000000000000000801 ines-varela-77> - | VP Sales | Bluefern | 51-200 | ines@bluefern.example',
    ],
  },
  { file: '42-waalaxy.csv', records: [/^PERSON Ines Varela <ines-varela-77> VP Sales . - . Bluefern/] },
  { file: '12-engagers.json', records: [/^refused: names no post; .*--post/, /^refused: names no post/] },
  {
    file: '12-engagers.json',
    columns: 'url_profile=profileUrl,subtitle=headline,type=kind,content=commentText',
    options: { post },
    records: [/^LIKE Robin Kost /, /^COMMENT Jakob D <jakob-d> on \d+: Great$/],
  },
  {
    file: '13a-mixed-mostly-reactions.json',
    records: [...nestedPost, reactor(0), reactor(1), reactor(2), nestedPost[2] ?? ''],
  },
  { file: '13b-post-nested-only.json', records: nestedPost },
  { file: '13c-mixed-even.json', records: [...nestedPost, reactor(0), nestedPost[2] ?? ''] },
  {
    file: '14-official-comments.json',
    format: 'official-api-comments',
    records: ['refused: no profile link', `COMMENT ? <Abc-12_x> on ${post}: yes at 2025-11-14T09:00:00.000Z`],
  },
  {
    file: '16a-sci-ids.csv',
    records: [/^refused: post: a number that a spreadsheet rounded/, /^refused: post: a number that a spreadsheet/],
  },
  {
    file: '18b-merged-exports.csv',
    records: [`LIKE Em One <m-one> on ${post}`, `LIKE Em Two <m-two> on ${post}`],
  },
  {
    file: '19-liker-commenter.csv',
    records: [`LIKE El One <l-one> on ${post}`, `COMMENT El Two <l-two> on ${post}: How much is it?`],
  },
  {
    file: '31a-unipile-mixed.json',
    records: [/^LIKE Uni One/, /^LIKE \(PRAISE\) Uni Two/, /^COMMENT Uni Three .*: How much is it\?/],
  },
  { file: '31b-apimaestro-mixed.json', records: [/^LIKE Ap One/, /^LIKE Ap Two/, /^COMMENT Ap Three .*: How much\?/] },
  { file: '31c-harvest-comment-reaction.json', records: [reactor(0), 'left out: comment_reaction'] },
  {
    file: '37b-new.csv',
    format: 'generic',
    records: [
      `LIKE Kim Later <ACoAABxTestMember0000000000000000000701 new-name> on 7402746946853253999`,
      `LIKE Other Person <ACoAABxTestMember0000000000000000000702 old-name> on ${post}`,
    ],
  },
  {
    file: '44-phb-activity.csv',
    records: [/^POST \d+ by Ines Varela <ines-varela-77> 12\/3\/1: Pricing is hard/, /^refused: kind: must be one of/],
  },
  { file: '45-author-reply.json', format: 'unipile-comments', records: [/^COMMENT Author X <acoaa\w+ author-x> on /i] },
  {
    file: '48-posts-list.csv',
    records: [`POST ${post} by Ines Varela <ines-varela-77> 12/3/1: Pricing is hard at 2026-11-10T00:00:00.000Z`],
  },
  {
    file: '49-engagement-type.csv',
    records: [`LIKE Et One <et-1> on ${post}`, `COMMENT Et Two <et-2> on ${post}`, `REPOST Et Three <et-3> on ${post}`],
  },
  {
    file: '55-apify-harvest-reactions.csv',
    format: 'apify-harvestapi-reactions',
    records: [/^LIKE Ap Csv <ACoAABaOldOwner\w+> on/, /^LIKE \(PRAISE\) Ap Csv2 /],
  },
  {
    file: '55b-apify-apimaestro-reactions.csv',
    format: 'apify-apimaestro-reactions',
    records: [`LIKE Am Csv <ACoAABaOldOwnerXyZ0123456789abcdefi am-csv> on ${post}`],
  },
  {
    file: '55c-apify-harvest-comments.csv',
    format: 'apify-harvestapi-comments',
    records: [
      /^COMMENT Cm Csv .*: How much\? at 2026-11-15T08:00:00.000Z$/,
      `POST ${post} by Au Csv <au-csv> -/-/-`,
      /^COMMENT by the author Au Csv .*: Thanks/,
    ],
  },
  {
    file: '56-author-before-reactor.csv',
    records: [`LIKE (EMPATHY) Otto Nor <otto-nor> on ${post}`, `LIKE Mia Lund <mia-lund> on ${post}`],
  },
  {
    file: '57-reposts-na.csv',
    kind: 'repost',
    columns: 'reposterName=name,reposterProfileUrl=profileUrl,postUrn=postUrl',
  },
  { file: '39-phb-new.csv', format: 'phantombuster-commenters' },
  {
    file: '39-phb-new.csv',
    columns: 'comment=-',
    records: [sayWhat],
  },
];
