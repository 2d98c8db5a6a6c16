/** When work on an upload ends early: the service stops, or the client that asked for it leaves. */
import type { Database } from '../../database/database';
import { OperationError } from '../../shared/errors';
import { clientLeft } from '../../shared/request-life';

const stops = new WeakMap<Database, AbortController>();

function stopOf(db: Database): AbortController {
  const known = stops.get(db) ?? new AbortController();
  stops.set(db, known);
  return known;
}

/** Ends the previews and the unpacking of a service that stops, and refuses further ones. */
export function endUploadWork(db: Database): Promise<void> {
  stopOf(db).abort(new OperationError('service_unavailable', 'The service is stopping. Try again in a moment.'));
  return Promise.resolve();
}

/** Aborted with an OperationError when work of the current request should end. */
export function uploadWorkEnds(db: Database): AbortSignal {
  const left = clientLeft();
  return AbortSignal.any([stopOf(db).signal, ...(left ? [left] : [])]);
}
