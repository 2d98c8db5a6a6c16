/** The job titles of a workspace's leads. */
import type { Database } from '../../database/database';

export interface TitledPerson {
  /** Of the lead and the person. */
  readonly id: string;
  readonly display_name: string;
  readonly headline: string | null;
  readonly title: string;
  readonly seniority: string | null;
  readonly job_function: string | null;
  readonly company_size: string | null;
}

/** Leads of every disposition whose title is known, by id. @param after the id of the last one before. */
export const titledPeople = (
  db: Database,
  organizationId: string,
  after: string,
  limit: number,
): Promise<TitledPerson[]> =>
  db.select<TitledPerson>(
    `SELECT p.id, p.display_name, p.headline, p.title, p.seniority, p.job_function, p.company_size
     FROM people p JOIN leads l ON l.organization_id = p.organization_id AND l.id = p.id
     WHERE p.organization_id = ? AND p.id > ? AND p.title IS NOT NULL ORDER BY p.id LIMIT ${limit}`,
    [organizationId, after],
  );
