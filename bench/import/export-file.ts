/** A made-up export of likers, in the form PhantomBuster writes: post after post, each with the people who liked it. */
import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { pick, pickSkewed, seeded } from '../seed/random';
import { companies, firstNames, jobs, lastNames, topics } from '../seed/words';

export interface ExportSize {
  readonly rows: number;
  readonly people: number;
  readonly posts: number;
}

/** Writes the file unless it is there. Nobody likes a post twice. */
export async function writeExport(path: string, { rows, people, posts }: ExportSize): Promise<void> {
  if (existsSync(path)) return;
  const random = seeded(77);
  const somebody = Array.from({ length: people }, (_, at) => personCells(random, at));
  const file = createWriteStream(`${path}.part`);
  file.write('profileLink,name,job,degree,postUrl,timestamp\n');
  const perPost = Math.ceil(rows / posts);
  // A step without a common factor with the number of people walks through all of them before it repeats.
  const step = coprimeTo(people);
  let written = 0;
  for (let post = 0; written < rows; post += 1) {
    const url = `https://www.linkedin.com/feed/update/urn:li:activity:${7_100_000_000_000_000_000n + BigInt(post % posts)}/`;
    const at = new Date(Date.UTC(2026, 0, 1) + post * 3_600_000).toISOString();
    let text = '';
    for (let n = 0; n < perPost && written < rows; n += 1, written += 1) {
      text += `${somebody[(post * 31 + n * step) % people] ?? ''},2nd,${url},${at}\n`;
    }
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
  renameSync(`${path}.part`, path);
}

function personCells(random: () => number, at: number): string {
  const name = `${pickSkewed(random, firstNames)} ${pickSkewed(random, lastNames)}`;
  const [title] = pickSkewed(random, jobs);
  const company = pickSkewed(random, companies);
  const headline = random() < 0.6 ? `${title} at ${company}` : `${title} @ ${company} | ${pick(random, topics)}`;
  const memberId = `ACoAAA${at.toString(36).padStart(8, '0')}B${Math.floor(random() * 1e9).toString(36)}`;
  return `https://www.linkedin.com/in/${memberId},${name},${headline}`;
}

function coprimeTo(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.floor(count * 0.618);
  while (divisor(step, count) !== 1) step += 1;
  return step;
}
