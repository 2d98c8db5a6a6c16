/**
 * Files of kinds that a stranger tried and that were misread in silence, or not read at all. Each row: what the file is, its text,
 * and what a person expects of it. The first rows were right before.
 */
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { flagsOf, guessColumns } from '../../src/ingest/import/guess-columns';
import { at, network, read, table, who } from './support/unseen';

const likers = table('profileUrl,fullName,occupation,reactionType,postUrl', '~ada,Ada One,CEO,LIKE,POST');

const packed = gzipSync(likers);
const ada = ['LIKE Ada One ada'];
const author = { name: 'Ines', profile_url: who('ines') };
const twice = (text: string, wrong: string) => new TextDecoder(wrong).decode(Buffer.from(text));

/** A comment in an encoding. */
const commented = (encoding: string, name: string, comment: string) =>
  iconv.encode(table('Name,Profile,Post URL,Kind,Comment', `${name},~a,POST,comment,${comment}`), encoding);

const files: readonly (readonly [string, string | Buffer, readonly (string | RegExp)[]])[] = [
  ['likers', likers, ada],
  ['likers, packed', packed, ada],
  // Packed files.
  ['zeros behind the packed data', Buffer.concat([packed, Buffer.alloc(64)]), ada],
  ['other bytes behind it', Buffer.concat([packed, Buffer.from('garbage')]), [...ada, /breaks off/]],
  ['packed twice', gzipSync(packed), [/gzip within gzip/]],
  // Encodings: marks alone say nothing to a detector, and the Western one is the likeliest.
  ['quotes and dashes alone', commented('win1252', 'Ann', '“Great” – we’re in'), ['COMMENT Ann a “Great” – we’re in']],
  ['a price in euros', commented('win1252', 'Ann', 'Kostet 100 €?'), ['COMMENT Ann a Kostet 100 €?']],
  ['fractions and powers', commented('win1252', 'Ann', '5½ m² ±3 × 2'), ['COMMENT Ann a 5½ m² ±3 × 2']],
  [
    'Spanish',
    commented('win1252', 'Íñigo Ñandú', '¿Cuánto cuesta? ¡Qué bien!'),
    ['COMMENT Íñigo Ñandú a ¿Cuánto cuesta? ¡Qué bien!'],
  ],
  ['Catalan', commented('win1252', 'Marcel·lí', 'Què val?'), ['COMMENT Marcel·lí a Què val?']],
  [
    'Dutch',
    commented('win1252', 'Zoë', 'Eén coöperatie – ’s-Gravenhage'),
    ['COMMENT Zoë a Eén coöperatie – ’s-Gravenhage'],
  ],
  [
    'Polish',
    commented('win1250', 'Łukasz Żółć', 'Dzień dobry ile kosztuje?'),
    ['COMMENT Łukasz Żółć a Dzień dobry ile kosztuje?'],
  ],
  ['Spanish of DOS', commented('cp850', 'José Muñoz', '¿Cuánto cuesta?'), ['COMMENT José Muñoz a ¿Cuánto cuesta?']],
  [
    'Chinese, too short to be told',
    commented('gbk', '王伟', '多少钱？'),
    [/^no import: The encoding .* cannot be told/],
  ],
  [
    'lines of two encodings',
    Buffer.concat([
      commented('utf8', 'Jörg', 'Müller ä ö ü 10 €'),
      iconv.encode(table('', 'Zoë,~b,POST,comment,“ja” für 20 € – schön größer'), 'win1252'),
    ]),
    ['COMMENT Jörg a Müller ä ö ü 10 €', 'COMMENT Zoë b “ja” für 20 € – schön größer'],
  ],
  // A table that says what its rows are.
  [
    'comments by kind, with a state of comments beside them',
    table(
      'Name,Profile,Post URL,Kind,Comment,Comment status',
      'A,~a,POST,comment,Hi,posted',
      'B,~b,POST,comment,Yo,sent',
    ),
    ['COMMENT A a Hi', 'COMMENT B b Yo'],
  ],
  // Envelopes.
  [
    'members beside the attributes of an item',
    JSON.stringify([
      { profileUrl: who('a'), name: 'A', postUrl: at, commentText: 'Price?', attributes: { likes: 3, replies: 1 } },
    ]),
    ['COMMENT A a Price?'],
  ],
  // What a row is.
  [
    'reactions and comments side by side',
    table(
      'Name,Profile,Post URL,Reaction,Comment',
      'A,~a,POST,Like,',
      'B,~b,POST,,Price?',
      'C,~c,POST,,',
      'D,,POST,,Hi',
    ),
    ['LIKE A a', 'COMMENT B b Price?', /^refused nothing says what this person did/, /^refused no profile link/],
  ],
  [
    'a comment without words',
    JSON.stringify([
      { activity: 'commented', profileUrl: who('a'), name: 'A', postUrl: at, commentText: 'Great' },
      { activity: 'liked', profileUrl: who('a'), name: 'A', postUrl: at },
    ]),
    ['COMMENT A a Great', /^refused nothing says what this person did/],
  ],
  [
    'comments that begin with a number',
    table(
      'Name,Profile,Post URL,Reaction,Comment',
      'A,~a,POST,Like,2 questions about pricing',
      'B,~b,POST,,100 percent agree',
      'C,~c,POST,,12',
      'D,~d,POST,,Vero',
    ),
    [
      'LIKE A a',
      'COMMENT A a 2 questions about pricing',
      'COMMENT B b 100 percent agree',
      /^refused nothing says what this person did/,
      'COMMENT D d Vero',
    ],
  ],
  [
    'several deeds in one cell',
    table(
      'Name,Profile,Post URL,Kind',
      'A,~a,POST,Likes & comments',
      'B,~b,POST,Liked and commented',
      'C,~c,POST,Liked a comment',
      'D,~d,POST,reacted to your reply',
    ),
    ['LIKE A a', 'COMMENT A a', 'LIKE B b', 'COMMENT B b', 'left out comment_reaction', 'left out comment_reaction'],
  ],
  [
    'flags beside the words of a comment',
    table(
      'Name,Profile,Post URL,Has liked,Comment',
      'A,~a,POST,yes,"Great, price?"',
      'B,~b,POST,no,0',
      'C,~c,POST,no,Great',
    ),
    ['LIKE A a', 'COMMENT A a Great, price?', 'left out other_signal', 'COMMENT C c Great'],
  ],
  [
    'marks for yes',
    table(
      'Name,Profile,Post URL,Liked,Commented',
      'A,~a,POST,x,',
      'B,~b,POST,,✓',
      'C,~c,POST,ja,nein',
      'D,~d,POST,so,so',
    ),
    ['LIKE A a', 'COMMENT B b', 'LIKE C c', 'refused what this person did: neither yes nor no'],
  ],
  [
    'what was done to a comment, or twice',
    table(
      'Name,Profile,Post URL,Action',
      'A,~a,POST,Liked your comment',
      'B,~b,POST,Liked & commented',
      'C,~c,POST,Unliked',
    ),
    ['left out comment_reaction', 'LIKE B b', 'COMMENT B b', /^refused kind: must be one of .*, not Unliked$/],
  ],
  [
    'counts, or yes and no, where a comment stands',
    table('Name,Profile,Post URL,Like,Comment', 'A,~a,POST,TRUE,FALSE', 'B,~b,POST,12,3', 'C,~c,POST,,Price?'),
    [/^refused nothing says/, /^refused nothing says/, 'COMMENT C c Price?'],
  ],
  ['reactions in words', table('Name,Profil,Beitrag-URL,Reaktion', 'A,~a,POST,Gefällt mir'), ['LIKE A a']],
  ['a reaction without a post', table('Name,Profile,Reaction', 'A,~a,Like'), [/^refused names no post/]],
  [
    'posts of an actor for posts',
    JSON.stringify([{ post_url: at, text: 'Pricing', author, stats: { total_reactions: 12 } }]),
    ['POST - Pricing'],
  ],
  [
    'posts without an author',
    table('Post URL,Text,Published at,Likes', 'POST,Pricing,2026-11-10,12'),
    ['POST 12 Pricing'],
  ],
  [
    'posts under a name of one’s own',
    table('Name,LinkedIn,Engagement,Post', 'A One,~a,Commented,POST'),
    ['COMMENT A One a'],
  ],
  [
    'posts under a name for times',
    table('Name,LinkedIn,Country/Region,Last Comment,Commented On', 'A One,~a,Italy,Price?,POST', 'B Two,~b,Italy,,'),
    [/column "Commented On" holds addresses of posts/],
  ],
  // Columns.
  [
    'capitals without accents',
    table('NOM;PRENOM;LINKEDIN;SOCIETE', 'VARELA;Inès;~ines;Aro'),
    ['PERSON Inès VARELA Aro'],
  ],
  [
    'a tool for outreach, with its many columns',
    table(
      'First,Last,LinkedIn,Title,Company,State,Campaign,Opened,Clicked,Replied,Step',
      'A,B,~a,CEO,Aro,contacted,,,,,',
    ),
    ['PERSON A B CEO Aro'],
  ],
  ['a state beside a country', table('Name,LinkedIn,State,Country', 'A,~a,Texas,USA'), ['PERSON A Texas']],
  ['an aside in a column’s name', table('Name (required),Profile,Company (optional)', 'A,~a,Aro'), ['PERSON A Aro']],
  [
    'no header',
    table('~a,A One,CEO,POST', '~b,B Two,CFO,POST'),
    [/first row holds a person, not the names of columns/],
  ],
  // Values.
  [
    'multiples of other languages',
    table(
      'kind\tprofileUrl\tname\tfollowers',
      'person\t~a\tA\t2 cr',
      'person\t~b\tB\t12 E',
      'person\t~c\tC\t500 followers',
    ),
    ['PERSON A 20000000', 'PERSON B', 'PERSON C 500'],
  ],
  [
    'placeholders of other languages',
    table(
      'kind,profileUrl,name,title',
      'person,~a,#¿NOMBRE?,Membro do LinkedIn',
      'person,~b,#CEO,0',
      'person,~c,<b>C</b>,_',
    ),
    ['PERSON', 'PERSON #CEO', 'PERSON C'],
  ],
  [
    'ids that a program or a sheet ruined',
    `[{"kind":"like","name":"A","profileUrl":"${who('a')}","postUrl":7.402746946853253e18},
      {"kind":"like","name":"A","profileUrl":"${who('a')}","postUrl":"7402746946853253000"},
      {"kind":"like","name":"A","profileUrl":"${who('a')}","postUrl":17},
      {"kind":"like","name":"A","profileUrl":"${who('a')}","postUrl":7402746946853253120}]`,
    [/rounded/, /rounded/, /no number of a post/, 'LIKE A a'],
  ],
  [
    'two ids in one row',
    table('kind,profileUrl,memberId,postUrl', 'like,~ACoAAB3xExampleMember0001,ACoAAB3xExampleMember0002,POST'),
    [/^refused it has the ids of two people/],
  ],
  // Letters and rows.
  ['saved twice on a Mac', likers.replace('Ada One', twice('Zoë Größe', 'macintosh')), ['LIKE Zoë Größe ada']],
  [
    'saved three times',
    likers.replace('Ada One', twice(twice('Zoë', 'windows-1252'), 'windows-1252')),
    ['LIKE Zoë ada'],
  ],
  ['Japanese mail encoding', Buffer.from(likers.replace('Ada One', '\x1b$B;3ED\x1b(B'), 'latin1'), ['LIKE 山田 ada']],
  ['rows and header quoted whole', likers.replace(/^.*$/gm, '"$&"'), ada],
  ['quotes that no table has', likers.replace(/[^,\n]+/g, '‘$&’'), ada],
  [
    'custom members of a person whose address has no scheme',
    JSON.stringify([{ profileUrl: 'linkedin.com/in/a', name: 'A', title: 'CEO', fields: { score: 3, list: 'x' } }]),
    ['PERSON A CEO'],
  ],
  [
    'custom members of a person with an id',
    JSON.stringify([{ memberId: 'ACoAAB3xExamp', name: 'A', title: 'CEO', attributes: { score: 3, list: 'x' } }]),
    ['PERSON A CEO'],
  ],
  // Code pages of DOS, and two encodings in one file.
  ...(
    [
      ['cp850', 'Åse Muñoz Bjørn'],
      ['cp437', 'Zoë Größe Müller'],
      ['cp852', 'Świętosława Dąbrowska'],
      ['cp857', 'Şule Güngör Satış'],
      ['cp866', 'Пётр Смирнов Руководитель'],
      ['cp737', 'Ελένη Παπαδοπούλου'],
    ] as const
  ).map(
    ([page, name]) =>
      [`saved by DOS in ${page}`, iconv.encode(likers.replace('Ada One', name), page), [`LIKE ${name} ada`]] as const,
  ),
  [
    'letters that make words in two',
    iconv.encode(likers.replace('Ada One', 'דנה לוי'), 'cp862'),
    [/cp862 .*cp866 .*--encoding/],
  ],
  [
    'an export in UTF-8 with rows of Windows-1252 put below it',
    Buffer.concat([
      Buffer.from(likers.replace('Ada One', 'Zoë Größe') + '\n'),
      Buffer.from(table('~bo,José Muñoz,Gérant à Orléans,LIKE,POST'), 'latin1'),
    ]),
    ['LIKE Zoë Größe ada', 'LIKE José Muñoz bo'],
  ],
  // Tables that were put together, turned, or are about one's own work.
  [
    'a second header with its columns in another order',
    table(
      likers,
      '~bo,Bo,CTO,LIKE,POST',
      'profileUrl,occupation,fullName,reactionType,postUrl',
      '~ce,CFO,Ce,LIKE,POST',
    ),
    [...ada, 'LIKE Bo bo', 'LIKE Ce ce'],
  ],
  [
    'a second header of another table',
    table(likers, 'Name,Title,Profile,Post URL,Kind', 'Bo,CTO,~bo,POST,comment'),
    [...ada, 'COMMENT Bo bo', 'PERSON Bo CTO'],
  ],
  ['a column for each post', table('Name,Profile,POST', 'A,~a,Like', 'B,~b,Comment'), [/stands for a post of its own/]],
  [
    'a column of deeds for each post',
    table('Name,Profile,Spring,Autumn', 'A,~a,liked,commented', 'B,~b,,liked'),
    [/column "Spring" stands for a post of its own.* people, .*--kind person/],
  ],
  [
    'comments of one’s own',
    table('Date,Name,Profile,Post URL,Comment,Status', '2026-11-10,A,~a,POST,Great point!,posted'),
    [/column "Status" says how far somebody is with comments of their own.*--kind comment/],
  ],
  [
    'comments beside a state of the sale',
    table('Name,Profile,Post URL,Comment,Status', 'A,~a,POST,Great point!,contacted'),
    ['COMMENT A a Great point!'],
  ],
  ...['Status,success', 'Outreach,pending', 'Contact status,sent', 'Post status,published'].map((column) => {
    const [name = '', state = ''] = column.split(',');
    const text = table(`Name,Profile,Post URL,Comment,${name}`, `A,~a,POST,Great point!,${state}`);
    return [`comments beside another state: ${column}`, text, ['COMMENT A a Great point!']] as const;
  }),
  [
    'comments of one’s own by the state of the comment',
    table('Name,Profile,Post URL,Comment,Comment status', 'A,~a,POST,Great point!,done'),
    [/column "Comment status" says how far somebody is/],
  ],
  [
    'remarks about people, beside a state',
    table('Name,Profile,Position,Firma,Funktion,Comment,Status', 'A,~a,CEO,Aro,Vertrieb,met at a fair,Sent'),
    ['PERSON A CEO Aro'],
  ],
  [
    'what somebody did last, beside the reaction to the post',
    table('Name,Profile,Post URL,Reaction,Latest signal,Last touch', 'A,~a,POST,LIKE,Like,Comment'),
    ['LIKE A a'],
  ],
  [
    'a reaction, and a time, in a column of flags',
    table(
      'Name,Profile,Post URL,Reacted,Reaction',
      'A,~a,POST,PRAISE,',
      'B,~b,POST,2026-11-02,LIKE',
      'C,~c,POST,2026-11-02,',
    ),
    ['LIKE A a', 'LIKE B b', /^refused what this person did: neither yes nor no/],
  ],
  [
    'flags called reacted',
    table('Name,Profile,Post URL,Reacted?,Commented?', 'A,~a,POST,Y,N', 'B,~b,POST,N,Y'),
    ['LIKE A a', 'COMMENT B b'],
  ],
  // People whose ids or addresses were cut.
  [
    'ids cut short',
    table(
      'kind,memberId,name,postUrl',
      'like,ACoAAB3xExamp,A,POST',
      'like,ACoAAB3xExamp,B,POST',
      'like,ACoAAB3xExa…,C,POST',
    ),
    ['LIKE A', /^refused its member id was cut short/, /^refused a link or id that was cut short/],
  ],
  ['addresses cut short', table('Name,Profile,Company', 'A,~ad...,Aro'), [/^refused a link or id that was cut short/]],
  // JSON of interfaces and databases.
  [
    'the edges of a graph, in two lists',
    JSON.stringify({
      data: {
        post: {
          url: at,
          reactions: { edges: [{ cursor: 'x', node: { kind: 'like', name: 'A', profileUrl: who('a'), postUrl: at } }] },
          comments: {
            edges: [{ node: { kind: 'comment', commentText: 'Hi', name: 'B', profileUrl: who('b'), postUrl: at } }],
          },
        },
      },
    }),
    ['LIKE A a', 'COMMENT B b Hi'],
  ],
  [
    'posts with the edges of their comments',
    JSON.stringify(
      ['Spring', 'Autumn'].map((text) => ({
        postUrl: at,
        text,
        likes: 5,
        comments: { edges: [{ node: { id: 1, text: 'x' } }] },
      })),
    ),
    ['POST 5 Spring', 'POST 5 Autumn'],
  ],
  [
    'an index for searching',
    JSON.stringify(
      {
        took: 1,
        hits: { hits: [{ _id: '1', _source: { kind: 'like', name: 'A', profileUrl: who('a'), postUrl: at } }] },
      },
      null,
      1,
    ),
    ['LIKE A a'],
  ],
  [
    'records of a table service',
    JSON.stringify({ records: [{ id: 'r', fields: { kind: 'like', name: 'A', profileUrl: who('a'), postUrl: at } }] }),
    ['LIKE A a'],
  ],
  [
    'likes of the official API as it named them before',
    JSON.stringify({
      elements: [
        {
          $URN: 'urn:li:like:(urn:li:person:Abc12,urn:li:activity:7402746946853253120)',
          created: { time: 1762765200000 },
        },
      ],
    }),
    ['LIKE 2025-11-10'],
  ],
  // Whose deed it was, and to what.
  [
    'what the author of the post did',
    table('kind,profileUrl,name,postUrl,authorProfileUrl', 'comment,~ada,Ada,POST,~ada', 'comment,~bo,Bo,POST,~ada'),
    ['by the author COMMENT Ada ada', 'COMMENT Bo bo'],
  ],
  [
    'the author in a column that the exporter does not have',
    table('profileUrl,fullName,occupation,comment,postUrl,Post Author URL', '~ada,Ada,CEO,Thanks,POST,~ada'),
    ['by the author COMMENT Ada ada Thanks'],
  ],
  [
    'a like of a comment, by its address',
    table(
      'kind,profileUrl,name,postUrl',
      'like,~ada,Ada,POST',
      'like,~bo,Bo,POST?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253120%2C7402746999%29',
    ),
    ['LIKE Ada ada', 'left out comment_reaction'],
  ],
  [
    'one address for everybody',
    table('kind,profileUrl,name,postUrl', ...['A', 'B', 'C', 'D', 'E'].map((name) => `like,~own,${name},POST`)),
    [/All people of this table have one address/],
  ],
  [
    'the only address among people without',
    table('Name,Profile,Company', 'A,~a,Aro', ...['B', 'C', 'D', 'E', 'F'].map((name) => `${name},,Aro`)),
    ['PERSON A Aro', ...Array.from({ length: 5 }, () => /^refused no profile link/)],
  ],
  [
    'one person, many times',
    table('kind,profileUrl,name,postUrl', ...['A', 'A', 'A', 'A B', 'A'].map((name) => `like,~own,${name},POST`)),
    ['LIKE A own', 'LIKE A own', 'LIKE A own', 'LIKE A B own', 'LIKE A own'],
  ],
  [
    'addresses where names stand, and what pages show beside names',
    table(
      'name,profileUrl,companyName',
      '~a,~a,Aro',
      'b@aro.example,~b,www.aro.example',
      'C One • 2nd,~c,Aro',
      'D 3rd,~d,Aro',
    ),
    ['PERSON Aro', 'PERSON aro.example', 'PERSON C One Aro', 'PERSON D 3rd Aro'],
  ],
  [
    'pages of companies where their names and domains stand',
    table(
      'name,profileUrl,companyName,companyDomain',
      'A,~a,https://www.linkedin.com/company/aro/,',
      'B,~b,Bel,https://www.linkedin.com/company/bel',
      'C,~c,Cid,www.cid.example/about',
    ),
    ['PERSON A at aro', 'PERSON B Bel at bel', 'PERSON C Cid cid.example'],
  ],
  [
    'rows and a header with another mark between the cells',
    table(likers, 'profileUrl;fullName;occupation;reactionType;postUrl', '~bo;Bo;CTO;LIKE;POST'),
    [...ada, 'LIKE Bo bo'],
  ],
  [
    'names by language, and a time in two numbers',
    JSON.stringify([
      {
        kind: 'like',
        firstName: { localized: { en_US: 'Ada' } },
        lastName: { localized: { en_US: 'One' } },
        profileUrl: who('a'),
        postUrl: at,
        occurredAt: { _seconds: 1762765200, _nanoseconds: 0 },
      },
    ]),
    ['LIKE Ada One a 2025-11-10'],
  ],
  ['a picture', Buffer.from('\xff\xd8\xff\xe0JFIF', 'latin1'), [/This is a picture/]],
];

