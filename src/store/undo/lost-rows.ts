/** Finds rows that an undo would remove although they were stored without a log, so their origin is unknown. */
import type { EngagementRow } from '../tables/engagement';
import { unloggedEngagements } from '../log/unlogged';
import { inParts, selectIn } from '../statements/in-parts';
import type { UndoRun } from './undo-run';

/** Thrown when an undo is refused. No engagement, person or post was changed. */
export class LogIncomplete extends Error {
  override readonly name = 'LogIncomplete';

  constructor(engagements?: number) {
    super(
      `Not undone: this would remove ${engagements ?? 'some'} engagements that a process of an older release stored without a log. ` +
        'Import their files again, so that the log contains them, then undo.',
    );
  }
}

/** Counting stops here. */
const most = 100_000;

/** @throws LogIncomplete when rows that were stored without a log, and that nothing replayed names, would be lost. */
export async function expectNothingLost(run: UndoRun): Promise<void> {
  const { live, scratch, organizationId, ids, scope } = run;
  let lost = 0;
  for (const part of inParts(await unloggedEngagements(live, organizationId, most), 500)) {
    const found = await selectIn<EngagementRow>(live, 'SELECT * FROM engagements', organizationId, 'id', part);
    const compared = await scope.livePeople(found.map((row) => row.person_id));
    const rows = found.filter((row) => compared.has(row.person_id));
    const own = await ids.ownOf([...new Set(rows.map((row) => row.person_id))]);
    const replayed = await selectIn<EngagementRow>(scratch, 'SELECT * FROM engagements', organizationId, 'person_id', [
      ...own.values(),
    ]);
    const known = await ids.liveOf(replayed.flatMap((row) => [row.person_id, row.post_id]));
    const keys = new Set(
      replayed.map((row) =>
        engagementKey({ ...row, person_id: known.get(row.person_id), post_id: known.get(row.post_id) }),
      ),
    );
    lost += rows.filter((row) => !keys.has(engagementKey(row))).length;
  }
  if (lost > 0) throw new LogIncomplete(lost);
}

interface Keyed {
  readonly post_id: string | undefined;
  readonly person_id: string | undefined;
  readonly type: string;
  readonly discriminator: string;
}

const engagementKey = (row: Keyed) => `${row.post_id} ${row.person_id} ${row.type} ${row.discriminator}`;
