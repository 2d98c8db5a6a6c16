/** Counts the different engagements, posts and people that a file names, for a dry run. */
import { hash } from 'node:crypto';
import { memberKey } from '../../../packages/reader/src';
import { discriminatorOf } from './comment-words';
import type { StorableRecord } from './observations';
import type { PersonRef } from './records';

export interface FileCounts {
  readonly engagements: number;
  readonly posts: number;
  readonly people: number;
}

/** Names of each kind that are remembered. Beyond them, each counts as another one, so that memory is bounded. */
const mostRemembered = 200_000;

class Distinct {
  count = 0;
  private readonly seen = new Set<string>();

  /** @param names of one thing, which are remembered. @param by those by which it is known. */
  take(names: readonly string[], by = names): void {
    const keys = names.map(short);
    if (!by.map(short).some((key) => this.seen.has(key))) this.count += 1;
    if (this.seen.size < mostRemembered) for (const key of keys) this.seen.add(key);
  }
}

const short = (name: string): string => hash('md5', name, 'base64url').slice(0, 16);

export class FileContents {
  private readonly engagements = new Distinct();
  private readonly posts = new Distinct();
  private readonly people = new Distinct();

  take(record: StorableRecord): void {
    switch (record.kind) {
      case 'engagement': {
        const said = discriminatorOf(record, record.commentText?.trim() ?? '');
        this.engagements.take([[record.post.urn, record.type, nameOf(record.actor), said].join('\n')]);
        this.posts.take([record.post.urn]);
        return this.person(record.actor);
      }
      case 'post':
        this.posts.take(record.urns);
        if (record.author) this.person(record.author);
        return;
      case 'person':
      case 'lead':
        return this.person(record.person);
      case 'company':
      case 'trace':
    }
  }

  /** Two ids are two people, whatever address they share. */
  private person(person: PersonRef): void {
    const name = nameOf(person);
    this.people.take(person.slug === null ? [name] : [name, `slug ${person.slug}`], [name]);
  }

  get counts(): FileCounts {
    return { engagements: this.engagements.count, posts: this.posts.count, people: this.people.count };
  }
}

const nameOf = ({ memberId, slug }: PersonRef): string =>
  memberId === null ? `slug ${slug ?? ''}` : `id ${memberKey(memberId)}`;
