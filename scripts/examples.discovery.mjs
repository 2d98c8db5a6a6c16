// Writes the demo's posts for discoveries: `node scripts/examples.discovery.mjs [FOLDER]`, by default examples/discovery.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaces } from './examples.world.mjs';
import { byMember, bySlug, compact, headlineOf } from './examples.write.mjs';

const target = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'discovery');
const reactionTypes = ['LIKE', 'LIKE', 'LIKE', 'PRAISE', 'INTEREST', 'EMPATHY'];

/** Comments on these posts, each used once. */
const written = [
  'How much is it for a team of twenty?',
  'Thank you for writing this up.',
  'We measured the same and got half. Where is the catch?',
  'Bitte mehr davon, gern auch mit den Zahlen vom zweiten Quartal.',
  'Who kept the table up to date in week three?',
  'Quel outil utilisez-vous pour la partie données ?',
  'My reps would riot.',
  'Could we see this live some time next week?',
  'Not convinced, but I will try it on one team.',
  'Vad gör ni när två chefer är oense?',
  'Gold.',
  '¿Lo habéis probado con equipos de campo?',
  'We pay three vendors for less than this.',
  'Is there a recording?',
  'Ik mis nog hoe jullie met verlengingen omgaan.',
  'Printed, framed, ignored by the board. As usual.',
  'We start this in January and are looking for help. Who does this for a living?',
  'Same in Osaka, only more polite.',
  'Czy macie to po polsku?',
  'The second chart changed my mind.',
  'No thanks, we tried it in spring.',
  'Molto utile, grazie.',
  'How long until the first forecast was right?',
  'What would you do with a team of five?',
  'Sending this to my successor.',
  'Wir suchen gerade so etwas für 60 Leute.',
  'Bookmarked next to the other forty.',
  'Does it work without a CRM?',
  'Our auditors would love column three.',
  'I laughed, then I checked, then I stopped laughing.',
  'Hvor lang tid tog det at lære op?',
  'Prezzo per una squadra piccola?',
  'This deserves a talk.',
  'We left our last tool over exactly this.',
  'Any chance of a template?',
  'My first useful ten minutes today.',
];

/** A post by its number, the people it reaches, and how many of them also comment. */
const posts = [
  { id: '7463211004839129088', from: 0, people: 180, comments: 24 },
  { id: '7463573392174456832', from: 60, people: 90, comments: 10 },
  { id: '7463935779509784576', from: 130, people: 12, comments: 2 },
];

rmSync(target, { recursive: true, force: true });
let given = 0;
for (const { id, from, people, comments } of posts) {
  const texts = written.slice(given, given + comments);
  given += comments;
  const actors = workspaces.brightmoor.people.filter(({ isCompany }) => !isCompany).slice(from, from + people);
  const folder = join(target, id);
  mkdirSync(folder, { recursive: true });
  const reactions = actors.map((actor, at) => ({
    id: `urn:li:fsd_reaction:(${actor.memberId},urn:li:activity:${id},0)`,
    reactionType: reactionTypes[at % reactionTypes.length],
    actor: { id: actor.memberId, name: actor.name, linkedinUrl: byMember(actor), position: headlineOf(actor) },
    postId: id,
  }));
  writeFileSync(join(folder, 'apify-harvestapi-reactions.json'), compact(reactions));
  const said = actors.slice(0, comments).map((actor, at) => ({
    id: `74632200000000000${String(at).padStart(2, '0')}`,
    commentary: texts[at],
    actor: {
      id: actor.memberId,
      type: 'profile',
      name: actor.name,
      linkedinUrl: bySlug(actor),
      position: headlineOf(actor),
      author: false,
    },
    postId: id,
  }));
  writeFileSync(join(folder, 'apify-harvestapi-comments.json'), compact(said));
}

/**
 * Posts that the demo's agent finds: posts of watched people, and one by a keyword. Most people who engage with them are in no
 * export. Times are those of the examples, which the demo moves to today.
 */
