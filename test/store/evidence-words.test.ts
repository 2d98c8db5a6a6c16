/** One lead is read with the words behind its score in one statement: they are those of its own engagements, on every database. */
import { insertLoader } from '../../bench/seed/load';
import { writeWorkspaceRows } from '../../bench/seed/world';
import { wordsByEngagement } from '../../src/store/reads/evidence-words';
import { LeadReads } from '../../src/store/reads/lead-reads';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';

const organizationId = '00000000-0000-7000-8000-000000000001';
const other = '00000000-0000-7000-8000-000000000002';

interface Said {
  readonly id: string;
  readonly person_id: string;
  readonly comment_excerpt: string | null;
  readonly comment_class: string | null;
  readonly post_id: string;
  readonly post_excerpt: string | null;
}

describe.each(availableDatabases())('the words behind a score on %s', (kind) => {
  let opened: OpenTestDatabase;
  let leadId = '';
  let all: readonly Said[] = [];

  beforeAll(async () => {
    opened = await openTestDatabase(kind);
    const loader = insertLoader(opened.db);
    for (const [number, id] of [organizationId, other].entries()) {
      await writeWorkspaceRows({ id, name: `W${number}`, leadCount: 40 }, number, loader.write, () => loader.breathe());
    }
    await loader.finish();
    const { db } = opened;
    const [lead] = await db.select<{ id: string }>(
      `SELECT id FROM leads WHERE organization_id = ? AND disposition = 'ACTIVE' ORDER BY signal_count DESC, id LIMIT 1`,
      [organizationId],
    );
    leadId = lead?.id ?? '';
    await db.run(`UPDATE engagements SET comment_excerpt = ? WHERE organization_id = ? AND person_id = ?`, [
      'Says "yes" \\ to 価格 🚀\n, and so on…',
      organizationId,
      leadId,
    ]);
    all = await db.select<Said>(
      `SELECT e.id, e.person_id, e.comment_excerpt, e.post_id, po.excerpt AS post_excerpt, e.comment_class FROM engagements e
       JOIN posts po ON po.organization_id = e.organization_id AND po.id = e.post_id`,
    );
  });
  afterAll(() => opened.close());

  const named = async (intent: string | null) => {
    await opened.db.run('UPDATE lead_evidence SET intent = ? WHERE organization_id = ? AND lead_id = ?', [
      intent ?? '[]',
      organizationId,
      leadId,
    ]);
    const lead = await new LeadReads(opened.db, organizationId).active(leadId);
    return [...wordsByEngagement(lead?.words ?? null).values()].sort();
  };
  const point = (engagementId: string) => ({ engagementId, type: 'LIKE', points: 1, occurredAt: 1 });

  it('are those of the engagements that its evidence names', async () => {
    const own = all.filter((one) => one.person_id === leadId);
    expect(own.length).toBeGreaterThan(1);
    const words = await named(JSON.stringify(own.map(({ id }) => point(id))));
    expect(words).toEqual(
      own
        .map((one) => [one.id, one.comment_excerpt, one.post_id, one.post_excerpt, one.comment_class, null, null])
        .sort(),
    );
  });

  it('are none of an engagement that is gone, none of another workspace, and none without evidence', async () => {
    const [elsewhere] = all.filter(({ id }) => id.startsWith('00002'));
    expect(elsewhere).toBeDefined();
    expect(
      await named(JSON.stringify([point(elsewhere?.id ?? ''), point('00000000-0000-7000-8000-00000000dead')])),
    ).toEqual([]);
    expect(await named(null)).toEqual([]);
    await opened.db.run('DELETE FROM lead_evidence WHERE organization_id = ? AND lead_id = ?', [
      organizationId,
      leadId,
    ]);
    const lead = await new LeadReads(opened.db, organizationId).active(leadId);
    expect(lead).toMatchObject({ id: leadId, icp: null, intent: null });
    expect(wordsByEngagement(lead?.words ?? null).size).toBe(0);
  });
});
