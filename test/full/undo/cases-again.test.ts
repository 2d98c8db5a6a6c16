/**
 * Files as people have them, in the pipe of import and undo: imported twice, they come to what one import comes to, and undone and
 * imported again too.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { workOffQueue } from '../../../src/scoring/rescore';
import { ExportError } from '../../../src/ingest/import';
import { contents, importInto, now, useSite, without } from '../../import/support/site';
import { undo } from '../../undo/support/undoing';

const folder = join(__dirname, '../../import/cases');
const files = readdirSync(folder)
  .filter((name) => /\.(csv|tsv|txt|json|ndjson)$/.test(name))
  .sort();
const site = useSite('sqlite');

/** Imports the file into the workspace. Returns its batch; undefined when the file is refused as a whole or stores nothing. */
async function imported(org: string, name: string): Promise<string | undefined> {
  try {
    const { batchId } = await importInto(site, org, join(folder, name), {
      rejectsPath: site.file(`${name}.rejects`, ''),
    });
    await workOffQueue(site.db, org, now);
    return batchId ?? undefined;
  } catch (error) {
    if (error instanceof ExportError) return undefined;
    throw error;
  }
}

async function state(org: string) {
  const all = await contents(site.db, org);
  return { ...all, people: without(all['people'], ['updated_at']), leads: without(all['leads'], ['updated_at']) };
}

test('each file imported twice, or undone and imported again, is as imported once', async () => {
  const different: string[] = [];
  let stored = 0;
  for (const name of files) {
    const org = await site.workspace();
    const batch = await imported(org, name);
    if (batch === undefined) continue;
    stored += 1;
    const fresh = JSON.stringify(await state(org));
    await undo(site.db, org, [batch]);
    await imported(org, name);
    if (JSON.stringify(await state(org)) !== fresh) different.push(`${name}: undone and imported again`);
    await imported(org, name);
    if (JSON.stringify(await state(org)) !== fresh) different.push(`${name}: imported twice`);
  }
  expect(different).toEqual([]);
  expect(stored).toBeGreaterThan(10);
});
