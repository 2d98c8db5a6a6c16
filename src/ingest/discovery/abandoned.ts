/** Ends discoveries whose job ended first: the job was cancelled directly, or failed until its attempts were used up. */
import { z } from 'zod';
import { define } from '../../jobs/definition';
import { endDiscovery } from '../../store/discovery/lifecycle';
import { abandonedDiscoveries } from '../../store/discovery/reads';

export const abandonedJob = define({
  name: 'end-abandoned-discoveries',
  lane: 'minute',
  input: z.object({}),
  schedule: { pattern: '* * * * *' },
  keepsDone: false,
  async run(context) {
    const { db, clock } = context;
    for (const {
      organization_id: organizationId,
      id,
      job_status: status,
      job_error: error,
    } of await abandonedDiscoveries(db)) {
      const now = clock.now();
      await endDiscovery(
        db,
        organizationId,
        id,
        status === 'cancelled'
          ? { status: 'CANCELLED', stopReason: 'cancelled', now }
          : { status: 'FAILED', failure: { code: 'internal_error', message: error ?? 'Its job ended early.' }, now },
      );
      await context.checkpoint();
    }
  },
});
