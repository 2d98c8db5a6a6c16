/** The faults that one server, or a SQLite file, is enough for: killed processes, and a database that goes silent. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../src/database/database';
import { round, type Report } from '../harness';
import { startServer, type DatabaseKind } from '../servers';
import { frozenService } from './frozen';
import { killMigrating, killRescoring, type KillsResult } from './kills';
import type { Programs } from './programs';

export interface ServerFaults {
  readonly programs: Programs;
  readonly databases: readonly DatabaseKind[];
  readonly kills: number;
  /** People of the workspace that is scored again. */
  readonly people: number;
  readonly say: (line: string) => void;
}

/** Seconds in which a service answers again after its connections went silent. */
const recoversWithin = 10;
/** Seconds in which it stops: ten for requests, two for the database, one for the process. */
const stopsWithin = 13;

export async function serverFaults({ programs, databases, kills, people, say }: ServerFaults): Promise<Report> {
  const killRows: Record<string, string | number>[] = [];
  const frozenRows: Record<string, string | number>[] = [];
  let lost = 0;
  const note = (database: DatabaseKind, work: string, result: KillsResult) => {
    lost += result.lost.length;
    for (const line of result.lost) say(`kills: ${database}: ${line}`);
    killRows.push({
      database,
      work,
      kills: result.kills,
      'finished afterwards': result.finished,
      lost: result.lost.length,
      rows: result.rows ?? '',
      seconds: round(result.seconds, 0),
    });
    say(`kills: ${JSON.stringify(killRows.at(-1))}`);
  };
  for (const kind of databases) {
    const folder = join(programs.folder, `server-${kind}`);
    mkdirSync(folder);
    const server = await startServer(kind, folder);
    let made = 0;
    const fresh = async () => {
      const name = `faults${(made += 1)}`;
      if (kind === 'sqlite') return server.url(name);
      const db = await Database.open(server.url('mysql'), { maxConnections: 1 });
      await db.run(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`).finally(() => db.close());
      return server.url(name);
    };
    try {
      note(kind, 'scoring again', await killRescoring(await fresh(), folder, { kills, people }));
      note(kind, 'migrating', await killMigrating(fresh, kills));
      if (kind === 'sqlite') continue;
      const frozen = await frozenService(programs, await fresh());
      frozenRows.push({
        database: kind,
        'answers again after s': round(frozen.answeredAfter),
        meanwhile: Object.entries(frozen.meanwhile)
          .map(([status, n]) => `${n} x ${status}`)
          .join(', '),
        'stops after s': round(frozen.stoppedAfter),
        'stops with new ones silent too after s': round(frozen.stoppedCutOff),
      });
      say(`frozen: ${JSON.stringify(frozenRows.at(-1))}`);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const left = new Set(killRows.flatMap(({ rows }) => (rows ? [rows] : [])));
  const most = (name: string) => Math.max(0, ...frozenRows.map((row) => Number(row[name])));
  return {
    sections: [
      { title: 'Processes killed at random moments', rows: killRows },
      { title: 'A service whose open database connections go silent', rows: frozenRows },
    ],
    targets: [
      { name: 'rescorings and migrations lost', limit: 0, value: lost, sense: 'most' },
      { name: 'different rows left by the databases', limit: 1, value: left.size, sense: 'most' },
      {
        name: 'seconds until it answers again',
        limit: recoversWithin,
        value: most('answers again after s'),
        sense: 'most',
      },
      {
        name: 'seconds until it stops',
        limit: stopsWithin,
        value: Math.max(most('stops after s'), most('stops with new ones silent too after s')),
        sense: 'most',
      },
    ],
  };
}
