/**
 * The posts of a person or company at Unipile, versions 1 and 2. Sources: developer.unipile.com (retrieve a profile, retrieve a
 * company, list all posts: `identifier` is the network's own id) and developer.unipile.com/v2.0/reference (list all user's
 * posts).
 */
import { z } from 'zod';
import type { IntakeRecord } from '../import/records';
import { digestOfItems } from './digest';
import { foundIn } from './found-posts';
import { readAnswer } from './read-answer';
import { SourceFailure, type FindOptions, type FoundPosts, type SourceProfile } from './source';
import { nextOf, readList, UnipileApi, type UnipileOptions } from './unipile-api';

const position = z.object({
  version: z.union([z.literal(1), z.literal(2)]).nullable(),
  /** The network's own id of the profile. */
  id: z.string().nullable(),
  cursor: z.string().nullable(),
  offset: z.number(),
  /** Digests of the pages read, so that none is read twice. */
  seen: z.array(z.string()),
});
type Position = z.infer<typeof position>;

const id = z.union([z.string().min(1).max(200), z.number().transform(String)]);
const count = z.int().min(0).optional().catch(undefined);
const profileAnswer = z.object({
  provider_id: id.optional(),
  id: id.optional(),
  follower_count: count,
  followers_count: count,
});
const dated = z.object({ parsed_datetime: z.string().optional(), created_at: z.string().optional() });
/** Unipile advises about 100 actions a day for an account. */
const pageSize = 50;
const mostPages = 20;

export async function* postsOfProfile(
  unipile: UnipileOptions,
  profile: SourceProfile,
  state: unknown,
  options: FindOptions,
): AsyncGenerator<FoundPosts, void, undefined> {
  const api = new UnipileApi(unipile.client(options.signal), unipile.accountId, 'profile');
  const start: Position = { version: unipile.version, id: null, cursor: null, offset: 0, seen: [] };
  let at = position.nullable().catch(null).parse(state) ?? start;
  if (at.id === null) {
    const { followers, ...known } = await identify(api, profile, at);
    at = { ...at, ...known };
    yield { records: [], posts: [], state: at, ...(followers === undefined ? {} : { followers }) };
  }
  let found = 0;
  for (let pages = 0; pages < mostPages && found < options.mostPosts; pages += 1) {
    const { version } = at;
    const who = encodeURIComponent(at.id ?? '');
    const limit = Math.min(pageSize, Math.max(1, options.mostPosts));
    const query: Record<string, string> = { limit: String(limit) };
    if (at.cursor !== null) query['cursor'] = at.cursor;
    else if (at.offset > 0) query['offset'] = String(at.offset);
    if (profile.isCompany && version !== 2) query['is_company'] = 'true';
    const answer = await api.get(api.path(version ?? 1, `/users/${who}/posts`, query));
    const { items, cursor, byOffset } = nextOf(readList(answer), { version, offset: at.offset, limit });
    const body = await digestOfItems(items);
    if (items.length === 0 || at.seen.includes(body)) return;
    const { network, now } = options;
    const read = await readAnswer('Unipile', answer.value, 'unipile-posts', { network, now: now() });
    const records = read.map((record) => withName(record, at.id, profile));
    const posts = foundIn(records);
    found += posts.length;
    at = { ...at, cursor, offset: at.offset + items.length, seen: [...at.seen, body] };
    yield { records, posts, state: at };
    if ((cursor === null && !byOffset) || items.every((item) => isBefore(item, options.since))) return;
  }
}

/** Finds out the API's id of the profile, and the version of the API. */
async function identify(
  api: UnipileApi,
  profile: SourceProfile,
  at: Position,
): Promise<Pick<Position, 'version' | 'id'> & { followers: number | undefined }> {
  const name = encodeURIComponent(profile.memberId ?? profile.slug ?? '');
  const { version, answer } = await api.askEither(at.version, (candidate) =>
    api.path(candidate, profile.isCompany && candidate === 1 ? `/linkedin/company/${name}` : `/users/${name}`),
  );
  const known = profileAnswer.safeParse(answer.value).data;
  const found = profile.memberId ?? known?.provider_id ?? known?.id;
  if (found === undefined) throw new SourceFailure('source_failed', 'Unipile names no profile in its answer.');
  return { version, id: found, followers: known?.follower_count ?? known?.followers_count };
}

/** If the API names the author by the profile's id, the author is the profile, under the name by which it is watched. */
function withName(record: IntakeRecord, id: string | null, profile: SourceProfile): IntakeRecord {
  if (record.kind !== 'post' || record.author === null || record.author.memberId !== id) return record;
  return { ...record, author: { ...record.author, slug: record.author.slug ?? profile.slug } };
}

function isBefore(item: Readonly<Record<string, unknown>>, since: number): boolean {
  const said = dated.safeParse(item).data;
  const time = Date.parse(said?.parsed_datetime ?? said?.created_at ?? '');
  return time < since;
}
