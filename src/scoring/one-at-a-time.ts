/** Previews over a whole workspace: one at a time for each, because each holds people in memory and takes seconds of work. */
import { OperationError } from '../shared/errors';

const running = new Set<string>();

/**
 * Runs a preview of a workspace. A second one is refused instead of waiting: the caller often asks again with other criteria, and
 * would only queue answers that nobody reads. Counted in this process.
 * @throws OperationError `rate_limited` while another one runs.
 */
export async function oneAtATime<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  if (running.has(organizationId)) {
    const message = 'A preview of this workspace is running; ask again when it has ended. One runs at a time.';
    throw new OperationError('rate_limited', message);
  }
  running.add(organizationId);
  try {
    return await work();
  } finally {
    running.delete(organizationId);
  }
}
