// Writes the demo's posts that are to be discovered: `node scripts/examples.discovery.mjs [FOLDER]`, by default examples/discovery.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaces } from './examples.world.mjs';
import { byMember, bySlug, compact, headlineOf } from './examples.write.mjs';

const target = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'examples', 'discovery');
const reactionTypes = ['LIKE', 'LIKE', 'LIKE', 'PRAISE', 'INTEREST', 'EMPATHY'];

/** A post by its number, whom it reaches, and how many of them also comment. */
const posts = [
  { id: '7463211004839129088', from: 0, people: 180, comments: 24 },
  { id: '7463573392174456832', from: 60, people: 90, comments: 10 },
  { id: '7463935779509784576', from: 130, people: 12, comments: 2 },
];

rmSync(target, { recursive: true, force: true });
for (const { id, from, people, comments } of posts) {
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
    commentary: at % 3 === 0 ? 'How much is it for a team of twenty?' : 'Thank you for writing this up.',
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
