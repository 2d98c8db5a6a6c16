/** Storing no more of a page than may be brought in. */
import type { StorableRecord } from '../intake/observations';
import { identityKey, type Identity } from '../store/discovery/people';

/** By what a record names the person who engaged; null for the post's author, a company's page, and what is no engagement. */
export function actorOf(record: StorableRecord): Identity[] | null {
  if (record.kind !== 'engagement' || record.isPostAuthor || record.actor.isCompany) return null;
  const { memberId, slug } = record.actor;
  const identities = [
    ...(memberId === null ? [] : [{ kind: 'member' as const, value: memberId }]),
    ...(slug === null ? [] : [{ kind: 'slug' as const, value: slug }]),
  ];
  return identities.length === 0 ? null : identities;
}

/** By what these records name the people who engaged. */
export const identitiesIn = (records: readonly StorableRecord[]): Identity[] =>
  records.flatMap((record) => actorOf(record) ?? []);

/**
 * The first records, up to the one that names one person too many.
 * @param isFree whether somebody counts for nothing, by their identities.
 */
export function upToPeople(
  records: readonly StorableRecord[],
  most: number,
  isFree: (identities: readonly Identity[]) => boolean = () => false,
): readonly StorableRecord[] {
  const people = new Set<string>();
  for (const [at, record] of records.entries()) {
    const identities = actorOf(record);
    if (!identities || isFree(identities)) continue;
    people.add(identities.map(identityKey).join(' '));
    if (people.size > most) return records.slice(0, at);
  }
  return records;
}
