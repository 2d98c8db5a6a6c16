/** Selects the records that are about the discovered post, and learns further names of the post from them. */
import type { IntakeRecord } from '../import/records';
import type { StorableRecord } from '../import/observations';

const kindOf = (urn: string) => urn.split(':')[2] ?? '';

/**
 * The records of one post. A post has one number for each kind of URN. A record that names it by a kind not known yet teaches
 * another of its names. A record with another number of a known kind is about another post and is left out. What a CRM says
 * about people is left out too: collecting a post decides nothing about leads.
 * @param urns known to name the post; learned ones are added.
 */
export function recordsOfPost(records: readonly IntakeRecord[], urns: Set<string>): StorableRecord[] {
  const usable: StorableRecord[] = [];
  for (const record of records) {
    switch (record.kind) {
      case 'engagement': {
        if (!urns.has(record.post.urn)) {
          if (!isNewKind(record.post.urn, urns)) break;
          usable.push(alias(record.at, record.post, [...urns], record.observedAt));
          urns.add(record.post.urn);
        }
        usable.push(record);
        break;
      }
      case 'post': {
        const known = record.urns.some((urn) => urns.has(urn));
        if (!known && !record.urns.every((urn) => isNewKind(urn, urns))) break;
        usable.push(known ? record : { ...record, urns: [...record.urns, ...urns] });
        for (const urn of record.urns) urns.add(urn);
        break;
      }
      case 'person':
      case 'company':
        usable.push(record);
        break;
      case 'lead':
      case 'refused':
      case 'skipped':
        break;
    }
  }
  return usable;
}

const isNewKind = (urn: string, urns: ReadonlySet<string>) => ![...urns].some((known) => kindOf(known) === kindOf(urn));

type PostRecord = Extract<StorableRecord, { kind: 'post' }>;

/** A record that says only that two names belong to one post. */
function alias(at: number, post: PostRecord['post'], urns: readonly string[], observedAt: number): PostRecord {
  return {
    kind: 'post',
    at,
    post,
    urns: [post.urn, ...urns],
    text: null,
    author: null,
    authorName: null,
    publishedAt: null,
    likes: null,
    comments: null,
    reposts: null,
    observedAt,
  };
}
