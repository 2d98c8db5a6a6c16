/** Requests for the sync of a watched profile. */
import { z } from 'zod';
import type { JobKind } from '../../jobs/definition';
import { enqueue } from '../../jobs/enqueue';
import type { Database } from '../../database/database';
import { profileSync } from '../../store/sync/lifecycle';

export const syncProfile: JobKind<{ profileId: string }> = {
  name: profileSync,
  input: z.object({ profileId: z.string() }),
};

/** Queues the sync of a profile, unless one is queued or running. @returns the id of its job. */
export async function queueSync(db: Database, organizationId: string, profileId: string, now: number): Promise<string> {
  const options = { organizationId, uniqueKey: profileId, priority: 'low', now } as const;
  return (await enqueue(db, syncProfile, { profileId }, options)).id;
}
