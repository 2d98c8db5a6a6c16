/** What is kept of each import: which batch, how much, and the records themselves as far as the product keeps them. */
import { CompleteLog } from '../../src/store/log/before';
import {
  closeBatch,
  countStored,
  lacksOfBatch,
  noteReading,
  openBatch,
  BatchEndedError,
} from '../../src/store/log/batches';
import { loggedRecords } from '../../src/ingest/import/import-log';
import type { LoggedRecord } from '../../src/ingest/import/logged-records';
import type { BatchRow } from '../../src/store/tables/batches';

import { activity, importInto, memberId, ndjson, now, useSite, slugUrl } from './support/site';

const longComment = `What does it cost? ${'We would like to use it in our team of forty. '.repeat(20)}SECRET-TAIL`;

const rows = [
  ...[1, 2, 3].map((n) => ({
    kind: 'like',
    postUrl: activity(1),
    memberId: memberId(n),
    name: `Person ${n}`,
    headline: `VP Sales at Company ${n}`,
    observedAt: '2026-11-01T10:00:00Z',
  })),
  {
    kind: 'comment',
    postUrl: activity(1),
    profileUrl: slugUrl('ann-example'),
    name: 'Ann Example',
    headline: 'CTO at Acme',
    commentText: longComment,
    occurredAt: '2026-11-02T10:00:00Z',
    observedAt: '2026-11-03T10:00:00Z',
  },
];

describe.each(['sqlite'] as const)('what is kept of an import on %s', (kind) => {
  const site = useSite(kind);

  const batchesOf = (org: string) =>
    site.db.select<BatchRow>('SELECT * FROM batches WHERE organization_id = ? ORDER BY started_at, id', [org]);
  const loggedOf = async (org: string) => {
    const list: LoggedRecord[] = [];
    for await (const chunk of loggedRecords(site.db, org)) list.push(...chunk.records);
    return list;
  };
  const imported = async (options = {}) => {
    const org = await site.workspace();
    const path = site.file(`kept-${org}.ndjson`, ndjson(rows));
    return { org, path, summary: await importInto(site, org, path, { format: 'generic', ...options }) };
  };

  it('is a batch with its counts, and its records in their order', async () => {
    const { org, path, summary } = await imported({ batchSize: 2, startedBy: 'operator' });
    const [batch, ...others] = await batchesOf(org);
    expect(others).toEqual([]);
    expect(batch).toMatchObject({
      id: summary.batchId,
      kind: 'import',
      status: 'DONE',
      started_by: 'operator',
      name: path.split('/').at(-1),
      engagements_new: 4,
      people_new: 4,
      posts_new: 1,
    });
    // The likes have no date. Of what the file does not lack nothing is kept.
    expect(batch && lacksOfBatch(batch)).toEqual({ undated: 3 });
    const records = await loggedOf(org);
    expect(records).toHaveLength(batch?.records ?? 0);
    expect(records.filter((record) => record.kind === 'engagement').map((record) => record.at)).toEqual([1, 2, 3, 4]);
  });

  it('holds of a comment what the product keeps, not its words', async () => {
    const { org } = await imported();
    const comment = (await loggedOf(org)).find((record) => record.kind === 'engagement' && record.type === 'COMMENT');
    expect(comment).toMatchObject({ commentText: null, words: { said: 'price' } });
    expect(JSON.stringify(await loggedOf(org))).not.toContain('SECRET-TAIL');
    const [stored] = await site.db.select<{ comment_excerpt: string; discriminator: string }>(
      `SELECT comment_excerpt, discriminator FROM engagements WHERE organization_id = ? AND type = 'COMMENT'`,
      [org],
    );
    expect(comment).toMatchObject({
      words: { excerpt: stored?.comment_excerpt, discriminator: stored?.discriminator },
    });
  });

  it('says what the file lacks: of each what was counted last, beside notes and the settings', async () => {
    const { org, summary } = await imported();
    const id = summary.batchId ?? '';
    const [before] = await batchesOf(org);
    await noteReading(site.db, org, id, { notes: ['A guess.'], lacks: { refused: 2, undated: 0 } });
    await noteReading(site.db, org, id, { lacks: { refused: 4, leads: 3, untitled: 1 } });
    await noteReading(site.db, org, id, { lacks: { refused: 0 } });
    const [after] = await batchesOf(org);
    expect(after && lacksOfBatch(after)).toEqual({ refused: 4, undated: 3, leads: 3, untitled: 1 });
    const settingsOf = ({ settings = '{}' }: Partial<BatchRow> = {}): object => ({ ...JSON.parse(settings) });
    expect(settingsOf(after)).toMatchObject({ notes: ['A guess.'], origin: 'watchlist', now, shift: 0 });
    expect(Object.keys(settingsOf(after))).toEqual([...new Set([...Object.keys(settingsOf(before)), 'notes'])]);
    // What no release has written is nothing.
    expect(lacksOfBatch({ settings: '{"lacks":{"refused":"2"}}' })).toEqual({});
  });

  it('is nothing after a dry run, which names the columns from which its rows take something', async () => {
    const org = await site.workspace();
    const crm = rows.map((row) => ({ ...row, disposition: 'CLIENT' }));
    const path = site.file(`dry-${org}.ndjson`, ndjson(crm));
    const summary = await importInto(site, org, path, { format: 'generic', dryRun: true });
    expect(summary.unused).toEqual(['disposition']);
    expect(summary.used).toMatchObject({ kind: 'kind', commentText: 'commentText' });
    expect(summary.batchId).toBeNull();
    expect(await batchesOf(org)).toEqual([]);
  });

  it('goes on with the batch of a reference, and stores nothing more in one that ended', async () => {
    const org = await site.workspace();
    const log = await CompleteLog.of(site.db, org);
    const about = { kind: 'discovery', source: 'files', name: activity(1), reference: 'run 1' } as const;
    const batch = { ...about, origin: 'watchlist', shift: 0 } as const;
    const id = await openBatch(log, batch, now);
    const none = { records: 1, engagements_new: 0, people_new: 0, posts_new: 0 };
    await countStored(site.db, org, id, none);
    await closeBatch(site.db, org, id, 'DONE', now);
    await expect(countStored(site.db, org, id, none)).rejects.toThrow(BatchEndedError);
    expect(await openBatch(log, batch, now)).toBe(id);
    await countStored(site.db, org, id, none);
    expect(await openBatch(log, { ...batch, reference: 'run 2' }, now)).not.toBe(id);
    expect(await openBatch(log, { ...batch, reference: null }, now)).not.toBe(id);
  });
});
