/** Storing no more of a page than may be brought in. */
import type { StorableRecord } from '../import/observations';
import type { PersonRef } from '../import/records';
import type { Database } from '../../database/database';
import { identityKey, peopleNamed, type Identity } from '../../store/discovery/discovered-people';

/** By what somebody is named. */
export const namesOf = ({ memberId, slug }: Pick<PersonRef, 'memberId' | 'slug'>): Identity[] => [
  ...(memberId === null ? [] : [{ kind: 'member' as const, value: memberId }]),
  ...(slug === null ? [] : [{ kind: 'slug' as const, value: slug }]),
];

/** By what a record names the person who engaged; null for the post's author, a company's page, and what is no engagement. */
export function actorOf(record: StorableRecord): Identity[] | null {
  if (record.kind !== 'engagement' || record.isPostAuthor || record.actor.isCompany) return null;
  const names = namesOf(record.actor);
  return names.length === 0 ? null : names;
}

/** By what these records name the people who engaged. */
const identitiesIn = (records: readonly StorableRecord[]): Identity[] =>
  records.flatMap((record) => actorOf(record) ?? []);

/** Whether somebody counts for nothing, by their identities. */
export type IsFree = (identities: readonly Identity[]) => boolean;

/** The places of the records with which somebody comes in who counts, one for each person. */
export function arrivals(records: readonly StorableRecord[], isFree: IsFree = () => false): number[] {
  const people = new Set<string>();
  return records.flatMap((record, at) => {
    const identities = actorOf(record);
    const key = identities?.map(identityKey).join(' ');
    if (!identities || key === undefined || people.has(key) || isFree(identities)) return [];
    people.add(key);
    return [at];
  });
}

/** The first records, up to the one that names one person too many. */
export const upToPeople = (
  records: readonly StorableRecord[],
  most: number,
  isFree?: IsFree,
): readonly StorableRecord[] => records.slice(0, arrivals(records, isFree)[most]);

/** Who engaged, as far as the workspace knows them. */
export interface Engaged {
  /** Of people. */
  readonly ids: readonly string[];
  /** Whether somebody is one of these people. */
  among(people: ReadonlySet<string>): IsFree;
}

/** Looks up who engaged by these records. */
export async function engagedIn(
  db: Database,
  organizationId: string,
  records: readonly StorableRecord[],
): Promise<Engaged> {
  const named = await peopleNamed(db, organizationId, identitiesIn(records));
  return {
    ids: [...new Set(named.values())],
    among: (people) => (identities) => identities.some((one) => people.has(named.get(identityKey(one)) ?? '')),
  };
}
