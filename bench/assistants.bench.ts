/**
 * Assistants and client libraries as npm installs them connect to the service: each signs in, lists the tools, calls one and
 * refreshes its token. A script is the person's browser, and where a program calls tools only for a model, a script is the model.
 * `LEADLIGHT_BENCH_CLIENTS="Claude Code,sdk-1.11"` tries those alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../src/database/database';
import { clientNames, installClients } from './assistants/clients';
import { connectAll, steps, type Connected, type Wanted } from './assistants/connect';
import { install, programs, type Program } from './assistants/programs';
import type { Benchmark, Target } from './harness';
import { benchFolder, startServer, type BenchServer, type DatabaseKind } from './servers';

/** About 1.4 GB, kept between runs. */
const packages = join(benchFolder, 'assistants');
const leadlight = [join(__dirname, 'faults', 'leadlight.js')];

export const benchmark: Benchmark = {
  title: 'assistants and client libraries as npm installs them: register, consent, redeem, list, call, refresh',
  async run({ databases, say }) {
    const wanted = await chosen(say);
    const rows: (Connected & { readonly database: DatabaseKind })[] = [];
    for (const kind of databases) rows.push(...(await connectOver(kind, wanted, say)));
    const targets: Target[] = rows.map(({ client, database, done }) => ({
      name: `${client} on ${database}: steps of six`,
      limit: steps.length,
      value: done,
      sense: 'least',
    }));
    return { sections: [{ title: 'assistants', rows }], targets };
  },
};

/** The programs and libraries to try, installed. @throws Error for a name that is none of them. */
async function chosen(say: (line: string) => void): Promise<Wanted> {
  const asked = process.env['LEADLIGHT_BENCH_CLIENTS'] ?? '';
  const known = [...programs.map(({ name }) => name), ...clientNames];
  const names = asked === '' ? known : asked.split(',').map((name) => name.trim());
  const strange = names.filter((name) => !known.includes(name));
  if (strange.length > 0) throw new Error(`There is no client ${strange.join(', ')}; there are ${known.join(', ')}.`);
  const isWanted = ({ name }: Program) => names.includes(name);
  const wanted = programs.filter(isWanted);
  if (wanted.length > 0) await install(packages, say);
  const isLibrary = names.some((name) => clientNames.includes(name));
  return { programs: wanted, clients: isLibrary ? installClients().filter(isWanted) : [] };
}

/** Connects them to a service over one database. @returns a row for each. */
async function connectOver(kind: DatabaseKind, wanted: Wanted, say: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-assistants-'));
  const server = await startServer(kind, join(folder, 'server'));
  try {
    const databaseUrl = await makeDatabase(kind, server);
    const connected = await connectAll({ leadlight, folder, databaseUrl, packages }, wanted, (line) =>
      say(`assistants: ${kind}: ${line}`),
    );
    return connected.map((one) => ({ ...one, database: kind }));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeDatabase(kind: DatabaseKind, server: BenchServer): Promise<string> {
  if (kind !== 'sqlite') {
    const admin = await Database.open(server.url('mysql'), { maxConnections: 1 });
    await admin.run('CREATE DATABASE assistants CHARACTER SET utf8mb4 COLLATE utf8mb4_bin');
    await admin.close();
  }
  return server.url('assistants');
}
