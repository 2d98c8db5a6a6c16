/** A folder of export files as it grows: posts with their authors, and who engaged with them. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Numbers of posts say when they were made: so many milliseconds, shifted. */
export const postIdAt = (at: number, number = 0) => String((BigInt(at) << 22n) + BigInt(number));
export const activity = (postId: string) => `urn:li:activity:${postId}`;

export interface Engager {
  readonly name: string;
  /** Name in the profile's address. */
  readonly slug: string;
  readonly headline: string;
  readonly comment?: string;
  /** Epoch ms. */
  readonly at: number;
}

const line = (...cells: readonly string[]) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');

export class ExportFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'leadlight-folder-'));

  /** @param at epoch ms: when the files are written, by a clock of the test's. */
  constructor(private readonly at: () => number = Date.now) {}

  write(file: string, text: string): void {
    const path = join(this.path, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, this.at() / 1000, this.at() / 1000);
  }

  /** Posts of one author. */
  posts(
    file: string,
    author: { name: string; url: string },
    posts: readonly { id: string; text: string; at: number }[],
  ) {
    const rows = posts.map(({ id, text, at }) =>
      line('post', activity(id), text, author.url, author.name, new Date(at).toISOString()),
    );
    this.write(file, ['kind,postUrl,text,authorProfileUrl,authorName,publishedAt', ...rows, ''].join('\n'));
  }

  /** Everybody who engaged with a post so far. */
  engagements(file: string, postId: string, people: readonly Engager[]): void {
    const rows = people.map(({ name, slug, headline, comment, at }) => {
      const [kind, url] = [comment === undefined ? 'like' : 'comment', `https://www.linkedin.com/in/${slug}`];
      return line(kind, activity(postId), url, name, headline, comment ?? '', new Date(at).toISOString());
    });
    this.write(file, ['kind,postUrl,profileUrl,name,headline,commentText,occurredAt', ...rows, ''].join('\n'));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
