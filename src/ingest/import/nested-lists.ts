/**
 * Reads the lists of people within items: who liked a post and who commented on it, and who replied to a comment. A list says by its name
 * what its people did: `likers`, `reactions`, `commenters`, `comments`, `replies`.
 */
import { orRefuse, type Out, type ReadContext } from './context';
import { columnKey, isObject, textAt, type Format, type ItemReader, type JsonObject } from './format';
import { generic } from './formats/generic';
import { kindOfRow } from './formats/row-kind';
import { foundAs } from './header-names';
import type { PersonRef, PostRef } from './records';

/** What an item with lists is. */
type Of = 'post' | 'comment';

/**
 * What the people of a list did; undefined for a list of something else. Who likes a comment does not like the post.
 * @param name of the member. @param of what the item is.
 */
function deedOfList(name: string, of: Of): 'like' | 'comment' | 'repost' | undefined {
  const key = columnKey(name);
  if (of === 'comment') return key === 'replies' ? 'comment' : undefined;
  const kind = kindOfRow(key) ?? kindOfRow(key.replace(/s$/, ''));
  return kind === 'like' || kind === 'comment' || kind === 'repost' ? kind : undefined;
}

const oursOf = (member: string) => foundAs.get(columnKey(member)) ?? '';
const isLink = (member: string) => ['profileUrl', 'memberId'].includes(oursOf(member));
const hasLink = (value: JsonObject): boolean =>
  Object.keys(value).some((member) => isLink(member) && textAt(value, member) !== null);

/**
 * An entry of a list with the members of the object in it that holds the person: `{"text": …, "author": {…}}`. Of several people, such as
 * one who is answered, nobody is taken.
 */
function flat(entry: JsonObject): JsonObject {
  if (hasLink(entry)) return entry;
  const [person, other] = Object.values(entry).filter((inner) => isObject(inner) && hasLink(inner));
  return isObject(person) && other === undefined ? { ...person, ...entry } : entry;
}

/** The post of an item, and its author. */
interface Post {
  readonly of: Of;
  readonly post: PostRef;
  readonly author: PersonRef | null;
}

/** What the records of an item say that it is; undefined where they are of something else. */
function postIn(records: Out): Post | undefined {
  for (const record of records) {
    if (record.kind === 'post') return { of: 'post', post: record.post, author: record.author };
    if (record.kind === 'engagement' && record.type === 'COMMENT')
      return { of: 'comment', post: record.post, author: null };
  }
  return undefined;
}

/** The post of an item that has no more than its address beside the lists; undefined where it names somebody. */
function barePost(item: JsonObject, context: ReadContext): Post | undefined {
  const names = ['postUrl', 'name', 'firstName', 'headline'];
  const own = Object.keys(item).filter((member) => names.includes(oursOf(member)) && textAt(item, member) !== null);
  const [address] = own;
  if (address === undefined || own.some((member) => oursOf(member) !== 'postUrl') || hasLink(item)) return undefined;
  const post = context.post(textAt(item, address));
  return post.ok ? { of: 'post', post, author: null } : undefined;
}

/** The entries of a list. None where no entry has a link to anybody, such as in a list of counts. */
function peopleIn(list: unknown): readonly JsonObject[] {
  const entries = Array.isArray(list) ? list.filter(isObject).map(flat) : [];
  return entries.some(hasLink) ? entries : [];
}

/** Whether a member of an item is a list of people that is read. @param of what the item is. */
export const holdsPeople = (item: JsonObject, name: string, of: Of): boolean =>
  deedOfList(name, of) !== undefined && peopleIn(item[name]).length > 0;

/** Reads items by a format, and after each the lists of people in it that the format does not read itself. */
export function withLists(format: Format, context: ReadContext): ItemReader {
  const [readItem, readEntry] = [format.items(context), generic.items(context)];
  const mayBeRead = (name: string) =>
    (format.knows !== undefined || !format.reads.includes(name)) &&
    (deedOfList(name, 'post') ?? deedOfList(name, 'comment')) !== undefined;
  return (item, at, out) => {
    const before = out.length;
    readItem(item, at, out);
    const names = Object.keys(item).filter((name) => Array.isArray(item[name]) && mayBeRead(name));
    if (names.length === 0) return;
    const found = postIn(out.slice(before)) ?? barePost(item, context);
    if (!found) return;
    const lists = names.flatMap((name) => {
      const kind = deedOfList(name, found.of);
      return kind === undefined ? [] : [{ kind, entries: peopleIn(item[name]) }];
    });
    // Nothing is missing of an item that has but the lists.
    if (lists.some(({ entries }) => entries.length > 0) && out.slice(before).every(({ kind }) => kind === 'refused'))
      out.length = before;
    const seen = Object.keys(item).find((member) => format.becomes?.(member) === 'observedAt');
    const observed = seen === undefined ? {} : { observedAt: item[seen] };
    for (const { kind, entries } of lists) {
      const about = { kind, postUrl: found.post.url, authorProfileUrl: found.author?.profileUrl };
      for (const entry of entries) {
        const text = kind === 'comment' ? { commentText: entry['text'] } : {};
        const row = { ...observed, ...text, ...entry, ...about };
        orRefuse(
          out,
          at,
          () => JSON.stringify(row),
          () => readEntry(row, at, out),
        );
      }
    }
  };
}
