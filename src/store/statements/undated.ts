/** Engagements without a date: those whose timing is `observed` (`timeOf` in src/rules/intent/intent.ts), as SQL. */
import { sureWithinMs } from '../../rules/intent/intent';

/**
 * A condition: nobody knows when an engagement was. It is never NULL. Rows from before times were recorded count as dated if they were seen at
 * another time than they happened.
 * @param alias of `engagements`.
 */
export const undatedCondition = (alias: string): string =>
  `(COALESCE(${alias}.dated, CASE WHEN ${alias}.occurred_at <> ${alias}.observed_at THEN 1 ELSE 0 END) = 0
    AND (${alias}.earliest_at IS NULL OR ${alias}.occurred_at - ${alias}.earliest_at > ${sureWithinMs}))`;
