/** Before a test run: a folder in which the run's database servers, if any are asked for, find each other. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runFolderVariable, runPidVariable } from './database-server';

export default function setup(): void {
  process.env[runFolderVariable] = mkdtempSync(join(tmpdir(), 'leadlight-run-'));
  process.env[runPidVariable] = String(process.pid);
}
