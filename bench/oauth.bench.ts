/**
 * Refresh rotations, ours durable against oidc-provider and bare express in memory, and the cost of verifying an access token.
 *
 * Sixteen connections rotate at once, each as fast as its answers come. The servers take turns in short rounds and are
 * compared within each round, so that what else the machine does falls on all of them alike; the median counts.
 */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { AccessTokens } from '../src/auth/access-tokens';
import { MeasuredProcess, median, round, send, usage, type Benchmark, type Section, type Target } from './harness';
import { makeDurableDatabase, seedConnections } from './oauth-seed';
import type { Setup } from './oauth-server';
import { startServer, type BenchServer, type DatabaseKind } from './servers';

const connections = 16;
/** Turns of each server for one `--rounds`. */
const turnsPerRound = 3;
const turnMs = 600;
const warmUpMs = 3_000;

export const benchmark: Benchmark = {
  title: 'refresh rotations against oidc-provider and bare express; verifying an access token',
  async run({ databases, scale, rounds, say }) {
    const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-oauth-'));
    const servers: BenchServer[] = [];
    const variants: Rotating[] = [];
    try {
      variants.push(await Rotating.inMemory('bare', folder), await Rotating.inMemory('oidc-provider', folder));
      for (const kind of databases) {
        const server = await startServer(kind, join(folder, kind));
        servers.push(server);
        if (kind !== 'sqlite') await makeDurableDatabase(server.url('mysql'), 'oauth');
        variants.push(await Rotating.leadlight(kind, server.url('oauth'), folder));
      }
      for (const side of variants) await side.turn(warmUpMs * scale);
      for (let turn = 0; turn < rounds * turnsPerRound; turn += 1) {
        for (const side of variants) await side.turn(turnMs * scale, true);
        say(`oauth: turn ${turn + 1}`);
      }
      const verify = await verifyCost(scale);
      return {
        sections: [rotationSection(variants), verify.section],
        targets: [...targetsOf(variants), verify.target],
      };
    } finally {
      for (const side of variants) await side.stop();
      for (const server of servers) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A token endpoint and sixteen connections that go on refreshing. */
class Rotating {
  readonly perSecond: number[] = [];
  readonly cpuMs: number[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: connections });

  private constructor(
    readonly name: string,
    private readonly process: MeasuredProcess,
    private readonly path: string,
    private readonly clientId: string,
    private readonly tokens: string[],
  ) {}

  static async inMemory(kind: 'bare' | 'oidc-provider', folder: string): Promise<Rotating> {
    const process = await start({ kind, databaseUrl: '', dataDir: folder, connections });
    const { body } = await send(process.port, { path: '/first-tokens' });
    const tokens: string[] = JSON.parse(body.toString());
    return new Rotating(
      kind === 'bare' ? 'express + ES256, in memory' : 'oidc-provider, in memory',
      process,
      '/token',
      'bench',
      tokens,
    );
  }

  static async leadlight(kind: DatabaseKind, databaseUrl: string, folder: string): Promise<Rotating> {
    const { clientId, refreshTokens } = await seedConnections(databaseUrl, connections);
    const process = await start({ kind: 'leadlight', databaseUrl, dataDir: folder, connections });
    return new Rotating(`leadlight, ${kind}`, process, '/api/v1/mcp/oauth/token', clientId, [...refreshTokens]);
  }

  async turn(milliseconds: number, counts = false): Promise<void> {
    const before = await this.process.usage();
    const begin = performance.now();
    let count = 0;
    const chain = async (_token: string, at: number): Promise<void> => {
      while (performance.now() < begin + milliseconds) {
        await this.rotate(at);
        count += 1;
      }
    };
    await Promise.all(this.tokens.map(chain));
    const seconds = (performance.now() - begin) / 1000;
    const after = await this.process.usage();
    if (!counts) return;
    this.perSecond.push(count / seconds);
    this.cpuMs.push((after.cpu - before.cpu) / count);
  }

  /** The median of the turn by turn ratios. */
  times(other: Rotating | undefined): number {
    return median(this.perSecond.map((value, turn) => value / (other?.perSecond[turn] ?? NaN)));
  }

  async stop(): Promise<void> {
    this.agent.destroy();
    await this.process.stop();
  }

  private async rotate(at: number): Promise<void> {
    const held = this.tokens[at] ?? '';
    const body = `grant_type=refresh_token&client_id=${this.clientId}&refresh_token=${held}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(body.length) };
    const answer = await send(this.process.port, { path: this.path, method: 'POST', headers, body }, this.agent);
    const next: unknown = JSON.parse(answer.body.toString()).refresh_token;
    // A server that does not rotate does less than is compared here.
    if (answer.status !== 200 || typeof next !== 'string' || next === held) {
      throw new Error(`${this.name} answered ${answer.status} to a rotation`);
    }
    this.tokens[at] = next;
  }
}

function start(setup: Setup): Promise<MeasuredProcess> {
  return MeasuredProcess.start(join(__dirname, 'oauth-server.js'), setup);
}

function rotationSection(variants: readonly Rotating[]): Section {
  const [bare, oidc] = variants;
  return {
    title: 'refresh rotations (the database server has a process of its own, which is not in the CPU column)',
    rows: variants.map((side) => ({
      server: side.name,
      'rotations/s': Math.round(median(side.perSecond)),
      'CPU ms/rotation': round(median(side.cpuMs)),
      'x oidc-provider': round(side.times(oidc)),
      'x express': round(side.times(bare)),
    })),
  };
}

function targetsOf(variants: readonly Rotating[]): Target[] {
  const [, oidc, ...ours] = variants;
  return ours
    .filter((side) => !side.name.endsWith('sqlite'))
    .map((side) => ({
      name: `rotations/s, durable ${side.name} / oidc-provider in memory`,
      limit: 0.5,
      value: side.times(oidc),
      sense: 'least',
    }));
}

/** CPU of one verification: of a token seen before, and of one that is new. */
async function verifyCost(scale: number): Promise<{ section: Section; target: Target }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [issuer, audience, kid, gid] = ['https://bench.example', 'https://bench.example/mcp', 'bench', randomUUID()];
  const claims = () => ({ sub: 'a', org: 'o', client_id: 'c', scope: 'workspace:read', gid, jti: randomUUID() });
  const header = { alg: 'ES256', typ: 'at+jwt', kid } as const;
  const tokens = Array.from({ length: 2_000 }, () =>
    jwt.sign(claims(), privateKey, { algorithm: 'ES256', expiresIn: 900, issuer, audience, header }),
  );
  const connection = {
    organizationId: 'o',
    clientId: 'c',
    userId: 'a',
    clientName: 'Bench',
    userRole: 'OWNER' as const,
    connectedAt: 0,
    lastUsedAt: null,
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
  const verifier = new AccessTokens({
    addresses: { isIssuer: (one) => one === issuer, isAudience: (one) => one === audience },
    keys: { find: (id) => (id === kid ? publicKey : undefined), refresh: () => Promise.resolve() },
    load: () => Promise.resolve(connection),
  });
  const cpuOf = async (times: number): Promise<number> => {
    const before = usage().cpu;
    for (let n = 0; n < times; n += 1) {
      if (!(await verifier.verify(tokens[n % tokens.length] ?? ''))) throw new Error('a good token was refused');
    }
    return (usage().cpu - before) / times;
  };
  const cold = await cpuOf(tokens.length);
  await cpuOf(20_000 * scale);
  const warm = await cpuOf(100_000 * scale);
  return {
    section: {
      title: 'verifying an access token',
      rows: [
        { token: 'seen before', 'CPU ms': round(warm, 4) },
        { token: 'new', 'CPU ms': round(cold, 4) },
      ],
    },
    target: { name: 'verifying a token, CPU ms warm', limit: 0.1, value: warm, sense: 'most' },
  };
}
