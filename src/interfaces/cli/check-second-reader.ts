/** What `leadlight doctor` reports about the second opinion: whether its requests work, and what is left of today's budget. */
import type { Settings } from '../../../config/settings';
import type { Database } from '../../database/database';
import { dayOf, usedOn } from '../../store/opinions/days';
import type { Finding } from './checks';
import { count } from './text';

export async function checkSecondReader(db: Database, settings: Settings, now: number): Promise<Finding[]> {
  const check = 'second opinion';
  const { READER_URL: url, READER_MODEL: model, READER_REQUESTS_PER_DAY: budget } = settings;
  if (url === undefined || model === undefined) return [];
  const { requests, failures, unusable, last_failure: why } = await usedOn(db, dayOf(now));
  const used = `${model} at ${new URL(url).host}: ${count(requests, 'request')} of ${budget} today, ${failures} failed, ${unusable} without a class`;
  if (failures > 0 && failures * 2 >= requests) {
    return [{ check, level: 'warning', message: `${used}; the last failure: ${why ?? 'unknown'}` }];
  }
  if (requests >= budget) {
    return [{ check, level: 'warning', message: `${used}; READER_REQUESTS_PER_DAY is used up until midnight UTC` }];
  }
  return [{ check, level: 'ok', message: used }];
}
