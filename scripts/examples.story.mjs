// Reads the stories of the examples: scripts/story/*.txt, written by hand. All people, companies and posts in them are invented.
//
//   # 2026-11-15                  the day of an export; what follows was seen by it
//   ## Name                       a post of somebody on the watchlist; its text is on the next line
//   Name » what they said         a comment; at the first one of a person also who they are:
//   Name ~ headline » …           of whom no more is known
//   Name ~ headline ~ title ~ company ~ place » …
//   = what the author answers
//   # people                      who only likes and reposts; a comment of "-" is none
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'story');
const linesOf = (name) =>
  readFileSync(join(folder, `${name}.txt`), 'utf8')
    .trimEnd()
    .split('\n');
const rowsOf = (name) => linesOf(name).map((line) => line.split('|'));

export const companies = rowsOf('companies').map(([name, industry, size, country, latin]) => ({
  name,
  industry,
  size,
  country,
  latin: latin ?? name,
}));
export const places = new Map(
  rowsOf('places').map(([name, country, countryName, place]) => [name, { country, countryName, place }]),
);

/** Who a line says that somebody is; undefined where it only names them. */
function introduced([name, headline, title, company, place]) {
  return headline === undefined ? undefined : { name, headline, title, company, place };
}

/** The posts of a workspace by the day of their export, and everybody who appears. */
export function story(name) {
  const batches = [];
  const people = [];
  let post;
  for (const line of linesOf(name)) {
    if (line.startsWith('# ')) {
      post = undefined;
      if (line !== '# people') batches.push({ date: line.slice(2), posts: [] });
    } else if (line.startsWith('## ')) {
      post = { author: line.slice(3), text: undefined, said: [], answers: [] };
      batches.at(-1).posts.push(post);
    } else if (post !== undefined && post.text === undefined) {
      post.text = line;
    } else if (line.startsWith('= ')) {
      post.answers.push(line.slice(2));
    } else {
      const [who, text = '-'] = line.split(' » ');
      const cells = who.split(' ~ ');
      const person = introduced(cells);
      if (person !== undefined) people.push({ ...person, speaks: text !== '-' });
      if (text !== '-') post.said.push({ name: cells[0], text });
    }
  }
  return { batches, people };
}
