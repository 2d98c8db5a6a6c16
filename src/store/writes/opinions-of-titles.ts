/** Job titles that no word list knows, as language models read them. They count in scoring and change nothing that is stored of a person. */
import type { Database } from '../../database/database';
import { readTitle, titleDigest, type ReadTitle } from '../../rules/opinion/title-question';
import { Conditions } from '../statements/conditions';
import { addAfter, type SortColumn } from '../statements/keyset';
import { scanList } from '../statements/list-scan';
import type { OpinionRow } from '../tables/opinions';
import { selectIn } from '../statements/in-parts';
import { queueScoring } from './engagement-writer';

/** A lead with a title of unknown rank and field, and what must not be sent of it. */
export interface UnknownTitle {
  readonly id: string;
  readonly last_signal_at: number;
  readonly title: string;
  readonly display_name: string;
  readonly company_name: string | null;
  readonly stated_company: string | null;
}

const scanned = 2_000;
const newestFirst: readonly SortColumn[] = [
  { column: 'l.last_signal_at', descending: true },
  { column: 'l.id', descending: false },
];

/** Active leads whose title says neither rank nor field, newest first. @param since epoch ms. @param after the last of the page before. */
export function unknownTitles(
  db: Database,
  organizationId: string,
  { since, after, limit }: { since: number; after?: UnknownTitle; limit: number },
): Promise<UnknownTitle[]> {
  const seek = new Conditions("l.organization_id = ? AND l.disposition = 'ACTIVE'", organizationId);
  seek.and('l.last_signal_at >= ?', since);
  if (after) addAfter(seek, newestFirst, { revision: 0, keys: [after.last_signal_at], id: after.id });
  const filter = new Conditions('p.title IS NOT NULL AND p.seniority IS NULL AND p.job_function IS NULL');
  filter.and('p.do_not_contact = 0');
  return scanList<UnknownTitle>(db, organizationId, {
    columns: `? AS organization_id, l.id, l.last_signal_at, p.title, p.display_name, p.company_name, p.stated_company`,
    joins: 'JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id',
    ...{ table: 'leads', alias: 'l', index: db.useIndex('leads_recent') },
    ...{ seek, filter, isOrdered: true, order: newestFirst, limit, first: scanned },
  });
}

/** Which of these digests have an answer, be it none. */
export async function answeredTitles(
  db: Database,
  organizationId: string,
  digests: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await selectIn<{ digest: string }>(db, 'SELECT digest FROM opinions', organizationId, 'digest', digests);
  return new Set(rows.map(({ digest }) => digest));
}

/**
 * Queues the people with this title for scoring. Who writes it in other letters follows with the daily scoring. Within a write
 * transaction of the workspace.
 */
export async function queueTitled(db: Database, organizationId: string, title: string): Promise<void> {
  const rows = await db.select<{ id: string }>(
    'SELECT id FROM people WHERE organization_id = ? AND title = ? AND seniority IS NULL AND job_function IS NULL',
    [organizationId, title],
  );
  await queueScoring(
    db,
    organizationId,
    rows.map(({ id }) => id),
  );
}

/** A person whom scoring looks at. */
interface Titled {
  readonly title: string | null;
  readonly seniority: string | null;
  readonly job_function: string | null;
  read_by?: ReadBy;
}

/** Rank and field as a model reads a title. */
export interface ReadBy extends ReadTitle {
  readonly model: string;
}

/** Notes how models read the titles of people that say neither rank nor field. Of several models the one that came here last counts. */
export async function placeTitleReadings(
  db: Database,
  organizationId: string,
  people: readonly Titled[],
): Promise<void> {
  const unknown = people.flatMap((person) => {
    const { title, seniority, job_function: field } = person;
    return title !== null && seniority === null && field === null ? [{ person, title }] : [];
  });
  if (unknown.length === 0) return;
  const readers = await db.select<{ reader: string }>(
    'SELECT reader FROM opinion_passes WHERE organization_id = ? AND first_at > 0 ORDER BY first_at, reader',
    [organizationId],
  );
  for (const { reader } of readers) {
    const model = reader.slice(0, reader.lastIndexOf(' '));
    const digests = unknown.map(({ title }) => titleDigest(model, title));
    const rows = await selectIn<Pick<OpinionRow, 'digest' | 'said'>>(
      db,
      'SELECT digest, said FROM opinions',
      organizationId,
      'digest',
      [...new Set(digests)],
    );
    const said = new Map(rows.map((row) => [row.digest, row.said]));
    for (const [n, { person }] of unknown.entries()) {
      const read = readTitle(said.get(digests[n] ?? '') ?? '');
      if (read !== null) person.read_by = { ...read, model };
    }
  }
}
