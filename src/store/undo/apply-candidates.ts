/** Bringing what runs decided to what they decided in the replay, and their counts with it. */
import { otherPlace } from '../agent/hidden-candidates';
import { profileColumns, saveCandidates } from '../agent/candidates';
import { newId } from '../../database/new-id';
import type { CandidateRow } from '../tables/agent';
import { selectIn } from '../writes/batches';
import { queueScoring } from '../writes/engagement-writer';
import { liveRowsOf, setPersonAside } from './candidates';
import { eachPage, liveId, writeLive, type Sides } from './sides';

/** What a row says, no matter whose it is. */
const said = [
  'decision',
  ...profileColumns,
  'icp_match_percent',
  'intent_score',
  'lead_tier',
] as const satisfies readonly (keyof CandidateRow)[];

/** Must run after the people and before the engagements, which ask whom runs have accepted. */
export async function applyCandidates(sides: Sides): Promise<void> {
  const { live, scratch, organizationId } = sides;
  await eachPage(sides, async (after, limit, begun) => {
    const own = await scratch.select<CandidateRow>(
      `SELECT * FROM agent_candidates WHERE organization_id = ? AND id > ? AND decision IS NOT NULL ORDER BY id LIMIT ${limit}`,
      [organizationId, after],
    );
    const known = await sides.ids.liveOf(own.flatMap((row) => row.person_id ?? []));
    const replayed = own.flatMap((row) =>
      row.person_id === null ? [] : [{ ...row, person_id: liveId(known, row.person_id) }],
    );
    const { ids: rows, inTheWay } = await liveRowsOf(sides, replayed);
    if (replayed.length > 0) {
      await writeLive(sides, begun, async () => {
        const ids = [...new Set(replayed.map((row) => row.person_id))];
        const stored = await selectIn<CandidateRow>(live, 'SELECT * FROM agent_candidates', organizationId, 'id', [
          ...rows.values(),
        ]);
        const before = new Map(stored.map((row) => [row.id, row]));
        const objecting = await objectingAmong(sides, ids);
        const changed = replayed.flatMap((row) => {
          const old = before.get(rows.get(row.id) ?? '');
          if (old && old.person_id === row.person_id && said.every((name) => row[name] === old[name])) return [];
          return [{ old, row: changedRow(row, old, objecting.has(row.person_id)) }];
        });
        const moved = changed.flatMap(({ old, row }) => (old && old.person_id !== row.person_id ? [old.id] : []));
        await setPersonAside(live, organizationId, [...moved, ...inTheWay]);
        await saveCandidates(
          live,
          changed.map(({ row }) => row),
        );
        for (const { old, row } of changed) await countAgain(sides, old, row);
        await queueScoring(
          live,
          organizationId,
          changed.flatMap(({ old, row }) => [row.person_id, ...(old?.person_id ? [old.person_id] : [])]),
          'undo',
        );
      });
    }
    return { last: own.length < limit ? undefined : own.at(-1)?.id, rows: own.length };
  });
}

function changedRow(row: CandidateRow & { person_id: string }, old: CandidateRow | undefined, hidden: boolean) {
  const position = row.position === null || !hidden ? row.position : otherPlace(row.position);
  return {
    ...row,
    id: old?.id ?? newId(),
    paid: old?.paid ?? 0,
    post_urn: old?.post_urn ?? row.post_urn,
    created_at: old?.created_at ?? row.created_at,
    // Since when they are a lead is told as it was.
    reasons: row.decision === 'DUPLICATE' && old?.decision === 'DUPLICATE' ? old.reasons : row.reasons,
    lead_id: row.lead_id === null ? null : row.person_id,
    position,
  };
}

async function objectingAmong({ live, organizationId }: Sides, ids: readonly string[]): Promise<Set<string>> {
  const rows = await selectIn<{ id: string }>(
    live,
    'SELECT id FROM people',
    organizationId,
    'do_not_contact = 1 AND id',
    ids,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Moves the counts of the run by what changed: candidates of long ago may have been forgotten, and their counts stay. */
async function countAgain({ live, organizationId }: Sides, old: CandidateRow | undefined, row: CandidateRow) {
  const qualified = (one: CandidateRow | undefined) =>
    Number(one?.lead_tier === 'QUALIFIED' || one?.lead_tier === 'PRIORITY');
  const accepted = (one: CandidateRow | undefined) => Number(one?.decision === 'ACCEPTED');
  const added = old ? 0 : 1;
  await live.run(
    `UPDATE agent_runs SET people_considered = people_considered + ?, candidates = candidates + ?,
       people_qualified = people_qualified + ?, leads_created = leads_created + ?
     WHERE organization_id = ? AND id = ?`,
    [added, added, qualified(row) - qualified(old), accepted(row) - accepted(old), organizationId, row.run_id],
  );
}
