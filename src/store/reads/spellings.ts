/**
 * Finds member ids that are stored in another spelling than a row uses: older releases wrote `ACwAA…`, and some exports lose
 * upper and lower case.
 */
import { hasLostCase, memberKey } from '../../../packages/reader/src';
import type { Database } from '../../database/database';
import { selectIn } from '../statements/in-parts';

interface Spelled {
  readonly value: string;
  readonly person_id: string;
}

const none: readonly string[] = [];

/** Whether the value is in the spelling that is stored today. */
const isUsual = (value: string) => !hasLostCase(value) && !value.startsWith('ACwAA');

/**
 * Looks up other spellings for one writer of a workspace. If all ids have the usual spelling, this costs two short statements
 * in total.
 */
export class Spellings {
  /** Undefined: not looked up yet. */
  private unusual: boolean | undefined;
  private readonly byKey = new Map<string, Set<string>>();

  constructor(
    private readonly db: Database,
    private readonly organizationId: string,
  ) {}

  reset(): void {
    this.unusual = undefined;
    this.byKey.clear();
  }

  /** People stored under another spelling of these ids. */
  async look(values: readonly string[]): Promise<readonly Spelled[]> {
    if (values.length === 0) return [];
    this.unusual ||= !values.every(isUsual) || (await this.anyStored());
    if (!this.unusual) return [];
    const found = [...(await this.storedAs(values.flatMap(otherSpellings))), ...(await this.withCase(values))];
    for (const value of [...values, ...found.map((row) => row.value)]) {
      const key = memberKey(value);
      this.byKey.set(key, (this.byKey.get(key) ?? new Set()).add(value));
    }
    return found;
  }

  /** Other spellings of the same id that were looked up. */
  of(value: string): readonly string[] {
    if (this.byKey.size === 0) return none;
    return [...(this.byKey.get(memberKey(value)) ?? none)].filter((other) => other !== value);
  }

  private async anyStored(): Promise<boolean> {
    for (const [from, to] of [
      ['ACwAA', 'ACwAB'],
      ['acoaa', 'acoab'],
    ]) {
      const rows = await this.db.select(
        `SELECT 1 AS found FROM person_identities
         WHERE organization_id = ? AND kind = 'member' AND value >= ? AND value < ? LIMIT 1`,
        [this.organizationId, from ?? '', to ?? ''],
      );
      if (rows.length > 0) return true;
    }
    return false;
  }

  private storedAs(values: readonly string[]): Promise<Spelled[]> {
    const sql = 'SELECT value, person_id FROM person_identities';
    return selectIn<Spelled>(this.db, sql, this.organizationId, `kind = 'member' AND value`, [...new Set(values)]);
  }

  /** No index finds an id without its case, so all ids of the workspace are read. Only done for a batch that has such ids. */
  private async withCase(values: readonly string[]): Promise<Spelled[]> {
    const lost = [...new Set(values.filter(hasLostCase))];
    if (lost.length === 0) return [];
    const keys = lost.flatMap((value) => [value, value.replace(/^acoaa/, 'acwaa')]);
    const sql = 'SELECT value, person_id FROM person_identities';
    return selectIn<Spelled>(this.db, sql, this.organizationId, `kind = 'member' AND LOWER(value)`, keys);
  }
}

/** The other spellings of an id that an index can find. */
export function otherSpellings(value: string): string[] {
  const spellings = [value.replace(/^ACoAA/, 'ACwAA'), value.replace(/^ACwAA/, 'ACoAA'), memberKey(value)];
  return spellings.filter((spelling) => spelling !== value);
}
