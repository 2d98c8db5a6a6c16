/** The record of processing as Markdown: every section, every figure in its column, and no name that breaks the table. */
import { categories, measures, purposes, reportLines, termsOfSource } from './record-of-processing';

const report = {
  workspace: { id: 'w-1', name: 'Acme | Sons *x* <b>' },
  madeAt: '2026-11-23T10:00:00Z',
  purposes: ['To sell.'],
  categories: [{ people: 'people', data: 'names' }],
  sources: [
    {
      kind: 'import',
      source: 'generic',
      batches: 2,
      records: 30,
      first: '2026-01-01',
      last: '2026-02-02',
      terms: 'Yours.',
    },
  ],
  recipients: [{ kind: 'app', name: 'Claude', since: '2026-03-03' }],
  members: 4,
  retentionMonths: 24,
  measures: ['Locked.'],
  counts: { people: 5, leads: 6 },
};

test('says all of it, in this order', () => {
  expect(reportLines(report)).toEqual([
    '# Record of processing: Acme \\| Sons \\*x\\* \\<b\\>',
    '',
    expect.stringContaining('Workspace w-1. Report made 2026-11-23T10:00:00Z.'),
    expect.stringContaining('data protection officer'),
    '',
    '## Purposes',
    '',
    '- To sell.',
    '',
    '## People and data',
    '',
    '| People | Data |',
    '| --- | --- |',
    '| people | names |',
    '',
    '## Sources',
    '',
    '| Kind | Source | Batches | Records | First | Last | Terms |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| import | generic | 2 | 30 | 2026-01-01 | 2026-02-02 | Yours. |',
    '',
    '## Recipients',
    '',
    '4 active members of the workspace, and:',
    '',
    '| Kind | Name | Since |',
    '| --- | --- | --- |',
    '| app | Claude | 2026-03-03 |',
    '',
    '## How long',
    '',
    'People are removed 24 months after their last engagement.',
    '',
    '## Measures',
    '',
    '- Locked.',
    '',
    '## Counts',
    '',
    '| What | How many |',
    '| --- | --- |',
    '| people | 5 |',
    '| leads | 6 |',
  ]);
});

test('without a limit, a source or a recipient it says so', () => {
  const lines = reportLines({ ...report, retentionMonths: null, sources: [], recipients: [], counts: {} });
  expect(lines.filter((line) => line === 'None.')).toHaveLength(3);
  expect(lines.join('\n')).toContain('No limit is set: `leadlight privacy retention set --months N`.');
});

test('a name with line breaks stays in its cell', () => {
  const named = (name: string) => reportLines({ ...report, recipients: [{ kind: 'app', name, since: 'x' }] });
  expect(named('a\n| b `c` _d_ [e] \\')).toContain('| app | a \\| b \\`c\\` \\_d\\_ \\[e\\] \\\\ | x |');
});

test.each([
  ['official-api-csv', /forbid using member data for sales/],
  ['apify', /agreement with Apify/],
  ['unipile-posts', /agreement with Unipile/],
  ['phantombuster', /PhantomBuster/],
  ['bright-data', /Bright Data/],
  ['generic', /^Your agreement with the maker of the export\.$/],
  ['my-apify', /^Your agreement with the maker of the export\.$/],
  ['an-unipile', /^Your agreement with the maker of the export\.$/],
  ['a-phantombuster', /^Your agreement with the maker of the export\.$/],
  ['no-official-api', /^Your agreement with the maker of the export\.$/],
  ['no-bright-data', /^Your agreement with the maker of the export\.$/],
])('terms of %s', (source, expected) => expect(termsOfSource(source)).toMatch(expected));

test('what is the same everywhere is said', () => {
  expect([purposes.length, categories.length, measures.length]).toEqual([3, 4, 7]);
  for (const { people, data } of categories) for (const words of [people, data]) expect(words).toMatch(/^\w+,? \S+/);
});
