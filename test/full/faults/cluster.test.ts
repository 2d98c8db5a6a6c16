/**
 * Three nodes of a Galera cluster: connections that refresh across them, and imports beside workers that score on every node. A small
 * form of `npm run bench -- faults`, which has forty chains, six imports and killed nodes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainsDuringImport, database, differs, withCluster } from '../../../bench/faults/cluster';
import { importIntoCluster, undisturbed } from '../../../bench/faults/cluster-import';
import { writeExport } from '../../../bench/import/export-file';
import { hasGalera } from '../../../scripts/galera';
import { availableDatabases } from '../../support/databases';

const rows = 1_000;

// `npm test` says where the cluster is missing.
test('there is a cluster where nothing may be left out', () => {
  expect(hasGalera() || process.env['CI'] !== 'true').toBe(true);
});

if (hasGalera() && availableDatabases().includes('mariadb')) {
  test('no connection is lost and no import fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-cluster-'));
    const programs = { leadlight: [join(__dirname, '../../support/cli-process.cjs')], folder };
    const file = join(folder, 'export.csv');
    await writeExport(file, { rows, people: 500, posts: 700 });
    try {
      const wanted = await undisturbed(file, folder);
      expect(wanted).toMatchObject({ engagements: rows, differences: 0 });
      await withCluster(`${folder}-nodes`, async (cluster) => {
        const chains = await chainsDuringImport(cluster, file, {
          programs,
          chains: 10,
          rotations: 5,
          say: console.log,
        });
        expect(chains.lost).toEqual([]);
        expect(chains.refreshed).toBeGreaterThanOrEqual(50);
        const { contents } = await importIntoCluster({
          programs,
          nodes: cluster.nodes,
          database,
          file,
          workspace: 'Beside three workers',
        });
        expect(differs(wanted, contents)).toEqual([]);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
