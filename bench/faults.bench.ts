/** Real faults: what is lost of connections, imports, rescoring, migrations and requests when nodes, processes or networks fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasGalera } from '../scripts/galera';
import { clusterFaults } from './faults/cluster';
import { serverFaults } from './faults/one-server';
import type { Benchmark, Report } from './harness';
import { benchmark as rolling } from './rolling.bench';

export const benchmark: Benchmark = {
  title: 'what is lost when nodes, processes and networks fail',
  async run(options) {
    const { databases, scale, say } = options;
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-faults-'));
    const programs = { leadlight: [join(__dirname, 'faults', 'leadlight.js')], folder };
    const reports: Report[] = [];
    const times = (most: number) => Math.max(1, Math.round(most * scale));
    try {
      reports.push(await serverFaults({ programs, databases, kills: times(30), people: 4_000, say }));
      if (hasGalera()) {
        reports.push(
          await clusterFaults({
            programs,
            chains: 40,
            rotations: times(30),
            rows: Math.max(2_000, Math.round(40_000 * scale)),
            imports: times(6),
            kills: times(2),
            say,
          }),
        );
      } else {
        say('faults: the cluster is left out, because this machine lacks it (apt-get install mariadb-server galera-4)');
      }
      reports.push(await rolling.run(options));
      return {
        sections: reports.flatMap(({ sections }) => sections),
        targets: reports.flatMap(({ targets }) => targets),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
