/** Limits a page to as many people as may be stored. */
import type { StorableRecord } from '../import/observations';
import type { PersonRef } from '../import/records';
import type { Database } from '../../database/database';
import { identityKey, peopleNamed, type Identity } from '../../store/discovery/discovered-people';

/** The identities in a reference to a person. */
export const namesOf = ({ memberId, slug }: Pick<PersonRef, 'memberId' | 'slug'>): Identity[] => [
  ...(memberId === null ? [] : [{ kind: 'member' as const, value: memberId }]),
  ...(slug === null ? [] : [{ kind: 'slug' as const, value: slug }]),
];

/**
 * The identities of the person who engaged; null for the post's author, a company's page, and records that are no engagement.
 */
export function actorOf(record: StorableRecord): Identity[] | null {
  if (record.kind !== 'engagement' || record.isPostAuthor || record.actor.isCompany) return null;
  const names = namesOf(record.actor);
  return names.length === 0 ? null : names;
}

/** The identities of the people who engaged in these records. */
const identitiesIn = (records: readonly StorableRecord[]): Identity[] =>
  records.flatMap((record) => actorOf(record) ?? []);

/** Whether the person with these identities costs nothing. */
export type IsFree = (identities: readonly Identity[]) => boolean;

/** Indexes of the records in which a person first appears who costs something, one for each person. */
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

/** The people who engaged, as far as the workspace knows them. */
export interface Engaged {
  /** Ids of people. */
  readonly ids: readonly string[];
  /** A test for whether identities belong to one of these people. */
  among(people: ReadonlySet<string>): IsFree;
}

/** Looks up the people who engaged in these records. */
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
