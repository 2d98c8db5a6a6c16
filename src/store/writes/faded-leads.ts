/**
 * Leads that are unchanged since the last scoring, or whose intent alone faded. When everybody is scored again, these are
 * nearly all leads. A few statements per transaction update them without touching an index. Writing a whole row touches eight.
 */
import { placeholders, type Database } from '../../database/database';
import { leads, type LeadRow } from '../tables/leads';
import { inParts, padded } from '../statements/in-parts';

/** The columns of a lead in three groups: times of scoring and change, columns that change when intent fades, and the rest. */
const ofTime: ReadonlySet<string> = new Set(['scored_at', 'updated_at', 'change_revision'] satisfies (keyof LeadRow)[]);
const ofIntent: ReadonlySet<string> = new Set(['intent_score', 'score_revision'] satisfies (keyof LeadRow)[]);
const names = Object.keys(leads.columns) as readonly (keyof LeadRow)[];
const intentNames = names.filter((name) => ofIntent.has(name));
const otherNames = names.filter((name) => !ofIntent.has(name) && !ofTime.has(name));

/** Columns that follow from recent intent and change with it. */
const ofPriority: ReadonlySet<string> = new Set(['priority', 'priority_revision'] satisfies (keyof LeadRow)[]);
const shownNames = otherNames.filter((name) => !ofPriority.has(name));

/** What changed in a lead besides the time of scoring. Rising intent is not fading: it has another cause. */
export function leadChange(old: LeadRow, row: LeadRow): 'nothing' | 'intent' | 'more' {
  if (row.intent_score > old.intent_score) return 'more';
  if (otherNames.some((name) => old[name] !== row[name])) return 'more';
  return intentNames.some((name) => old[name] !== row[name]) ? 'intent' : 'nothing';
}

/** Whether the change log reports it. Fading alone is not reported, unless it changes the tier, the grade or the reason. */
export const isReported = (old: LeadRow, row: LeadRow): boolean =>
  row.intent_score > old.intent_score || shownNames.some((name) => old[name] !== row[name]);

/** The faded leads of one transaction. */
export class FadedLeads {
  private readonly unchanged: string[] = [];
  /** Ids by current score. */
  private readonly byScore = new Map<number, string[]>();

  /** @param change the result of `leadChange`. */
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
   * Writes the collected leads.
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
