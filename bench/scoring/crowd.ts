/**
 * A made-up audience whose headlines are people's own: those of the labelled sets that the rules were tuned with, some of them with
 * a coined word, and coined jobs and companies. Written as two exports, of likers and of commenters.
 */
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { repository } from '../../scripts/database-server';
import { pick, pickSkewed, seeded, type Random } from '../seed/random';
import { companies, firstNames, jobs, lastNames, topics } from '../seed/words';

export interface Crowd {
  readonly people: number;
  readonly likers: string;
  readonly commenters: string;
  /** Epoch ms: shortly after the last of what they did. */
  readonly now: number;
}

/** Likes of each of them; and how many of ten wrote a comment as well. */
const likesOfEach = 4;
const commentersOfTen = 4;
const hourMs = 3_600_000;
const firstDay = Date.UTC(2026, 0, 1);

const labelled = (folder: string, files: readonly string[]): string[] =>
  files.flatMap((file) =>
    readFileSync(join(repository, 'test', 'judgement', folder, `${file}.tsv`), 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[1] || []),
  );

/** Of ten headlines four are labelled ones, three of these with a word nobody wrote before, and three are coined. */
function headlineOf(random: Random, real: readonly string[]): string {
  const form = random();
  if (form < 0.4) return pick(random, real);
  if (form < 0.7) return `${pick(random, real)} ${pick(random, lastNames)}`;
  const [title] = pickSkewed(random, jobs);
  const company = pickSkewed(random, companies);
  return form < 0.9 ? `${title} at ${company}` : `${title} @ ${company} | ${pick(random, topics)}`;
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Writes the files unless they are there. @param people whole thousands share posts evenly. */
export async function writeCrowd(folder: string, people: number): Promise<Crowd> {
  mkdirSync(folder, { recursive: true });
  const posts = Math.max(20, Math.round(people / 200));
  const crowd: Crowd = {
    people,
    likers: join(folder, `crowd-likers-${people}.csv`),
    commenters: join(folder, `crowd-commenters-${people}.csv`),
    now: firstDay + (posts + 24) * hourMs,
  };
  if (existsSync(crowd.likers) && existsSync(crowd.commenters)) return crowd;
  const random = seeded(78);
  const headlines = labelled('headlines', ['tuning', 'tuning-2', 'tuning-3', 'tuning-4']);
  const comments = labelled('comments', ['tuning']);
  const somebody = Array.from({ length: people }, (_, at) => {
    const id = `ACoAAB${at.toString(36).padStart(8, '0')}C${Math.floor(random() * 1e9).toString(36)}`;
    const name = `${pickSkewed(random, firstNames)} ${pickSkewed(random, lastNames)}`;
    return { link: `https://www.linkedin.com/in/${id}`, name, headline: headlineOf(random, headlines) };
  });
  const postOf = (post: number) =>
    `https://www.linkedin.com/feed/update/urn:li:activity:${7_100_000_000_000_000_000n + BigInt(post)}/`;
  const timeOf = (post: number) => new Date(firstDay + post * hourMs).toISOString();

  await write(crowd.likers, 'profileLink,name,job,degree,postUrl,timestamp', people * likesOfEach, (row) => {
    const { link, name, headline } = somebody[row % people] ?? { link: '', name: '', headline: '' };
    // Four different posts each.
    const post = (row * 7 + Math.floor(row / people) * 5) % posts;
    return `${link},${cell(name)},${cell(headline)},2nd,${postOf(post)},${timeOf(post)}`;
  });
  const wrote = somebody.filter((_, at) => at % 10 < commentersOfTen);
  const header = 'profileLink,fullName,occupation,comment,commentDate,postUrl,timestamp';
  await write(crowd.commenters, header, wrote.length, (row) => {
    const { link, name, headline } = wrote[row] ?? { link: '', name: '', headline: '' };
    const post = (row * 11) % posts;
    const at = timeOf(post);
    return `${link},${cell(name)},${cell(headline)},${cell(pick(random, comments))},${at},${postOf(post)},${at}`;
  });
  return crowd;
}

async function write(path: string, header: string, rows: number, rowOf: (row: number) => string): Promise<void> {
  const file = createWriteStream(`${path}.part`);
  let text = `${header}\n`;
  for (let row = 0; row < rows; row += 1) {
    text += `${rowOf(row)}\n`;
    if (text.length < 1 << 16) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await finished(file);
  renameSync(`${path}.part`, path);
}
