/** What a look says of an import beforehand is what the import then does: all examples, one after the other, and each once more. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openExport } from '../../src/ingest/import';
import { expectedOf } from '../../src/ingest/import/expected';
import { batchOf, type StorableRecord } from '../../src/ingest/import/observations';
import { personRequests } from '../../src/privacy/requests';
import { availableDatabases } from '../support/databases';
import { importInto, importOptions, slugUrl, useSite } from './support/site';

const folder = join(__dirname, '../../examples/exports/brightmoor');
const files = readdirSync(folder).filter((name) => name !== 'icp.yaml' && name !== 'watchlist.csv');

async function recordsIn(path: string): Promise<{ records: StorableRecord[]; source: string }> {
  const opened = await openExport(path, importOptions);
  const records: StorableRecord[] = [];
  for await (const read of opened.records) {
    for (const record of read) if (record.kind !== 'refused' && record.kind !== 'skipped') records.push(record);
  }
  return { records, source: opened.format };
}

describe.each(availableDatabases())('what is expected of an import, on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  beforeAll(async () => {
    org = await site.workspace();
  });

  const look = async (path: string) => {
    const { records, source } = await recordsIn(path);
    return expectedOf(site.db, org, records, { now: importOptions.now, source });
  };
  const counts = async () => {
    const of = async (table: string) =>
      (await site.db.select<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE organization_id = ?`, [org]))[0]
        ?.n ?? 0;
    return { people: await of('people'), engagements: await of('engagements'), posts: await of('posts') };
  };

  it.each(files)('%s', async (name) => {
    const path = join(folder, name);
    const before = await counts();
    const first = await look(path);
    expect(await counts()).toEqual(before);
    const { people, posts } = await importInto(site, org, path, {
      rejectsPath: join(dirname(site.file('beside', '')), `${name}.rejects`),
    });
    const after = await counts();
    expect({ people: first.people.new, posts: first.posts.new, engagements: first.engagements.new }).toEqual({
      people: people?.new,
      posts: posts?.new,
      engagements: after.engagements - before.engagements,
    });
    const again = await look(path);
    expect(again).toMatchObject({ people: { new: 0, changed: 0 }, engagements: { new: 0 }, posts: { new: 0 } });
    expect(again.people.unchanged).toBe(first.people.new + first.people.changed + first.people.unchanged);
    expect(again.engagements.known).toBe(first.engagements.new + first.engagements.known);
  });

  it('says of whom something changes, and leaves out who must not be stored', async () => {
    const [known] = await site.db.select<{ profile_url: string }>(
      'SELECT profile_url FROM people WHERE organization_id = ? AND profile_url IS NOT NULL AND is_company = 0 ORDER BY id LIMIT 1',
      [org],
    );
    const url = known?.profile_url ?? '';
    const lines = [
      'kind,profileUrl,name,headline',
      `person,${url},Somebody Else,Retired`,
      `person,${slugUrl('never-seen')},New One,`,
    ];
    const path = site.file('people.csv', `${lines.join('\n')}\n`);
    expect(await look(path)).toMatchObject({ people: { new: 1, changed: 1, unchanged: 0 }, suppressed: 0 });
    const { records } = await recordsIn(path);
    const identities = batchOf(records).mentions.map((mention) => mention?.identities ?? []);
    await personRequests(site.db, org).suppress({ identities: identities[1] ?? [] }, { purge: false });
    const before = await counts();
    expect(await look(path)).toMatchObject({ people: { new: 0, changed: 1, unchanged: 0 }, suppressed: 1 });
    expect(await counts()).toEqual(before);
  });
});
