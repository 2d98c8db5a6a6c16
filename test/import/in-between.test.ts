/**
 * Somebody else writes between two transactions of an import. On a server the first of them leaves the engagements of its batch
 * to the second, which must find whom and what they are about by then.
 */
import { BatchWriter, type BatchCounts } from '../../src/ingest/import/batch';
import type { ImportProgress } from '../../src/ingest/import/importer';
import { openExport } from '../../src/ingest/import/index';
import { batchOf, type Batch, type StorableRecord } from '../../src/ingest/import/observations';
import { workOffQueue } from '../../src/scoring/rescore';
import { checkCounts } from '../../src/store/writes/check-counts';
import { removeWatchlistEntry, saveWatchlistEntry } from '../../src/store/writes/watchlist';
import { availableDatabases } from '../support/databases';
import {
  activity,
  contents,
  importInto,
  importOptions,
  memberId,
  ndjson,
  now,
  useSite,
  slugUrl,
  ugcPost,
  watched,
} from './support/site';

const ada = { memberId: memberId(1), name: 'Ada Okoro', headline: 'VP Sales at Globex' };
const adaBySlug = { profileUrl: slugUrl('ada-okoro'), name: 'Ada Okoro', headline: 'VP Sales at Globex' };
const bo = { memberId: memberId(2), name: 'Bo Lind', headline: 'CEO at Initech' };
const when = { occurredAt: '2026-09-01T12:00:00.000Z', observedAt: '2026-09-02T12:00:00.000Z' };
const like = (postUrl: string, who: object) => ({ kind: 'like', postUrl, ...when, ...who });

const first = [like(activity(1), ada), like(ugcPost(1), adaBySlug), like(activity(2), bo), like(activity(2), bo)];
const last = [like(activity(3), bo), like(activity(3), ada)];
/** Says that both names are Ada's, and that both URNs are of one post, which is the watched author's. */
const between = [
  { ...like(activity(4), ada), ...adaBySlug },
  {
    kind: 'post',
    postUrl: activity(1),
    postUrns: ugcPost(1),
    authorProfileUrl: slugUrl('rosa-author'),
    observedAt: when.observedAt,
  },
];

