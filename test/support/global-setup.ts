/** Before a test run: its seed, and a folder in which the run's database servers, if any are asked for, find each other. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenSeed, seedVariable } from './run-seed';
import { runFolderVariable, runPidVariable } from './database-server';

export default function setup(): void {
  // One for all workers, whatever was asked for.
  const seed = String(chosenSeed());
  process.env[seedVariable] = seed;
  process.stderr.write(`Random choices of this run: ${seedVariable}=${seed}\n`);
  process.env[runFolderVariable] = mkdtempSync(join(tmpdir(), 'leadlight-run-'));
  process.env[runPidVariable] = String(process.pid);
}
