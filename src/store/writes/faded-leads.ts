/**
 * Leads that read as when they were scored last, or of whom only the intent faded: nearly all of them, when everybody is scored
 * again. A few statements for a transaction bring them up to date and touch no index, where a row written whole touches eight.
 */
import { placeholders, type Database } from '../../database/database';
import { leads, type LeadRow } from '../tables/leads';
import { inParts, padded } from './batches';

/** What says when a lead was scored and changed; what changes when intent fades; the rest. */
const ofTime: ReadonlySet<string> = new Set(['scored_at', 'updated_at', 'change_revision'] satisfies (keyof LeadRow)[]);
const ofIntent: ReadonlySet<string> = new Set(['intent_score', 'score_revision'] satisfies (keyof LeadRow)[]);
const names = Object.keys(leads.columns) as readonly (keyof LeadRow)[];
const intentNames = names.filter((name) => ofIntent.has(name));
const otherNames = names.filter((name) => !ofIntent.has(name) && !ofTime.has(name));

/** Follows from fresh intent, and moves with it. */
const ofPriority: ReadonlySet<string> = new Set(['priority', 'priority_revision'] satisfies (keyof LeadRow)[]);
const shownNames = otherNames.filter((name) => !ofPriority.has(name));

/** What changed of a lead, when it was scored aside. Intent that rises has not faded: something else did that. */
export function leadChange(old: LeadRow, row: LeadRow): 'nothing' | 'intent' | 'more' {
  if (row.intent_score > old.intent_score) return 'more';
  if (otherNames.some((name) => old[name] !== row[name])) return 'more';
  return intentNames.some((name) => old[name] !== row[name]) ? 'intent' : 'nothing';
}

/** Whether the change log tells of it: fading alone is no change, until it moves the tier, the grade or the reason. */
export const isTold = (old: LeadRow, row: LeadRow): boolean =>
  row.intent_score > old.intent_score || shownNames.some((name) => old[name] !== row[name]);

/** Those of one transaction. */
export class FadedLeads {
  private readonly unchanged: string[] = [];
  /** Ids by the score they have now. */
  private readonly byScore = new Map<number, string[]>();

  /** @param change what `leadChange` says. */
  add(row: Pick<LeadRow, 'id' | 'intent_score'>, change: 'nothing' | 'intent'): void {
    if (change === 'nothing') {
      this.unchanged.push(row.id);
      return;
    }
    const ids = this.byScore.get(row.intent_score);
    if (ids) ids.push(row.id);
    else this.byScore.set(row.intent_score, [row.id]);
  }

  /**
   * Writes them.
   * @param now epoch ms, when they were scored. @param revision of the transaction.
   */
  async save(db: Database, organizationId: string, now: number, revision: number): Promise<void> {
    const update = async (set: string, values: readonly number[], ids: readonly string[]) => {
      for (const part of inParts(ids)) {
        const list = padded(part);
        await db.run(`UPDATE leads SET ${set} WHERE organization_id = ? AND id IN (${placeholders(list)})`, [
          ...values,
          organizationId,
          ...list,
        ]);
      }
    };
    const intent = 'intent_score = ?, score_revision = ?, scored_at = ?';
    await Promise.all([
      update('scored_at = ?', [now], this.unchanged),
      ...[...this.byScore].map(([score, ids]) => update(intent, [score, revision, now], ids)),
    ]);
  }
}
