/** Changes engagements to the replayed state, person by person. An engagement that remains keeps its id. */
import { placeholders } from '../../database/database';
import { newId } from '../../database/new-id';
import { insertInto } from '../../database/define';
import { engagements, type EngagementRow } from '../tables/engagement';
import { inParts, selectIn } from '../statements/in-parts';
import { markAudiences, markStale, queueScoring } from '../writes/engagement-writer';
import { acceptedAmong, pendingAmong, releasePending } from '../writes/pending-people';
import { noteAffected, noteChanged } from './affected';
import { unlinkLeads } from './decisions-that-stay';
import { emptyPage, liveId, type Step, type UndoRun } from './undo-run';

/** The content of an engagement, and what follows from its post. */
const said = [
  'monitored_profile_id',
  'reaction',
  'origin',
  'occurred_at',
  'observed_at',
  'comment_excerpt',
  'intent_hint',
  'by_author',
  'earliest_at',
  'dated',
  'comment_class',
] as const satisfies readonly (keyof EngagementRow)[];

/** No decision depends on when an engagement was last seen. */
const facts = said.filter((name) => name !== 'observed_at');

/** What a person corrected, or a second reader read, stays. */
const readElsewhere = ({ comment_class, intent_hint, said_confidence }: EngagementRow) => ({
  comment_class,
  intent_hint,
  said_confidence,
});

const engagementKey = (row: EngagementRow) => `${row.post_id} ${row.person_id} ${row.type} ${row.discriminator}`;

/** Columns are named, because SQLite then hands rows over faster (sqlite-dialect.ts). */
const columns = Object.keys(engagements.columns).join(', ');

const ofPeople = (db: UndoRun['live'], organizationId: string, ids: readonly string[]) =>
  selectIn<EngagementRow>(
    db,
    `SELECT ${columns} FROM engagements${db.useIndex('engagements_person')}`,
    organizationId,
    'person_id',
    ids,
  );

/** Must run after people and posts. */
export const engagementsStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  // A page has few people, because an active person has some hundred engagements.
  const most = Math.max(1, Math.ceil(limit / 4));
  const ids = await run.scope.liveIds('people', after, most);
  const own = await run.ids.ownOf(ids);
  const found = await ofPeople(scratch, organizationId, [...own.values()]);
  const known = await run.ids.liveOf([...own.values(), ...found.map((row) => row.post_id)]);
  const replayed = found.map((row) => ({
    ...row,
    person_id: liveId(known, row.person_id),
    post_id: liveId(known, row.post_id),
  }));
  const pendingOwn = await pendingAmong(scratch, organizationId, [...own.values()]);
  const pending = new Set([...pendingOwn].map((id) => liveId(known, id)));
  if (ids.length === 0) return emptyPage;
  return {
    last: ids.length < most ? undefined : ids.at(-1),
    rows: ids.length,
    write: async () => {
      const accepted = await acceptedAmong(live, organizationId, ids);
      await replaceEngagements(run, ids, replayed);
      await keepPendingAgain(run, ids, pending, accepted);
    },
  };
};

async function replaceEngagements(
  run: UndoRun,
  ids: readonly string[],
  replayed: readonly EngagementRow[],
): Promise<void> {
  const { live, organizationId } = run;
  const stored = await ofPeople(live, organizationId, ids);
  const profiles = new Map(
    (
      await selectIn<{ id: string; monitored_profile_id: string | null }>(
        live,
        'SELECT id, monitored_profile_id FROM posts',
        organizationId,
        'id',
        [...new Set(replayed.map((row) => row.post_id))],
      )
    ).map((post) => [post.id, post.monitored_profile_id]),
  );
  const before = new Map(stored.map((row) => [engagementKey(row), row]));
  const wanted = replayed.map((row) => ({
    ...row,
    monitored_profile_id: profiles.get(row.post_id) ?? null,
  }));
  const now = new Set(wanted.map(engagementKey));
  const gone = stored.filter((row) => !now.has(engagementKey(row)));
  const added = wanted.filter((row) => !before.has(engagementKey(row))).map((row) => ({ ...row, id: newId() }));
  const changed = wanted.flatMap((row) => {
    const old = before.get(engagementKey(row));
    if (old === undefined) return [];
    const wantedRow = old.said_set_at === null && old.said_by === null ? row : { ...row, ...readElsewhere(old) };
    return said.some((name) => wantedRow[name] !== old[name]) ? [{ ...wantedRow, id: old.id }] : [];
  });
  for (const part of inParts(gone)) {
    await live.run(`DELETE FROM engagements WHERE organization_id = ? AND id IN (${placeholders(part)})`, [
      organizationId,
      ...part.map(({ id }) => id),
    ]);
  }
  await insertInto(live, engagements, added);
  await insertInto(live, engagements, changed, { update: [...said, 'said_confidence'] });
  const touched = [...gone, ...added, ...changed];
  await queueScoring(
    live,
    organizationId,
    touched.map((row) => row.person_id),
    'undo',
  );
  const others = changed.filter((row) => facts.some((name) => row[name] !== before.get(engagementKey(row))?.[name]));
  await noteAffected(
    run,
    [...gone, ...added, ...others].map((row) => row.person_id),
  );
  await markAudiences(
    live,
    organizationId,
    touched.map((row) => row.post_id),
  );
  const counted = [...touched, ...changed.flatMap((row) => before.get(engagementKey(row)) ?? [])];
  await markStale(
    live,
    organizationId,
    'profile',
    counted.flatMap((row) => row.monitored_profile_id ?? []),
  );
}

/**
 * Marks people as pending, or releases them, as the replay did. Pending people are known to the agent alone and are no leads
 * until it accepts them. People released only by the undone data become pending again.
 */
async function keepPendingAgain(
  run: UndoRun,
  ids: readonly string[],
  pending: ReadonlySet<string>,
  accepted: ReadonlySet<string>,
): Promise<void> {
  const { live, organizationId } = run;
  const before = await pendingAmong(live, organizationId, ids);
  const added = ids.filter((id) => pending.has(id) && !accepted.has(id) && !before.has(id));
  const released = ids.filter((id) => before.has(id) && !pending.has(id));
  const rows = added.map((id) => [organizationId, id]);
  await live.insertRows('agent_held_people', ['organization_id', 'person_id'], rows, 'ignore');
  await releasePending(live, organizationId, released, null);
  await unlinkLeads(live, organizationId, added);
  await noteChanged(run, [...added, ...released]);
}
