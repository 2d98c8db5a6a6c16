/** What operations do with the digests of a workspace. Every method that changes something joins the caller's transaction. */
import type { Database } from '../database/database';
import { enqueue } from '../jobs/enqueue';
import { checkPattern } from '../jobs/schedule';
import { changeTimes, findDigest, markAsked } from '../store/digests/digests';
import type { DigestRow } from '../store/tables/digests';
import type { Language } from '../words/languages';
import { askedDigestJob } from './kinds';
import { addDigest, dropDigest, keepTimes, type NewDigest } from './subscriptions';

/** When a digest goes out: five cron fields in an IANA time zone. */
export interface DigestTimes {
  readonly pattern: string;
  readonly timeZone: string;
}

export interface DigestService {
  /** Hosts that Slack-format messages may be sent to although they are not public. */
  readonly allowedHosts: readonly string[];
  /** @throws Error that says what is wrong with the times. */
  checkTimes(times: DigestTimes): void;
  /** @throws OperationError `conflict` when there are too many. */
  add(wanted: NewDigest): Promise<DigestRow>;
  /**
   * Changes its times and language, and turns it on again if it had stopped. What is undefined stays as it is.
   * @param to `by`: who answers for it from now on.
   */
  change(
    digest: DigestRow,
    to: DigestTimes & { readonly language: Language | undefined; readonly by: string | null | undefined },
  ): Promise<DigestRow>;
  remove(id: string): Promise<boolean>;
  /** Sends it as soon as a worker is free. */
  sendSoon(digest: DigestRow): Promise<void>;
}

export function openDigests(
  db: Database,
  organizationId: string,
  allowedHosts: readonly string[],
  clock: () => number = Date.now,
): DigestService {
  return {
    allowedHosts,
    checkTimes: ({ pattern, timeZone }) => checkPattern(pattern, timeZone),
    add: async (wanted) => (await addDigest(db, organizationId, wanted, clock())).row,
    change: async (digest, { pattern, timeZone, language = digest.language, by = digest.created_by }) => {
      const now = clock();
      await changeTimes(db, digest, { pattern, time_zone: timeZone, updated_at: now, created_by: by, language });
      await keepTimes(db, { ...digest, pattern, time_zone: timeZone }, now);
      return (await findDigest(db, organizationId, digest.id)) ?? digest;
    },
    remove: (id) => dropDigest(db, organizationId, id),
    sendSoon: async (digest) => {
      const now = clock();
      await markAsked(db, digest, now);
      const options = { organizationId, uniqueKey: digest.id, priority: 'high', now } as const;
      await enqueue(db, askedDigestJob, { digestId: digest.id }, options);
    },
  };
}