describe.each(availableDatabases())('between two transactions of an import on %s', (kind) => {
  const site = useSite(kind);
  let files = 0;

  const write = (rows: readonly object[]) => site.file(`${(files += 1)}.ndjson`, ndjson(rows));
  const take = (org: string, rows: readonly object[]) => importInto(site, org, write(rows));

  async function batch(rows: readonly object[]): Promise<Batch> {
    const opened = await openExport(write(rows), importOptions);
    const records: StorableRecord[] = [];
    for await (const part of opened.records) {
      for (const record of part) if (record.kind !== 'refused' && record.kind !== 'skipped') records.push(record);
    }
    return batchOf(records);
  }

  const watch = (org: string) =>
    saveWatchlistEntry(site.db, org, watched('rosa-author', { profileType: 'COMPETITOR' }), now);

  /** Stores two batches with `work` between them. */
  async function around(org: string, work: () => Promise<unknown>): Promise<BatchCounts[]> {
    const writer = new BatchWriter(site.db, org, { origin: 'watchlist', source: 'generic-ndjson', now, batchId: null });
    const counts = [await writer.store(await batch(first))];
    await work();
    counts.push(await writer.store(await batch(last)), await writer.finish());
    await workOffQueue(site.db, org, now);
    return counts;
  }

  it.each<[string, (org: string) => Promise<unknown>]>([
    ['nobody else writes', () => Promise.resolve()],
    ['people and posts are merged, and a post gets its author', (org) => take(org, between)],
    ['the same file is imported', (org) => take(org, [...first, ...last])],
    ['the scores are rebuilt', (org) => workOffQueue(site.db, org, now)],
  ])('when %s, nothing is lost or doubled', async (_what, work) => {
    const [org, clean] = [await site.workspace(), await site.workspace()];
    for (const id of [org, clean]) await watch(id);
    const counts = await around(org, () => work(org));
    await take(clean, first);
    await work(clean);
    await take(clean, last);
    const [found, expected] = [await contents(site.db, org), await contents(site.db, clean)];
    for (const table of ['people', 'person_identities', 'post_urns', 'engagements', 'leads', 'account_summaries'])
      expect({ [table]: found[table] }).toEqual({ [table]: expected[table] });
    expect(await checkCounts(site.db, org)).toMatchObject({ pending: 0, differences: [] });
    // Each row of both batches is counted once, as new or as known.
    const named = counts.reduce((sum, one) => sum + one.engagementsNew + one.engagementsKnown, 0);
    expect(named).toBe(first.length + last.length);
  });

  it('people whom the waiting batch only named again are looked for again', async () => {
    const [org, clean] = [await site.workspace(), await site.workspace()];
    const again = [like(activity(6), adaBySlug), like(activity(6), ada), like(activity(6), bo)];
    const writer = new BatchWriter(site.db, org, { origin: 'watchlist', source: 'generic-ndjson', now, batchId: null });
    await writer.store(await batch(first));
    await writer.store(await batch(again));
    await take(org, between);
    await writer.finish();
    await workOffQueue(site.db, org, now);
    for (const rows of [first, again, between]) await take(clean, rows);
    const [found, expected] = [await contents(site.db, org), await contents(site.db, clean)];
    for (const table of ['people', 'engagements', 'leads'])
      expect({ [table]: found[table] }).toEqual({ [table]: expected[table] });
  });

  it('what somebody has set since stays, although the waiting batch said otherwise', async () => {
    const org = await site.workspace();
    const crm = (disposition: string) => ({ kind: 'lead', memberId: memberId(1), disposition });
    const writer = new BatchWriter(site.db, org, { origin: 'watchlist', source: 'generic-ndjson', now, batchId: null });
    await writer.store(await batch([...first, crm('CLIENT')]));
    await take(org, [crm('ACTIVE')]);
    const counts = await writer.finish();
    await workOffQueue(site.db, org, now);
    const [person] = await site.db.select<{ disposition: string }>(
      `SELECT p.disposition FROM people p JOIN person_identities i ON i.organization_id = p.organization_id AND i.person_id = p.id
       WHERE p.organization_id = ? AND i.value = ?`,
      [org, memberId(1)],
    );
    expect(person).toEqual({ disposition: 'ACTIVE' });
    expect(counts.engagementsNew + counts.engagementsKnown).toBe(kind === 'sqlite' ? 0 : first.length);
  });

  it('a profile that comes on the watchlist or goes takes the engagements along', async () => {
    const [org, clean] = [await site.workspace(), await site.workspace()];
    const authored = [{ ...between[1] }];
    for (const id of [org, clean]) await take(id, authored);
    await around(org, () => watch(org));
    await watch(clean);
    await take(clean, [...first, ...last]);
    const rows = async (id: string) => (await contents(site.db, id))['engagements'];
    expect(await rows(org)).toEqual(await rows(clean));
    expect((await rows(org))?.filter((row) => row.includes('watch '))).not.toEqual([]);

    const [other, bare] = [await site.workspace(), await site.workspace()];
    for (const id of [other, bare]) await take(id, authored);
    const { id: entry } = await watch(other);
    await around(other, () => removeWatchlistEntry(site.db, other, entry));
    await take(bare, [...first, ...last]);
    expect(await rows(other)).toEqual(await rows(bare));
  });

  it('a batch that fails can be stored again, with what the one before left', async () => {
    const [org, clean] = [await site.workspace(), await site.workspace()];
    const writer = new BatchWriter(site.db, org, { origin: 'watchlist', source: 'generic-ndjson', now, batchId: null });
    const newcomer = like(activity(5), { memberId: memberId(9), name: 'Cy Ro', headline: 'CFO at Acme' });
    await writer.store(await batch(first));
    await site.db.run('ALTER TABLE profile_snapshots RENAME TO elsewhere');
    const failed = writer.store(await batch([...last, newcomer]));
    await expect(failed).rejects.toThrow('profile_snapshots');
    await site.db.run('ALTER TABLE elsewhere RENAME TO profile_snapshots');
    await writer.store(await batch([...last, newcomer]));
    await writer.finish();
    await workOffQueue(site.db, org, now);
    await take(clean, [...first, ...last, newcomer]);
    expect(await contents(site.db, org)).toEqual(await contents(site.db, clean));
    expect(await checkCounts(site.db, org)).toMatchObject({ pending: 0, differences: [] });
  });

  it('a headline of a batch that failed is taken when the batch is stored again', async () => {
    const org = await site.workspace();
    const seen = (day: number, headline: string) => ({
      ...like(activity(day), ada),
      headline,
      observedAt: new Date(Date.UTC(2026, 9, day)).toISOString(),
    });
    const writer = new BatchWriter(site.db, org, { origin: 'watchlist', source: 'generic-ndjson', now, batchId: null });
    await writer.store(await batch([seen(1, 'VP Sales at Globex')]));
    // Said of her twice: the second row only tells that it is still so.
    const later = [seen(3, 'CEO at Initech'), seen(5, 'CEO at Initech')];
    await site.db.run('ALTER TABLE profile_snapshots RENAME TO elsewhere');
    await expect(writer.store(await batch(later))).rejects.toThrow('profile_snapshots');
    await site.db.run('ALTER TABLE elsewhere RENAME TO profile_snapshots');
    // As the importer ends, and is run again.
    await writer.finish();
    await take(org, later);
    const rows = await site.db.select<{ headline: string; observed_at: number }>(
      'SELECT headline, observed_at FROM people WHERE organization_id = ?',
      [org],
    );
    expect(rows).toEqual([{ headline: 'CEO at Initech', observed_at: Date.UTC(2026, 9, 5) }]);
  });

  it('an import that ends with an error has stored the engagements of the batches it read', async () => {
    const org = await site.workspace();
    const rows = [...first, ...last];
    let read = 0;
    const onProgress = ({ done }: ImportProgress) => {
      read = done;
      throw new Error('stopped here');
    };
    await expect(importInto(site, org, write(rows), { batchSize: 2, onProgress })).rejects.toThrow('stopped here');
    // One row is there twice.
    const distinct = new Set(rows.slice(0, read).map((row) => JSON.stringify(row))).size;
    expect(distinct).toBeGreaterThan(2);
    expect((await contents(site.db, org))['engagements']).toHaveLength(distinct);
    const { engagements } = await take(org, rows);
    expect(engagements).toEqual({ new: 5 - distinct, known: 1 + distinct });
  });
});
