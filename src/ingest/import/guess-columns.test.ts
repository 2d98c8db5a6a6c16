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
    what: 'comments with an id for who wrote them and the post in each row, whose words are called TEXT',
    header: ['PROFILE_URN', 'FIRSTNAME', 'LASTNAME', 'TEXT', 'OCCUPATION', 'ACTIVITY_LIKES', 'POST_URL'],
    rows: [
      ['ACoAAA9906467042', 'Ines', 'Haddad', 'What does it cost?', 'CFO at Quillport', '6', post],
      ['ACoAAA9780888353', 'Ole', 'Lind', 'Nice', 'Head of Finance', '0', post],
    ],
    columns: ['memberId', 'firstName', 'lastName', 'commentText', 'headline', null, 'postUrl'],
    kind: 'comment',
  },
  {
    what: 'people who reacted, with the text of their post in each row',
    header: ['PROFILE_URN', 'FIRSTNAME', 'LASTNAME', 'TEXT', 'POST_URL'],
    rows: [
      ['ACoAAA9906467042', 'Ines', 'Haddad', 'We are hiring', post],
      ['ACoAAA9780888353', 'Ole', 'Lind', 'We are hiring', post],
    ],
    columns: ['memberId', 'firstName', 'lastName', 'text', 'postUrl'],
    kind: null,
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
    what: 'reactions that comments got, under another name',
    header: ['Name', 'Li page', 'Post link', 'Comment', 'Got'],
    rows: [
      ['Ines Haddad', person, post, 'What does it cost?', 'LIKE, EMPATHY'],
      ['Ole Lind', `${person}-2`, post, 'Nice', 'LIKE'],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'commentText', null],
    kind: 'comment',
  },
  {
    what: 'reactions that comments got, one kind each',
    header: ['Name', 'Li page', 'Post link', 'Comment', 'Reactions to it'],
    rows: [
      ['Ines Haddad', person, post, 'What does it cost?', 'LIKE'],
      ['Ole Lind', `${person}-2`, post, 'Nice', 'PRAISE'],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'commentText', null],
    kind: 'comment',
  },
  {
    what: 'comments of one post without times, with the reactions that they got',
    header: ['Name', 'Li page', 'Comment', 'Reaction types'],
    rows: [
      ['Ines Haddad', person, 'What does it cost?', 'LIKE, EMPATHY'],
      ['Ole Lind', `${person}-2`, 'Nice', ''],
    ],
    columns: ['name', 'profileUrl', 'commentText', null],
    kind: 'comment',
  },
  {
    what: 'comments of one post, with their times as the page shows them',
    header: ['Who', 'Page', 'Comment', 'Date'],
    rows: [
      ['Ines Haddad', person, 'What does it cost?', '2w'],
      ['Ole Lind', `${person}-2`, 'Nice', '3d'],
    ],
    columns: ['name', 'profileUrl', 'commentText', 'occurredAt'],
    kind: 'comment',
  },
  {
    what: 'people who liked, each with a message to send',
    header: ['Name', 'Li page', 'Post link', 'Engagement', 'Outreach message'],
    rows: [
      ['Ines Haddad', person, post, 'Liked', 'Hi Ines, saw that you liked our post'],
      ['Ole Lind', `${person}-2`, post, 'Reposted', 'Hi Ole, thanks for sharing'],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'kind', 'commentText'],
    kind: null,
  },
  {
    what: 'deeds in a column called reactions, of which some are comments',
    header: ['Name', 'Li page', 'Post link', 'All reactions', 'Said'],
    rows: [
      ['Ines Haddad', person, post, 'like, comment', 'What does it cost?'],
      ['Ole Lind', `${person}-2`, post, 'repost', 'Worth reading'],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'kind', 'commentText'],
    kind: null,
  },
  {
    what: 'a French list whose column "Réaction" names likes and comments',
    header: ['Nom', 'Profil', 'Lien du post', 'Réaction', 'Commentaire'],
    rows: [
      ['Ines Haddad', person, post, 'Commentaire', 'Combien ça coûte ?'],
      ['Ole Lind', `${person}-2`, post, 'Commentaire', 'Merci'],
      ['Una Berg', `${person}-3`, post, 'Commentaire', 'Très intéressant'],
      ['Pia Roth', `${person}-4`, post, 'J’aime', ''],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'reaction', 'commentText'],
    kind: null,
  },
  {
    what: 'posts with their numbers of comments, written with a word',
    header: ['Post URL', 'Text', 'Published', 'Comments'],
    rows: [
      [post, 'We are hiring', '2026-11-11 08:14', '12 comments'],
      [post.replace(/.$/, '4'), 'Join us', '2026-11-12 08:14', '1,2 Tsd.'],
    ],
    columns: ['postUrl', 'text', 'publishedAt', 'comments'],
    kind: 'post',
  },
  {
    what: 'contacts of a CRM, made before they engaged, with what they said in a column called comments',
    header: ['Contact', 'LinkedIn URL', 'Create Date', 'Last Engagement Date', 'Comments', 'LinkedIn Post'],
    rows: [
      ['Ines Haddad', person, '2026-05-13 10:22', '2026-11-11 08:14', 'What does it cost?', post],
      ['Ole Lind', `${person}-2`, '2026-05-12 10:22', '', 'Great post!', post],
    ],
    columns: ['name', 'profileUrl', null, 'occurredAt', 'commentText', 'postUrl'],
    kind: 'comment',
  },
  {
    what: 'notes of a CRM with companies and times in short',
    header: ['Contact', 'Li page', 'Company', 'Comment', 'Date'],
    rows: [
      ['Ines Haddad', person, 'Quillport', 'Wants a demo in January', '2w'],
      ['Ole Lind', `${person}-2`, 'Polatrans', 'Left a voicemail', '3d'],
    ],
    columns: ['name', 'profileUrl', 'companyName', 'commentText', 'occurredAt'],
    kind: 'person',
  },
  {
    what: 'notes and times in short beside e-mail addresses',
    header: ['Contact', 'Li page', 'E-mail', 'Comment', 'Date'],
    rows: [['Ines Haddad', person, 'ines@quillport.example', 'Wants a demo in January', '2w']],
    columns: ['name', 'profileUrl', 'email', 'commentText', 'occurredAt'],
    kind: 'person',
  },
  {
    what: 'people who registered for an event, with their wishes',
    header: ['Attendee', 'Page', 'Registered', 'Comment'],
    rows: [
      ['Ines Haddad', person, '3d ago', 'Vegetarian'],
      ['Ole Lind', `${person}-2`, '1w ago', 'Brings a colleague'],
    ],
    columns: ['name', 'profileUrl', 'occurredAt', 'commentText'],
    kind: 'person',
  },
  {
    what: 'an inbox',
    header: ['Who', 'Page', 'Last message', 'When'],
    rows: [
      ['Ines Haddad', person, 'Thanks, let us talk on Monday', '2d'],
      ['Ole Lind', `${person}-2`, 'Not interested', '1w'],
    ],
    columns: ['name', 'profileUrl', 'commentText', 'occurredAt'],
    kind: 'person',
  },
  {
    what: 'a list of calls to make',
    header: ['Who', 'Page', 'Comment', 'Date'],
    rows: [
      ['Ines Haddad', person, 'Call', 'today'],
      ['Ole Lind', `${person}-2`, 'Write', 'yesterday'],
    ],
    columns: ['name', 'profileUrl', 'commentText', 'occurredAt'],
    kind: 'person',
  },
  {
    what: 'comments below a post that is named once, of which one is a picture',
    header: ['Person', 'Page', 'Post link', 'Comment'],
    rows: [
      ['Ines Haddad', person, post, 'What does it cost?'],
      ['Ole Lind', `${person}-2`, '', 'Nice'],
      ['Una Berg', `${person}-3`, '', 'Great'],
      ['Pia Roth', `${person}-4`, '', ''],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'commentText'],
    kind: 'comment',
  },
  {
    what: 'comments with a line of totals',
    header: ['Person', 'Page', 'Post link', 'Comment'],
    rows: [
      ['Ines Haddad', person, post, 'What does it cost?'],
      ['Ole Lind', `${person}-2`, post, 'Nice'],
      ['Una Berg', `${person}-3`, post, 'Great'],
      ['Total: 3', '', '', ''],
    ],
    columns: ['name', 'profileUrl', 'postUrl', 'commentText'],
    kind: 'comment',
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
