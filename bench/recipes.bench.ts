/**
 * The recipe for n8n against the node types of the newest n8n 1.x and 2.x, read by n8n's own functions: every parameter is taken. Writes
 * the record that the quick test holds the recipe against.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Benchmark, Cell, Target } from './harness';
import { fileOfPackage, withPackages } from './packages';
import { benchFolder } from './servers';

/** What each n8n names as its own packages. */
const versions = [
  { n8n: '1.123.81', workflow: '1.120.31', nodes: '1.121.53' },
  { n8n: '2.41.3', workflow: '2.41.0', nodes: '2.41.2' },
];
const repository = join(__dirname, '..', '..', '..');
const nodesSchema = z.array(
  z.object({
    name: z.string(),
    type: z.string(),
    versions: z.array(z.number()),
    taken: z.array(z.string()),
    dropped: z.array(z.string()),
    control: z.boolean().default(false),
  }),
);

export const benchmark: Benchmark = {
  title: "the recipe for n8n against n8n's node types",
  run({ say }) {
    const rows: Record<string, Cell>[] = [];
    const targets: Target[] = [];
    const record: Record<string, Record<string, { versions: number[]; parameters: string[] }>> = {};
    for (const { n8n, workflow, nodes } of versions) {
      say(`recipes: n8n ${n8n}`);
      const script = join(repository, 'bench', 'recipes', 'takes.mjs');
      const folder = withPackages(`n8n-workflow-${workflow}`, { 'n8n-workflow': workflow }, [script]);
      const types = fileOfPackage('n8n-nodes-base', nodes, 'dist/types/nodes.json');
      const recipe = join(repository, 'examples', 'n8n', 'leadlight-changes.json');
      const said = execFileSync(process.execPath, [join(folder, 'takes.mjs'), types, recipe], { encoding: 'utf8' });
      const found = nodesSchema.parse(JSON.parse(said));
      const taken: (typeof record)[string] = {};
      for (const node of found) {
        const before = taken[node.type]?.parameters ?? [];
        taken[node.type] = { versions: node.versions, parameters: [...new Set([...before, ...node.taken])].sort() };
        rows.push({
          n8n,
          node: node.name,
          type: node.type,
          'parameters taken': node.taken.length,
          'not taken': node.dropped.join(', ') || 'none',
          'unknown ones dropped': node.control ? 'yes' : 'NO',
        });
      }
      record[n8n] = taken;
      const value = found.reduce((sum, { dropped, control }) => sum + dropped.length + (control ? 0 : 1), 0);
      targets.push({ name: `n8n ${n8n}: parameters not taken`, limit: 0, value, sense: 'most' });
    }
    const path = join(benchFolder, 'n8n-nodes.json');
    const tried = new Date().toISOString().slice(0, 10);
    writeFileSync(path, `${JSON.stringify({ tried, takes: record }, null, 2)}\n`);
    say(`recipes: for the quick test, copy ${path} to test/rest/support/n8n-nodes.json`);
    return Promise.resolve({ sections: [{ title: 'n8n', rows }], targets });
  },
};
