/** Before a test run: its seed, and a folder in which the run's database servers, if any are asked for, find each other. */
import { mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chosenSeed, seedVariable } from './run-seed';
import { runFolderVariable, runPidVariable } from './database-server';

/** A folder that is kept in memory: what a database server waits for its disk is most of the time that making a table takes. */
const inMemory = '/dev/shm';
/** Bytes that a run may fill there; it takes a fraction. */
const room = 6 * 2 ** 30;

/** Whether the machine has that folder with so much room in it, and the memory. */
function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > room && freemem() > room;
  } catch {
    return false;
  }
}

export default function setup(): void {
  // Of this process and its workers: temporary folders of tests, databases, browsers. Another place that was asked for stays.
  if (process.env['TMPDIR'] === undefined && hasRoom()) process.env['TMPDIR'] = inMemory;
  // Processes that tests start load our files from TypeScript too.
  const options = process.env['NODE_OPTIONS'] ?? '';
  process.env['NODE_OPTIONS'] =
    `${options} --require ${JSON.stringify(join(__dirname, '..', 'oauth', 'support', 'typescript.cjs'))}`.trim();
  // One for all workers, whatever was asked for.
  const seed = String(chosenSeed());
  process.env[seedVariable] = seed;
  process.stderr.write(`Random choices of this run: ${seedVariable}=${seed}\n`);
  process.env[runFolderVariable] = mkdtempSync(join(tmpdir(), 'leadlight-run-'));
  process.env[runPidVariable] = String(process.pid);
}
