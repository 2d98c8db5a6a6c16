/** What second opinions cost each day: requests within a budget, answers, failures, tokens. All workspaces together. */
import type { Database } from '../../database/database';
import { insertInto } from '../../database/define';
import { opinionDays, type OpinionDayRow } from '../tables/opinions';

/** The day of a time in epoch ms, UTC. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

const unused = (day: string): OpinionDayRow => ({
  ...{ day, requests: 0, answers: 0, unusable: 0, failures: 0, tokens: 0, last_failure: null },
});

/** What was used on this day. */
export async function usedOn(db: Database, day: string): Promise<OpinionDayRow> {
  const [row] = await db.select<OpinionDayRow>(
    'SELECT day, requests, answers, unusable, failures, tokens, last_failure FROM opinion_days WHERE day = ?',
    [day],
  );
  return row ?? unused(day);
}

/** Takes one request from the day's budget. @returns false if none is left. */
export async function takeRequest(db: Database, day: string, budget: number): Promise<boolean> {
  await insertInto(db, opinionDays, [unused(day)], 'ignore');
  const taken = await db.run('UPDATE opinion_days SET requests = requests + 1 WHERE day = ? AND requests < ?', [
    day,
    budget,
  ]);
  return taken > 0;
}

/** What came of a request. `failure` in words; null for an answer. */
export interface Spent {
  readonly usable: boolean;
  readonly tokens: number;
  readonly failure: string | null;
}

export async function noteSpent(db: Database, day: string, { usable, tokens, failure }: Spent): Promise<void> {
  const kind = failure !== null ? 'failures' : usable ? 'answers' : 'unusable';
  await db.run(
    `UPDATE opinion_days SET ${kind} = ${kind} + 1, tokens = tokens + ?, last_failure = COALESCE(?, last_failure) WHERE day = ?`,
    [tokens, failure?.slice(0, 200) ?? null, day],
  );
}
