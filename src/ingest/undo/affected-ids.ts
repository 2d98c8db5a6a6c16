/** Whom batches that are taken back said something of: what was decided about them later may rest on it. */
import { companyKeys } from '../../rules/companies/company-key';
import { identitiesIn, keptRecords } from '../import/kept-log';
import type { Database } from '../../database/database';
import type { AnyIdentity } from '../../store/privacy/marks';

export class AffectedIds {
  private readonly people = new Set<string>();
  private readonly companies = new Set<string>();

  private constructor() {}

  /** Reads what the log holds of these batches. @param checkpoint called between portions. */
  static async by(
    db: Database,
    organizationId: string,
    batches: Iterable<string>,
    checkpoint: () => Promise<void>,
  ): Promise<AffectedIds> {
    const touched = new AffectedIds();
    for (const id of batches) {
      for await (const { records } of keptRecords(db, organizationId, 0, id)) {
        for (const record of records) {
          for (const { kind, value } of identitiesIn(record)) touched.people.add(`${kind} ${value}`);
          const company =
            record.kind === 'company' ? record.name : record.kind === 'person' ? record.companyName : null;
          for (const key of company === null ? [] : companyKeys(company)) touched.companies.add(key);
        }
        await checkpoint();
      }
    }
    return touched;
  }

  /** Whether something was said of somebody, or of the company they work for. */
  has(identities: readonly AnyIdentity[], companyName: string | null): boolean {
    return (
      identities.some(({ kind, value }) => this.people.has(`${kind} ${value}`)) ||
      (companyName !== null && companyKeys(companyName).some((key) => this.companies.has(key)))
    );
  }
}
