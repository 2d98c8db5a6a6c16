/**
 * Columns and cells as programs write them that nobody had tried: each row says what the file is, its text, and what a person expects.
 * Columns are those that the programs document (Notion, Dux-Soup, Linked Helper, Attio, folk). The first row was right before.
 */
import iconv from 'iconv-lite';
import { at, read, table, who } from './support/unseen';

const other = 'https://www.linkedin.com/feed/update/urn:li:activity:7402746946853254144/';

const files: readonly (readonly [string, string | Buffer, readonly (string | RegExp)[]])[] = [
  ['people', table('Name,Profile,Company', 'A One,~a,Aro'), ['PERSON A One Aro']],
  [
    'what people did, in a column of a name of its own',
    table(
      'Name,Profile,Beitrag,Aktivität,Kommentar',
      'A One,~a,POST,Gefällt mir,',
      'B Two,~b,POST,Kommentiert,Nice',
      'C Tre,~c,POST,gefällt mir + kommentiert,Why',
    ),
    ['LIKE A One a', 'COMMENT B Two b Nice', 'LIKE C Tre c', 'COMMENT C Tre c Why'],
  ],
  [
    'what people did, in a column called as a reaction is',
    table(
      'Nom,Profil,Post URL,Réaction,Commentaire',
      'A One,~a,POST,J’aime,',
      'B Two,~b,POST,Commentaire,Merci',
      'C Tre,~c,POST,Partage,',
      'D Four,~d,POST,,Bravo',
      'E Five,~e,POST,J’aime,Oui',
      'F Six,~f,POST,J’aime / Commentaire,Non',
    ),
    [
      ...['LIKE A One a', 'COMMENT B Two b Merci', 'REPOST C Tre c', 'COMMENT D Four d Bravo'],
      ...['LIKE E Five e', 'COMMENT E Five e Oui', 'LIKE F Six f', 'COMMENT F Six f Non'],
    ],
  ],
  // Two columns of one name.
  [
    'two columns called the same',
    table('Name,Profile,Company,Company', 'A One,~a,,Aro', 'B Two,~b,Bel,Cid'),
    ['PERSON A One Aro', 'PERSON B Two Bel'],
  ],
  [
    'two tables beside each other',
    table('Name,Profile,,Name,Profile', 'A One,~a,,B Two,~b', 'C Tre,~c,,D Four,~d'),
    [/Two columns are called "Profile" and hold different people/],
  ],
  [
    'two tables of posts beside each other',
    table('Post URL,Text,Likes,Post URL,Text,Likes', `POST,One,1,${other},Two,2`),
    [/Two columns are called "Post URL" and hold different posts/],
  ],
  ['the same address twice', table('Name,Profile,Profile', 'A One,~a,~a'), ['PERSON A One']],
  [
    'one address written in two ways',
    table('Name,LinkedIn,LinkedIn', 'A One,http://linkedin.com/in/a,~a', 'B Two,~b,https://de.linkedin.com/in/b/'),
    ['PERSON A One', 'PERSON B Two'],
  ],
  // "Text" beside kinds of rows.
  [
    'texts that differ under one post',
    table(
      'Name,Profile,Post URL,Type,Text',
      'A One,~a,POST,comment,What is it?',
      'B Two,~b,POST,comment,Nice',
      'C Tre,~c,POST,like,',
    ),
    ['COMMENT A One a What is it?', 'COMMENT B Two b Nice', 'LIKE C Tre c'],
  ],
  [
    'one text for all of a post',
    table(
      'Name,Profile,Post URL,Type,Text',
      'A One,~a,POST,comment,We hire',
      'B Two,~b,POST,comment,We hire',
      'C Tre,~c,POST,like,We hire',
    ),
    ['COMMENT A One a', 'COMMENT B Two b', 'LIKE C Tre c'],
  ],
  [
    'a text of the one comment of its post',
    table('Name,Profile,Post URL,Type,Text', 'A One,~a,POST,comment,We hire', `B Two,~b,${other},comment,Nice`),
    [/The column "Text" may hold what the comments say, or the text of the posts/],
  ],
  [
    'the text of the one comment of its post, in a column that says whose it is',
    table('Name,Profile,Post URL,Type,Post text', 'A One,~a,POST,comment,We hire', `B Two,~b,${other},comment,Hi`),
    ['COMMENT A One a', 'COMMENT B Two b'],
  ],
  [
    'a text beside the text of the post',
    table('Name,Profile,Post URL,Type,Post text,Text', 'A One,~a,POST,comment,We hire,Nice'),
    ['COMMENT A One a Nice'],
  ],
  [
    'posts with their text, and comments with theirs',
    JSON.stringify([
      { type: 'reaction', name: 'A One', profileUrl: who('a'), postUrl: at, reactionType: 'LIKE' },
      { type: 'comment', name: 'B Two', profileUrl: who('b'), postUrl: at, text: 'What is it?' },
      { type: 'post', postUrl: at, text: 'We hire', authorName: 'C Tre' },
    ]),
    ['LIKE A One a', 'COMMENT B Two b What is it?', 'POST - We hire'],
  ],
  [
    'several texts under one post, by authors',
    table('Post URL,Author,Author URL,Text', 'POST,A One,~a,What is it?', 'POST,B Two,~b,Nice'),
    [/column "Text" holds several texts for one post, .*--kind comment/],
  ],
  [
    'the text of one post, twice',
    table('Post URL,Author,Author URL,Text', 'POST,A One,~a,We hire', 'POST,A One,~a,We hire'),
    ['POST - We hire', 'POST - We hire'],
  ],
  [
    'the text of one post before and after a change',
    table('Post URL,Author,Author URL,Text', 'POST,A One,~a,We hire', 'POST,A One,~a,We hire!'),
    ['POST - We hire', 'POST - We hire!'],
  ],
  // What people did, in columns that nobody named so.
  [
    'yes and no under the names of deeds',
    table('Name,Profile,Post URL,Like?,Comment?,Comment text', 'A,~a,POST,Yes,No,', 'B,~b,POST,No,Yes,Price?'),
    ['LIKE A a', 'COMMENT B b Price?'],
  ],
  [
    'yes and no under names that are known, and one that is not',
    table('Name,Profile,Post URL,Liked,Commented,Shared', 'A,~a,POST,no,no,yes', 'B,~b,POST,yes,no,no'),
    ['REPOST A a', 'LIKE B b'],
  ],
  [
    'yes and no about messages to those who commented',
    table('Name,Profile,Post URL,Comment,Replied,Interest', 'A,~a,POST,Nice,no,yes', 'B,~b,POST,Price?,no,no'),
    ['COMMENT A a Nice', 'COMMENT B b Price?'],
  ],
  [
    'yes and no of which one has a name that is known, and the other may be about messages',
    table('Name,Profile,Post URL,Liked,Reply', 'A,~a,POST,yes,yes', 'B,~b,POST,yes,no'),
    ['LIKE A a', 'LIKE B b'],
  ],
  [
    'what to do next with posts, beside their authors twice',
    table(
      'Post URL,Text,Likes,Author,Author URL,Profile URL,Next action',
      'POST,We hire,5,A One,~a,~a,Comment',
      `${other},We sell,5,A One,~a,~a,Like`,
    ),
    ['POST 5 We hire', 'POST 5 We sell'],
  ],
  [
    'two columns of yes and no for one deed',
    table('Name,Profile,Post URL,Replied?,Like?,Comment?', 'A,~a,POST,true,true,false'),
    [/^refused nothing says what this person did/],
  ],
  [
    'what to do next with those who commented',
    table('Name,Profile,Post URL,Comment,Next action', 'A,~a,POST,Nice,Like', 'B,~b,POST,Price?,Comment'),
    ['COMMENT A a Nice', 'COMMENT B b Price?'],
  ],
  [
    'what to do next with those who commented, beside a post',
    table('Name,Profile,Comment,Post,Next action', 'A,~a,Nice,POST,Like', 'B,~b,Price?,POST,Comment'),
    ['COMMENT A a Nice', 'COMMENT B b Price?'],
  ],
  [
    'words for deeds in some of the rows with comments',
    table('Name,Profile,Post URL,Comment,Outcome', 'A,~a,POST,Nice,Replied', 'B,~b,POST,Price?,'),
    ['COMMENT A a Nice', 'COMMENT B b Price?'],
  ],
  [
    'words for deeds that fit the comments',
    table('Name,Profile,Post URL,Comment,Aktivität', 'A,~a,POST,-,Gefällt mir', 'B,~b,POST,Price?,Kommentar'),
    ['LIKE A a', 'COMMENT B b Price?'],
  ],
  ['an answer of one word', table('Name,Profile,Post URL,Comment', 'A,~a,POST,YES'), ['COMMENT A a YES']],
  [
    'what the person of a row did, beside the author of the post',
    table(
      'Profile,Activity,Post URL,Author,Author URL,Text',
      '~kim,Liked,POST,C Tre,~c,Hi',
      `~kim,Commented,${other},D,~d,Yo`,
    ),
    ['LIKE kim', 'COMMENT kim'],
  ],
  [
    'the kinds of a list of posts',
    table('Post URL,Post type,Text,Author,Author URL,Profile URL', 'POST,Repost,We hire,A One,~a,~a'),
    ['POST - We hire'],
  ],
  [
    'a deed and what the network calls it',
    table(
      'Name,Profile,Post URL,Action',
      'A,~a,POST,Liked (Celebrate)',
      'B,~b,POST,Like → Comment',
      'C,~c,POST,Not liked',
      'D,~d,POST,Like (comment)',
    ),
    [
      'LIKE A a',
      'LIKE B b',
      'COMMENT B b',
      /^refused kind: must be one of .*, not Not liked$/,
      /^refused kind: must be one of .*, not Like \(comment\)$/,
    ],
  ],
  [
    'one address beside three names that have nothing in common',
    table('Name,Profile,Post URL,Kind', 'A One,~own,POST,like', 'B Two,~own,POST,like', 'C Tre,~own,POST,like'),
    [/All people of this table have one address/],
  ],
  [
    'one address beside the names of one person',
    table('Name,Profile,Post URL,Kind', 'Ann Lee,~a,POST,like', 'Ann Moe,~a,POST,like', 'Ann Moe-Lee,~a,POST,like'),
    ['LIKE Ann Lee a', 'LIKE Ann Moe a', 'LIKE Ann Moe-Lee a'],
  ],
  // Whose deed it was, and to what.
  [
    'a reaction beside the address of a comment',
    table(
      'Name,Profile,Post URL,Reaction,Comment URL',
      'A,~a,POST,LIKE,',
      'B,~b,POST,LIKE,POST?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253120%2C7402746999%29',
    ),
    ['LIKE A a', 'left out comment_reaction'],
  ],
  [
    'what was reacted to, under a name of its own',
    table('Name,Profile,Post URL,Reaction,Target', 'A,~a,POST,Like,post', 'B,~b,POST,Like,comment'),
    [/column "Target" says of some rows that they are about a comment/],
  ],
  [
    'what was commented on, under a name of its own',
    table('Name,Profile,Post URL,Action,Reply to', 'A,~a,POST,comment,post', 'B,~b,POST,comment,comment'),
    ['COMMENT A a', 'COMMENT B b'],
  ],
  [
    'the author’s own comment, in a column that an exporter with such columns does not have',
    table('Name,Profile URL,Post URL,Comment,Is author', 'A,~a,POST,Thanks,TRUE', 'B,~b,POST,Price?,FALSE'),
    ['by the author COMMENT A a Thanks', 'COMMENT B b Price?'],
  ],
  [
    'what the network shows for nobody, as an address',
    table('Name,Profile,Post URL,Kind', 'A,https://www.linkedin.com/in/linkedin-member,POST,like'),
    [/^refused a placeholder/],
  ],
  // Parts of names and of addresses.
  [
    'what stands between a first and a last name',
    table('Voornaam;Tussenvoegsel;Achternaam;LinkedIn;Bedrijf', 'Ines;van der;Berg;~a;Aro', 'Bo;;Lind;~b;Bel'),
    ['PERSON Ines van der Berg Aro', 'PERSON Bo Lind Bel'],
  ],
  [
    'a number between a first and a last name',
    table('First Name,No,Last Name,LinkedIn', 'Ines,7,Berg,~a'),
    ['PERSON Ines Berg'],
  ],
  [
    'a form of address between a first and a last name',
    table('First Name,Salutation,Last Name,LinkedIn', 'Ines,Mr.,Berg,~a'),
    ['PERSON Ines Berg'],
  ],
  [
    'yes and no between a first and a last name',
    table('First Name,Opened,Last Name,LinkedIn', 'Ines,no,Berg,~a'),
    ['PERSON Ines Berg'],
  ],
  [
    'initials between a first and a last name',
    table('First Name,Middle,Last Name,LinkedIn', 'Ines,M.,Berg,~a'),
    ['PERSON Ines M. Berg'],
  ],
  [
    'how far somebody is, in a table with places',
    table('Name,LinkedIn,Location,Country,Email,State', 'A One,~a,Lyon,France,,connected'),
    ['PERSON A One'],
  ],
  ['a state in an address', table('Name,LinkedIn,City,State', 'A One,~a,Austin,Texas'), ['PERSON A One Texas']],
  [
    'a code of a state apart from the other parts of the address',
    table('City,Company,LinkedIn,Name,State', 'Austin,Aro,~a,A One,TX'),
    ['PERSON A One Aro TX'],
  ],
  // Letters that programs wrote in another way, and marks between cells.
  [
    'letters as escapes',
    table(
      'Name,Profile,Company',
      ...['J%C3%BCrgen%20Gro%C3%9F,~a,C++ 100%', 'J=C3=BCrgen Gro=C3=9F,~b,A=B', 'J\\u00fcrgen Gro\\u00df,~c,C+ABC-D'],
      'Jürgen Groß,~d,Contact+ANY',
      'Jürgen Groß,~e,Cloud+API',
      'Jürgen Groß,~f,REST +API-first',
    ),
    ['C++ 100%', 'A=B', 'C+ABC-D', 'Contact+ANY', 'Cloud+API', 'REST +API-first'].map(
      (company) => `PERSON Jürgen Groß ${company}`,
    ),
  ],
  [
    'an encoding with a letter for each fraction',
    iconv.encode(table('Name,Profile,Company', 'Zoë Œuvre,~a,Coût €'), 'iso-8859-15'),
    ['PERSON Zoë Œuvre Coût €'],
  ],
  [
    'fractions',
    iconv.encode(table('Name,Profile,Company', 'Zoë Größe,~a,1¼l Kühlgerät für Büros'), 'win1252'),
    ['PERSON Zoë Größe 1¼l Kühlgerät für Büros'],
  ],
  [
    'an accent for an apostrophe',
    iconv.encode(table('Name,Profile,Company', 'Zoë Größe,~a,L´Oréal'), 'win1252'),
    ['PERSON Zoë Größe L´Oréal'],
  ],
  ['a mark between cells that tables do not have', table('Name^Profile^Company', 'A One^~a^Aro'), ['PERSON A One Aro']],
  // Cells with a text or an address in them.
  [
    'links that people wrote in comments',
    table(
      'Name,Profile,Post URL,Comment',
      'A One,~a,POST,See <https://aro.example>',
      'B Two,~b,POST,[this](https://x.y)',
    ),
    ['COMMENT A One a See <https://aro.example>', 'COMMENT B Two b [this](https://x.y)'],
  ],
  [
    'links of Markdown',
    table('Name,Profile,Post URL,Kind', '[A One](~a),[page](~a),[post](POST),Like', 'B Two,B <~b>,POST,Like'),
    ['LIKE A One a', 'LIKE B Two b'],
  ],
  [
    'formulas of a spreadsheet',
    table(
      'Name;Profile;Title',
      '"=HYPERLINK(""~a"",""A One"")";"=HYPERLINK(""~a"")";"=""CEO"""',
      '"=LIEN_HYPERTEXTE(""~b"",""B Two"")";~b;=1+1',
      '"=""C """"Tre""""""";~c;',
    ),
    ['PERSON A One CEO', 'PERSON B Two =1+1', 'PERSON C "Tre"'],
  ],
  [
    'names of pages with their addresses',
    table(
      'Name,Profile,Company',
      'A One,~a,Aro (https://www.notion.so/Aro-0f3b?pvs=21)',
      'B Two,~b,"Bel (../Firms/Bel%200f.md), Cid (../Firms/Cid.md)"',
      'C Tre,~c,Dot (Holding)',
    ),
    ['PERSON A One Aro', 'PERSON B Two Bel, Cid', 'PERSON C Tre Dot (Holding)'],
  ],
  // Headers.
  [
    'addresses of people alone',
    table('LinkedIn URL', '~a', '~b'),
    [/--kind person --columns "LinkedIn URL=profileUrl"/],
  ],
  [
    'a header in two lines',
    table('Full,Job,,Profile,,Post', 'name,title,Company,URL,Action,URL', 'A One,CEO,Aro,~a,Like,POST'),
    ['LIKE A One a', 'PERSON A One CEO Aro'],
  ],
  [
    'a line of groups above the header',
    table('Person,,,Engagement,', 'Name,Title,Profile,Action,Post URL', 'A One,CEO,~a,Like,POST'),
    ['LIKE A One a', 'PERSON A One CEO'],
  ],
  [
    'a first row with words that other tables have for columns',
    table('Name,LinkedIn,Source,Channel,City', 'A One,,Company,Email,Bonn', 'B Two,~b,Website,Phone,Ulm'),
    [/^refused/, 'PERSON B Two'],
  ],
  [
    'Spanish names in three columns',
    table('Nombre,Primer apellido,Segundo apellido,LinkedIn', 'Ana,García,López,~ana', 'Bo,Ruiz,,~bo'),
    ['PERSON Ana García López', 'PERSON Bo Ruiz'],
  ],
  [
    'columns that tools document',
    table(
      'Name,Profile,Current company position,Emails,CompanyProfile',
      'A One,~a,CEO,a@aro.example,https://www.linkedin.com/company/aro',
    ),
    ['PERSON A One CEO at aro'],
  ],
  // Posts in a column called so.
  [
    'what somebody did to a post, in columns of other names',
    table('Name,Profile,Engagement,Post', 'A One,~a,like,POST', 'B Two,~b,commented,POST'),
    ['LIKE A One a', 'COMMENT B Two b'],
  ],
  [
    'several posts in a row',
    table('Name,Profile,Post 1 URL,Post 1 action,Post 2 URL,Post 2 action', `A One,~a,POST,Like,${other},Comment`),
    [/column "Post 2 URL" holds addresses of posts, which would not be read/],
  ],
  [
    'comments beside a post',
    table('Name,Profile,Comment,Post', 'A One,~a,How much?,POST'),
    ['COMMENT A One a How much?'],
  ],
  [
    'the latest post of people',
    table('Name,Profile,Comment,Latest post', 'A One,~a,met at a fair,POST'),
    ['PERSON A One'],
  ],
  [
    'the post that somebody liked, beside their latest',
    table('Name,Profile,Last post,Reaction,Post', `A One,~a,${other},Like,POST`),
    ['LIKE A One a'],
  ],
  ['a post beside people', table('Name,Profile,Company,Post', 'A One,~a,Aro,POST'), ['PERSON A One Aro']],
  ['words called post', table('Name,Profile,Action,Post', 'A One,~a,Like,Pricing is hard'), [/^refused names no post/]],
  // Whose deed it was.
  [
    'everybody as the author of one post',
    table('Kind,Name,Profile URL,Author URL,Post URL', 'comment,A One,~a,~a,POST', 'comment,B Two,~b,~b,POST'),
    [/column "Author URL" names each person as the author of the post/],
  ],
  [
    'authors under posts of their own',
    table('Kind,Name,Profile URL,Author URL,Post URL', 'comment,A One,~a,~a,POST', 'comment,B Two,~b,~a,POST'),
    ['by the author COMMENT A One a', 'COMMENT B Two b'],
  ],
  [
    'authors who answer under posts of their own, and nobody else',
    table('Kind,Name,Profile URL,Author URL,Post URL', 'comment,A One,~a,~a,POST', `comment,B Two,~b,~b,${other}`),
    ['by the author COMMENT A One a', 'by the author COMMENT B Two b'],
  ],
  // Tables of one's own with the columns of an exporter.
  [
    'a date beside comments whose addresses alone name the post',
    table(
      'Name,Username,Profile ID,Date,Likes,Comment,User Verified,Comment ID,Profile URL,Comment URL',
      'A One,a,1,2026-11-19 10:27:12,20,Nice,no,7402746946853253121,~a,https://www.linkedin.com/feed/update/urn:li:activity:7402746946853253120?commentUrn=urn%3Ali%3Acomment%3A%28activity%3A7402746946853253120%2C7402746946853253121%29',
    ),
    ['COMMENT A One a Nice'],
  ],
  [
    'a date beside comments',
    table('Name,Profile URL,Post URL,Comment,Date', 'A One,~a,POST,Price?,2026-11-14'),
    ['COMMENT A One a Price? 2026-11-14'],
  ],
  [
    'who reacted, who commented, and nothing said, in a column of reactions',
    table(
      'profileUrl,fullName,occupation,reaction,postUrl',
      '~a,A One,CEO,Celebrate,POST',
      '~b,B Two,CFO,COMMENTS,POST',
      '~c,C Tre,COO,,POST',
      '~d,D,COO,N/A,POST',
    ),
    ['LIKE A One a', ...Array.from({ length: 3 }, () => /^refused nothing says what this person did/)],
  ],
  [
    'likers without the kind of reaction',
    table('profileUrl,fullName,occupation,degree,reactionType,postUrl', '~a,A One,CEO,2nd,,POST'),
    ['LIKE A One a'],
  ],
  [
    'likers of an exporter, one of them without a degree',
    JSON.stringify([
      { profileLink: who('a'), name: 'A One', job: 'CEO', degree: '2nd', postUrl: at },
      { profileLink: who('b'), name: 'B Two', job: 'CFO', postUrl: at },
    ]),
    ['LIKE A One a', 'LIKE B Two b'],
  ],
  [
    'a form of address called title',
    table('Title,First Name,Last Name,Job Title,LinkedIn', 'Dr.,A,One,CEO,~a', 'CTO,B,Two,,~b'),
    ['PERSON A One CEO', 'PERSON B Two CTO'],
  ],
  [
    'cells with a space in them',
    table('Name,Profile,Post URL,Reaction,Text,Likes', ' , ,POST, ,We hire,12'),
    ['POST 12 We hire'],
  ],
  [
    'several posts in one cell',
    table('Name,Profile,Post URL,Kind', `A One,~a,POST | ${other},like`, 'B Two,~b,POST POST,like'),
    [/^refused post: the addresses of several posts/, 'LIKE B Two b'],
  ],
  [
    'several posts in a cell of a column of its own name',
    table('profileUrl,fullName,hasLiked,postsUrl', `~a,A One,true,POST | ${other}`, '~b,B Two,true,POST'),
    [/^refused post: the addresses of several posts/, 'LIKE B Two b'],
  ],
  [
    'the title of the post beside those who liked it',
    table(
      'Name,Profile,Title,Post URL,Reaction',
      ...['a', 'b', 'c'].map((slug) => `A,~${slug},Hiring,POST,Like`),
      ...['d', 'e', 'f'].map((slug) => `A,~${slug},Pricing,${other},Like`),
    ),
    [/column "Title" has one text for all people of a post/],
  ],
  [
    'jobs of those who liked two posts',
    table(
      'Name,Profile,Title,Post URL,Reaction',
      ...['A,~a,CEO,POST,Like', 'B,~b,CEO,POST,Like', `C,~c,CFO,${other},Like`, `D,~d,CFO,${other},Like`],
    ),
    ['a', 'b', 'c', 'd'].flatMap((slug) => [
      `LIKE ${slug.toUpperCase()} ${slug}`,
      `PERSON ${slug.toUpperCase()} ${slug > 'b' ? 'CFO' : 'CEO'}`,
    ]),
  ],
  // Lists of people within items.
  [
    'posts with those who liked and commented',
    JSON.stringify([
      {
        ...{ postUrl: at, text: 'We hire', authorName: 'C Tre', authorProfileUrl: who('c') },
        likers: [{ name: 'A One', profileUrl: who('a') }],
        comments: [
          { text: 'Price?', author: { name: 'B Two', profileUrl: who('b') } },
          { text: 'Thanks', author: { name: 'C Tre', profileUrl: who('c') } },
        ],
        mentions: [{ name: 'D', profileUrl: who('d') }],
      },
    ]),
    ['POST - We hire', 'LIKE A One a', 'COMMENT B Two b Price?', 'by the author COMMENT C Tre c Thanks'],
  ],
  [
    'a post that has but its lists',
    JSON.stringify({ postUrl: at, reactions: [{ type: 'LIKE', name: 'A One', profileUrl: who('a') }] }),
    ['LIKE A One a'],
  ],
  [
    'a list of people who cannot be told before one of others',
    JSON.stringify({
      postUrl: at,
      reactions: [{ name: 'A One', profileUrl: 'nobody' }],
      comments: [{ text: 'Hi', name: 'B Two', profileUrl: who('b') }],
    }),
    ['refused neither a URN nor a link', 'COMMENT B Two b Hi'],
  ],
  [
    'counts in lists',
    JSON.stringify([{ postUrl: at, text: 'We hire', authorName: 'C', reactions: [{ type: 'LIKE', count: 5 }] }]),
    ['POST - We hire'],
  ],
  [
    'comments with their replies and those who liked them',
    JSON.stringify([
      {
        ...{ postUrl: at, name: 'A One', profileUrl: who('a'), commentText: 'Price?' },
        replies: [{ name: 'B Two', profileUrl: who('b'), commentText: 'Free' }],
        likers: [{ name: 'C Tre', profileUrl: who('c') }],
      },
    ]),
    ['COMMENT A One a Price?', 'COMMENT B Two b Free'],
  ],
  [
    'comments that look like posts, at their own addresses',
    JSON.stringify([
      {
        post_id: at,
        text: 'Price?',
        published_at: '2026-11-12',
        url: 'urn:li:comment:(activity:7402746946853253120,7)',
      },
    ]),
    [/column "url" holds addresses of comments/],
  ],
  [
    'items of a workflow',
    JSON.stringify([
      { json: { kind: 'like', postUrl: at, profileUrl: who('a'), name: 'A One' }, pairedItem: { item: 0 } },
    ]),
    ['LIKE A One a'],
  ],
  // Encodings.
  [
    'Cyrillic of old Macs',
    iconv.encode(table('Name,Profile,Company', 'Пётр Смирнов,~a,Отдел продаж', 'Анна Иванова,~b,Завод'), 'maccyrillic'),
    ['PERSON Пётр Смирнов Отдел продаж', 'PERSON Анна Иванова Завод'],
  ],
  [
    'Cyrillic of Windows',
    iconv.encode(table('Name,Profile,Company', 'Пётр Смирнов,~a,Отдел продаж', 'Анна Иванова,~b,Завод'), 'win1251'),
    ['PERSON Пётр Смирнов Отдел продаж', 'PERSON Анна Иванова Завод'],
  ],
];

test.each(files)('%s', async (_title, content, expected) => {
  const matching = expected.map((line): unknown => (line instanceof RegExp ? expect.stringMatching(line) : line));
  expect(await read(content)).toEqual(matching);
});

test('an address alone is no label', async () => {
  expect(await read(table('Name,Profile,Title', `"=HYPERLINK(""${who('a')}"")",~a,CEO`))).toEqual([
    `PERSON =HYPERLINK("${who('a')}") CEO`,
  ]);
});
