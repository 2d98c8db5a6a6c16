/** Tables as people make them, and the guesses about their columns. */
import { guessColumns } from './guess-columns';

const network = { namespace: 'li', hosts: ['linkedin.com'] };
const person = 'https://www.linkedin.com/in/ines-haddad';
const post = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120/';

interface Table {
  readonly what: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly (string | null)[];
  readonly kind: string | null;
}

const tables: readonly Table[] = [
  {
    what: 'a CRM export whose "Commented On" holds the post',
    header: ['First Name', 'LinkedIn URL', 'Last Comment', 'Last Comment Date', 'Commented On'],
    rows: [
      ['Ines', person, 'What does it cost?', '2026-11-02 09:01', post],
      ['Ole', `${person}-2`, 'Great', '2026-11-03 09:02', post],
    ],
    columns: ['firstName', 'profileUrl', 'commentText', 'occurredAt', 'postUrl'],
    kind: 'comment',
  },
  {
    what: 'engagements as a salesperson keeps them',
    header: [
      'Who',
      'Link to them',
      'What it says under the name',
      'Works at',
      'What they did',
      'Said',
      'Day',
      'On which post',
    ],
    rows: [
      ['Ines Haddad', person, 'CFO at Quillport', 'Quillport', 'liked', '', '15/11/2026', post],
      [
        'Ole Lindqvist-Berg',
        `${person}-2`,
        'Head of Finance',
        'Polatrans',
        'commented',
        'What does it cost?',
        '03/11/2026',
        post,
      ],
    ],
    columns: ['name', 'profileUrl', 'headline', 'companyName', 'kind', 'commentText', 'occurredAt', 'postUrl'],
    kind: null,
  },
  {
    what: 'a list of an event in short words',
    header: ['Lead', 'Org', 'Did', 'Where', 'On'],
    rows: [
      ['Ines Haddad', 'Quillport', 'liked + commented', person, post],
      ['Ole Lind', 'Polatrans', 'liked', `${person}-2`, post],
    ],
    columns: ['name', 'companyName', 'kind', 'profileUrl', 'postUrl'],
    kind: null,
  },
  {
    what: 'comments without a column that says so',
    header: ['Person', 'URL', 'Post link', 'Comment'],
    rows: [
      ['Ines Haddad', person, post, 'Book us in'],
      ['Ole Lind', `${person}-2`, post, 'Nice'],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'commentText'],
    kind: 'comment',
  },
  {
    what: 'comments as a script in the page takes them, with the reactions that they got',
    header: ['name', 'profileUrl', 'jobTitle', 'commentText', 'timePosted', 'reactionCount', 'reactionTypes'],
    rows: [
      ['Ines Haddad', person, 'CFO at Quillport', 'What does it cost?', '2w', '1', 'LIKE, EMPATHY'],
      ['Ole Lind', `${person}-2`, 'Head of Finance', 'Nice', '1mo', '0', ''],
    ],
    columns: ['name', 'profileUrl', 'title', 'commentText', 'occurredAt', 'likes', null],
    kind: 'comment',
  },
  {
    what: 'notes of a CRM under the name of comments',
    header: ['Name', 'LinkedIn', 'Comment', 'Last contacted'],
    rows: [['Ines Haddad', person, 'Left a message', '2026-11-02']],
    columns: ['name', 'profileUrl', 'commentText', 'occurredAt'],
    kind: 'person',
  },
  {
    what: 'people of a CRM, of whom most have commented',
    header: ['Person - Name', 'Person - LinkedIn Page', 'Person - Last comment', 'Person - Commented on'],
    rows: [
      ['Ines Haddad', person, 'What does it cost?', post],
      ['Ole Lind', `${person}-2`, 'Nice', post],
      ['Una Berg', `${person}-3`, 'Great', post],
      ['Pia Roth', `${person}-4`, '', ''],
    ],
    columns: ['name', 'profileUrl', 'commentText', 'postUrl'],
    kind: null,
  },
  {
    what: 'people, in German',
    header: ['Wer', 'Seite', 'Arbeitet bei', 'Position', 'Mail'],
    rows: [['Ines Haddad', 'linkedin.com/in/ines-haddad', 'Quillport', 'CFO', 'ines@quillport.example']],
    columns: ['name', 'profileUrl', 'companyName', 'title', 'email'],
    kind: 'person',
  },
  {
    what: 'something else',
    header: ['shopping list'],
    rows: [['milk'], ['eggs']],
    columns: [null],
    kind: null,
  },
  { what: 'a header alone', header: ['Who', 'Where'], rows: [], columns: [null, null], kind: null },
];

it.each(tables)('$what', ({ header, rows, columns, kind }) => {
  expect(guessColumns(header, rows, network)).toEqual({ columns, kind });
});

it('gives none of our columns twice, and a short row is no trouble', () => {
  const { columns } = guessColumns(['a', 'b', 'c'], [[person, person], [person]], network);
  expect(columns).toEqual(['profileUrl', null, null]);
});
