/** After a test run: its database servers end, and its folder goes. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runFolderVariable } from './database-server';

export default async function teardown(): Promise<void> {
  const run = process.env[runFolderVariable];
  if (!run) return;
  for (const kind of readdirSync(run)) {
    const file = join(run, kind, 'keeper.pid');
    if (existsSync(file)) await endKeeper(Number(readFileSync(file, 'utf8')));
  }
  rmSync(run, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}

/** The keeper ends its server before itself. */
async function endKeeper(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
    // It kills a server that takes longer than ten seconds.
    for (let waited = 0; waited < 120_000; waited += 50) {
      process.kill(pid, 0);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } catch {
    // It is gone.
  }
}
