/** The reads bench compares like with like: its bare side, written by hand, answers byte for byte what the service answers. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../..');

test('both sides answer the same, and every read is measured', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-'));
  const bench = join(root, 'scripts', 'bench.mjs');
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [bench, 'reads', '--databases=sqlite', '--scale=0.002', '--rounds=1'],
      { cwd: root, env: { ...process.env, LEADLIGHT_BENCH_DIR: folder } },
    );
    const measured = stdout.split('\n').filter((line) => line.includes('app CPU against bare'));
    expect(measured).toHaveLength(6);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