const hour = 3_600_000;
const reportedAt = Date.UTC(2026, 10, 16);
const numberAt = (at, n) => String((BigInt(at) << 22n) + BigInt(n));
const author = (slug, name) => ({ url: `https://www.linkedin.com/in/${slug}`, name });
const found = [
  {
    ...author('leopold-van-wijngaerd-22850', 'Leopold van Wijngaerd'),
    text: 'Every Tuesday I ask a team what their forecast is made of. Nobody has ever shown me the same answer twice.',
    hoursAgo: 40,
  },
  {
    ...author('chidinma-okaforlane-663dc', 'Chidinma Okaforlane'),
    text: 'Sixty teams in, the best pipeline review I have seen took eleven minutes.',
    hoursAgo: 30,
  },
  {
    ...author('corwin-hallamshire-0d1c7', 'Corwin Hallamshire'),
    text: 'We threw away our forecast spreadsheet in August. Here is what replaced it.',
    hoursAgo: 20,
  },
];
const newcomers = [
  ['Aurelie Montbrun', 'Chief Revenue Officer at Fjordlane', 'What does it cost for a team of thirty?'],
  ['Bastiaan Hoogewerf', 'VP Sales at Tallowbridge', 'We need exactly this. Could you show it to my team next week?'],
  ['Calliope Drummond', 'Head of Sales at Northfen', 'How do you handle deals without a close date?'],
  ['Dagny Solheimsen', 'Director of Revenue Operations at Quillmark', 'Interested. Where can we book a demo?'],
  ['Emeric Vantongeren', 'VP Sales at Ostrandt Software', null],
  ['Fenna Oosterwold', 'Head of Growth at Brackenly', 'Lovely post.'],
  ['Gideon Ashgrove', 'Software Engineer at Tallowbridge', 'How is the model trained?'],
  ['Hanneke Brouwershaven', 'Student of economics', 'Great read!'],
  ['Ilario Pontedera', 'Account Executive at Pipelinear', 'Ours does that too.'],
  ['Jorunn Eikeland', 'Nurse', null],
  ['Kasimir Wolfenstein', 'Chief Revenue Officer at Meridane', 'Is there a trial for a sales team of fifty?'],
  ['Lucasta Fairweather', 'Recruiter at Hirelane', null],
  ['Marisela Quintanar', 'VP of Sales at Solvera Systems', 'Does it read our CRM? We would buy that tomorrow.'],
  ['Nikodem Zawadzky', 'Head of Sales at Kestrelworks', null],
  ['Ottilie Brandauer', 'Teacher', 'Interesting.'],
  ['Perrin Lochmere', 'Director of Sales at Windhalm', 'Asking for a friend: how long does the roll-out take?'],
];
/** What two known people write under each post. */
const alsoSaid = [
  'Sharing this with the team.',
  'Would love to hear this at our kick-off.',
  'Eleven minutes sounds like heaven.',
  'Ours takes ninety, with biscuits.',
  'August, of all months. Brave.',
  'What did you replace it with, in one sentence?',
];
const slugOf = (name) => `${name.toLowerCase().replace(/[^a-z]+/g, '-')}-demo`;
const line = (...cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',');
const said = new Set();
const watchedPosts = ['kind,postUrl,text,authorProfileUrl,authorName,publishedAt'];
for (const [at, { url, name, text, hoursAgo }] of found.entries()) {
  const published = reportedAt - hoursAgo * hour;
  const id = numberAt(published, at + 1);
  watchedPosts.push(line('post', `urn:li:activity:${id}`, text, url, name, new Date(published).toISOString()));
  const rows = ['kind,postUrl,profileUrl,name,headline,commentText,occurredAt'];
  const known = workspaces.brightmoor.people.filter(({ isCompany }) => !isCompany).slice(40 + at * 2, 42 + at * 2);
  const engaged = [
    ...newcomers.filter((_, n) => n % found.length === at || n % 5 === at),
    ...known.map((person, n) => [person.name, headlineOf(person), alsoSaid[at * 2 + n], bySlug(person)]),
  ];
  for (const [n, [who, headline, wish, link]] of engaged.entries()) {
    // They only like a second post.
    const comment = said.has(who) ? null : wish;
    if (comment !== null) said.add(who);
    const when = new Date(published + (n + 1) * hour).toISOString();
    const profile = link ?? `https://www.linkedin.com/in/${slugOf(who)}`;
    rows.push(
      line(comment === null ? 'like' : 'comment', `urn:li:activity:${id}`, profile, who, headline, comment ?? '', when),
    );
  }
  const folder = join(target, 'agent', id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'generic-engagements.csv'), `${rows.join('\n')}\n`);
}
writeFileSync(join(target, 'agent', 'generic-posts.csv'), `${watchedPosts.join('\n')}\n`);