test.each(files)('%s', async (_title, content, expected) => {
  const matching = expected.map((line): unknown => (line instanceof RegExp ? expect.stringMatching(line) : line));
  expect(await read(content)).toEqual(matching);
});

test.each([
  ['name,profile', 'Ada One,~ada', '--kind person --columns "name=name,profile=profileUrl"'],
  // Whose address it is.
  ['Owner page,Lead,Lead page', '~kai,Ada One,~ada', '--kind person --columns "Lead=name,Lead page=profileUrl"'],
  [
    'Commenter,Commenter page,Post',
    'Ada One,~ada,POST',
    '--kind <like, comment, repost or post> --columns "Commenter=name,Commenter page=profileUrl,Post=postUrl"',
  ],
  [
    'Date,Post,Link,Reactions',
    '2026-11-10,Pricing is hard,POST,12',
    '--kind post --columns "Date=occurredAt,Post=text,Link=postUrl,Reactions=likes"',
  ],
  // A stage of a sale is no kind of row, and a page of a company is no person.
  [
    'Full name,Page,Post,Status',
    'Ada One,~ada,POST,commented',
    '--kind <like, comment, repost or post> --columns "Full name=name,Page=profileUrl,Post=postUrl"',
  ],
  [
    'Post URL,Text,URL',
    'POST,Price?,POST?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253120%2C7402746999%29',
    '--kind <like, comment, repost or post> --columns "Post URL=postUrl,Text=text,URL=commentId"',
  ],
  ['Full name,Page,Phase', 'Ada One,~ada,Lead', '--kind person --columns "Full name=name,Page=profileUrl"'],
  [
    'Company,LinkedIn',
    'Aro,https://www.linkedin.com/company/aro',
    '--kind company --columns "Company=name,LinkedIn=profileUrl"',
  ],
])('the guess of %s', (header, row, expected) => {
  const columns = header.split(',');
  expect(flagsOf(columns, guessColumns(columns, [table(row).split(',')], network))).toBe(expected);
});
