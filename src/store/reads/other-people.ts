/** People who are stored but are no leads, for who asks why. Every read is bounded and begins at an index. */
import { placeholders, type Database } from '../../database/database';
import { fold } from '../../../packages/reader/src';
import { Marks, type AnyIdentity } from '../marks/marks';
import { peopleWith, type PersonReference } from './find-people';
import type { PersonRow } from '../tables/engagement';
import type { ProfileType, Relationship } from '../tables/leads';
import { padded, selectIn } from '../statements/in-parts';
import { Conditions } from '../statements/conditions';

/** What decides whether somebody is a lead. */
export interface OtherPerson extends Pick<
  PersonRow,
  'id' | 'display_name' | 'headline' | 'profile_url' | 'is_company' | 'do_not_contact'
> {
  /** How the watchlist lists them. Nulls when it does not. */
  readonly profile_type: ProfileType | null;
  readonly relationship: Relationship | null;
  readonly is_lead: 0 | 1;
  /** The agent found them and has not accepted them. */
  readonly held: 0 | 1;
  /** They wait to be scored. */
  readonly queued: 0 | 1;
  readonly engaged: 0 | 1;
}

/** How many profile names with one beginning are looked at. */
const looked = 2_000;

export class OtherPeople {
  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  /**
   * People without a lead whose profile name begins with these words (`ada lovelace`: `ada-lovelace…`), or whom the watchlist
   * knows by them. Leaves out who must not be contacted.
   */
  async named(text: string, limit: number): Promise<OtherPerson[]> {
    const words = text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    const plain = fold(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
    const beginnings = new Set([words.join('-'), plain.join('-'), plain.join('')].filter((one) => one.length >= 2));
    const watched = new Conditions('m.organization_id = ? AND m.person_id IS NOT NULL', this.organizationId);
    watched.contains(this.db, 'm.search_text', fold(text));
    const parts = await Promise.all([
      ...[...beginnings].map((beginning) => this.withName(beginning, limit)),
      this.db.select<{ person_id: string }>(
        `SELECT m.person_id FROM monitored_profiles m WHERE ${watched.sql} LIMIT ${limit}`,
        watched.params,
      ),
    ]);
    const people = await this.facts(parts.flat().map(({ person_id }) => person_id));
    return people.filter((one) => one.is_lead === 0 && one.do_not_contact === 0).slice(0, limit);
  }

  /** The people whom an address, a member id or the id of a lead names, leads or not. */
  async identified(reference: PersonReference): Promise<OtherPerson[]> {
    const ids =
      'personId' in reference
        ? [reference.personId]
        : await peopleWith(this.db, this.organizationId, reference.identities);
    return this.facts(ids);
  }

  /** Addresses of the profiles of these people, by their ids, as far as both are known and they may be contacted. */
  async addresses(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await selectIn<{ id: string; profile_url: string }>(
      this.db,
      'SELECT id, profile_url FROM people',
      this.organizationId,
      'id',
      ids,
      'AND profile_url IS NOT NULL AND do_not_contact = 0',
    );
    return new Map(rows.map(({ id, profile_url }) => [id, profile_url]));
  }

  /** Whether somebody with one of these identities must not be stored or contacted here. */
  async isMarked(identities: readonly AnyIdentity[]): Promise<boolean> {
    const marks = new Marks(this.db, this.organizationId);
    await marks.look(identities);
    return identities.some((one) => ['suppressed', 'no_contact'].includes(marks.of(one)?.effect ?? ''));
  }

  private withName(beginning: string, limit: number): Promise<{ person_id: string }[]> {
    return this.db.select<{ person_id: string }>(
      `SELECT c.person_id FROM (SELECT i.person_id FROM person_identities i
         WHERE i.organization_id = ? AND i.kind = 'slug' AND i.value >= ? AND i.value < ? ORDER BY i.value LIMIT ${looked}) c
       WHERE NOT EXISTS (SELECT 1 FROM leads l WHERE l.organization_id = ? AND l.id = c.person_id) LIMIT ${limit}`,
      [this.organizationId, beginning, `${beginning}\uffff`, this.organizationId],
    );
  }

  private async facts(ids: readonly string[]): Promise<OtherPerson[]> {
    if (ids.length === 0) return [];
    const is = (table: string) =>
      `CASE WHEN EXISTS (SELECT 1 FROM ${table} x WHERE x.organization_id = p.organization_id AND x.person_id = p.id) THEN 1 ELSE 0 END`;
    const sql = `SELECT p.id, p.display_name, p.headline, p.profile_url, p.is_company, p.do_not_contact, m.profile_type, m.relationship,
        CASE WHEN l.id IS NULL THEN 0 ELSE 1 END AS is_lead, ${is('agent_held_people')} AS held,
        ${is('scoring_queue')} AS queued, ${is('engagements')} AS engaged
      FROM people p
      LEFT JOIN monitored_profiles m ON m.organization_id = p.organization_id AND m.person_id = p.id
      LEFT JOIN leads l ON l.organization_id = p.organization_id AND l.id = p.id`;
    const list = padded([...new Set(ids)]);
    return this.db.select<OtherPerson>(`${sql} WHERE p.organization_id = ? AND p.id IN (${placeholders(list)})`, [
      this.organizationId,
      ...list,
    ]);
  }
}
