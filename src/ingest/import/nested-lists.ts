/**
 * Reads the lists of people within items: who liked a post and who commented on it, and who replied to a comment. A list says by its name
 * what its people did: `likers`, `reactions`, `commenters`, `comments`, `replies`.
 */
import type { Out, ReadContext } from './context';
import { columnKey, isObject, textAt, type Format, type JsonObject } from './format';
import { generic } from './formats/generic';
import { kindOfRow } from './formats/row-kind';
import { foundAs } from './header-names';
import type { PersonRef, Position, PostRef } from './records';

/** What an item with lists is. */
type Of = 'post' | 'comment';

/**
 * What the people of a list did; undefined for a list of something else. Who likes a comment does not like the post.
 * @param name of the member. @param of what the item is.
 */
export function deedOfList(name: string, of: Of): 'like' | 'comment' | 'repost' | undefined {
  const key = columnKey(name);
  if (of === 'comment') return key === 'replies' ? 'comment' : undefined;
  const kind = kindOfRow(key) ?? kindOfRow(key.replace(/s$/, ''));
  return kind === 'like' || kind === 'comment' || kind === 'repost' ? kind : undefined;
}

const oursOf = (member: string) => foundAs.get(columnKey(member)) ?? '';
const isLink = (member: string) => ['profileUrl', 'memberId'].includes(oursOf(member));
const hasLink = (value: JsonObject): boolean =>
  Object.keys(value).some((member) => isLink(member) && textAt(value, member) !== null);

/** An entry of a list with the members of the object in it that holds the person: `{"text": …, "author": {…}}`. */
function flat(entry: JsonObject): JsonObject {
  if (hasLink(entry)) return entry;
  const person = Object.values(entry).find((inner) => isObject(inner) && hasLink(inner));
  return isObject(person) ? { ...person, ...entry } : entry;
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

/**
 * Reads the lists of an item after the item itself. A list without a link to anybody is none of people, such as one of counts.
 * @param before how many records there were before those of the item, which are the rest of `out`.
 * @param format that read the item, and reads some lists itself.
 */
export function listReader(context: ReadContext) {
  const read = generic.items(context);
  return (item: JsonObject, at: Position, out: Out, before: number, format: Format): void => {
    if (!Object.values(item).some(Array.isArray)) return;
    const lists = Object.entries(item).flatMap(([name, list]) => {
      if (!Array.isArray(list) || !isObject(list[0]) || (!format.knows && format.reads.includes(name))) return [];
      const entries = list.filter(isObject).map(flat);
      return entries.some(hasLink) ? [{ name, entries }] : [];
    });
    if (lists.length === 0) return;
    const found = postIn(out.slice(before)) ?? barePost(item, context);
    if (!found) return;
    for (const { name, entries } of lists) {
      const kind = deedOfList(name, found.of);
      if (kind === undefined) continue;
      // Nothing is missing of an item that has but the lists.
      if (out.slice(before).every((record) => record.kind === 'refused')) out.length = before;
      const about = { kind, postUrl: found.post.url, authorProfileUrl: found.author?.profileUrl };
      for (const entry of entries) {
        const text = kind === 'comment' ? textAt(entry, 'text') : null;
        read({ ...(text === null ? {} : { commentText: text }), ...entry, ...about }, at, out);
      }
    }
  };
}
