/**
 * npm run bench -- oauth: refresh rotations per second and the cost of verifying an access token, in one run on one machine.
 *
 * Sixteen connections rotate at once, each as fast as its answers come. The servers take turns in short rounds and are
 * compared within each round, so that what else the machine does falls on all of them alike; the median counts.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { AccessTokens } from '../src/access/access-tokens';
import { startMariaDb } from './oauth-database';
import type { Ready } from './oauth-server';

const connections = 16;
const rounds = 15;
const roundMs = 600;
const warmUpMs = 3_000;

export interface RotationRow {
  readonly server: string;
  readonly rotationsPerSecond: number;
  /** CPU of the server's process; a database server's own is not in it. */
  readonly cpuMsPerRotation: number;
  readonly timesOidcProvider: number;
  readonly timesBare: number;
}

export interface OauthBench {
  readonly rotations: readonly RotationRow[];
  readonly verify: { readonly warmCpuMs: number; readonly coldCpuMs: number };
  readonly targets: readonly { readonly target: string; readonly met: boolean }[];
}

class Server {
  private readonly tokens: string[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: connections });

  private constructor(
    readonly name: string,
    private readonly child: ChildProcess,
    private readonly ready: Ready,
  ) {
    this.tokens = [...ready.refreshTokens];
  }

  static async start(name: string, kind: string, folder: string): Promise<Server> {
    const child = fork(join(__dirname, 'oauth-server.js'), [kind, String(connections)], {
      env: { ...process.env, BENCH_FOLDER: folder, NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message: Ready) => resolve(message));
      child.once('exit', () => reject(new Error(`${name} did not start`)));
    });
    return new Server(name, child, ready);
  }

  async round(milliseconds: number): Promise<{ perSecond: number; cpuMs: number }> {
    const cpuBefore = await this.cpu();
    const begin = performance.now();
    const until = begin + milliseconds;
    let count = 0;
    await Promise.all(
      this.tokens.map(async (_token, at) => {
        while (performance.now() < until) {
          await this.rotate(at);
          count += 1;
        }
      }),
    );
    const seconds = (performance.now() - begin) / 1000;
    return { perSecond: count / seconds, cpuMs: ((await this.cpu()) - cpuBefore) / count };
  }

  stop(): void {
    this.agent.destroy();
    this.child.removeAllListeners('exit');
    this.child.kill();
  }

  private cpu(): Promise<number> {
    return new Promise((resolve) => {
      this.child.once('message', (message: { cpuMs: number }) => resolve(message.cpuMs));
      this.child.send('cpu');
    });
  }

  private rotate(at: number): Promise<void> {
    const { port, path, clientId } = this.ready;
    const body = `grant_type=refresh_token&client_id=${clientId}&refresh_token=${this.tokens[at]}`;
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
    return new Promise((resolve, reject) => {
      const req = request({ host: '127.0.0.1', port, path, method: 'POST', agent: this.agent, headers }, (res) => {
        let text = '';
        res.setEncoding('utf8');
        res.on('data', (part: string) => (text += part));
        res.on('end', () => {
          const next: unknown = JSON.parse(text).refresh_token;
          if (res.statusCode !== 200 || typeof next !== 'string' || next === this.tokens[at]) {
            reject(new Error(`${this.name} answered ${res.statusCode} to a rotation`));
            return;
          }
          this.tokens[at] = next;
          resolve();
        });
      });
      req.on('error', reject);
      req.end(body);
    });
  }
}

/** Runs it all. `progress` is told what happens. */
export async function benchOauth(progress: (line: string) => void = () => undefined): Promise<OauthBench> {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-bench-'));
  const mariadb = await startMariaDb();
  const servers: Server[] = [];
  try {
    servers.push(await Server.start('bare express + ES256, in memory', 'bare', folder));
    servers.push(await Server.start('oidc-provider, in memory', 'oidc-provider', folder));
    if (mariadb) servers.push(await Server.start('Leadlight, MariaDB (durable)', mariadb.url, folder));
    servers.push(await Server.start('Leadlight, SQLite', `sqlite:${join(folder, 'bench.db')}`, folder));
    const results = new Map<Server, { perSecond: number; cpuMs: number }[]>(servers.map((server) => [server, []]));
    for (const server of servers) await server.round(warmUpMs);
    for (let round = 0; round < rounds; round += 1) {
      for (const server of servers) {
        const result = await server.round(roundMs);
        results.get(server)?.push(result);
        progress(`${server.name}: ${Math.round(result.perSecond)} rotations/s`);
      }
    }
    const perSecond = (server: Server | undefined) =>
      (server && results.get(server)?.map((result) => result.perSecond)) ?? [];
    /** The median of the round by round ratios. */
    const ratio = (server: Server, to: Server | undefined) => {
      const others = perSecond(to);
      return rounded(median(perSecond(server).map((value, round) => value / (others[round] ?? Number.NaN))));
    };
    const [bare, oidc] = servers;
    const rotations = servers.map((server) => ({
      server: server.name,
      rotationsPerSecond: Math.round(median(perSecond(server))),
      cpuMsPerRotation: rounded(median((results.get(server) ?? []).map((result) => result.cpuMs))),
      timesOidcProvider: ratio(server, oidc),
      timesBare: ratio(server, bare),
    }));
    const verify = await benchVerify();
    const durable = rotations.find((row) => row.server.includes('MariaDB'));
    return {
      rotations,
      verify,
      targets: [
        {
          target: 'rotations on MariaDB at least 0.5x oidc-provider in memory',
          met: (durable?.timesOidcProvider ?? 0) >= 0.5,
        },
        { target: 'verifying a token at most 0.1 ms CPU warm', met: verify.warmCpuMs <= 0.1 },
      ],
    };
  } finally {
    for (const server of servers) server.stop();
    await mariadb?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU of one verification: of a token seen before, and of one that is new. */
async function benchVerify(): Promise<{ warmCpuMs: number; coldCpuMs: number }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [issuer, audience, kid, gid] = ['https://bench.example', 'https://bench.example/mcp', 'bench', randomUUID()];
  const tokens = Array.from({ length: 2_000 }, () =>
    jwt.sign({ sub: 'a', org: 'o', client_id: 'c', scope: 'workspace:read', gid, jti: randomUUID() }, privateKey, {
      algorithm: 'ES256',
      expiresIn: 900,
      issuer,
      audience,
      header: { alg: 'ES256', typ: 'at+jwt', kid },
    }),
  );
  const verifier = new AccessTokens({
    issuer,
    audience,
    keys: { find: (id) => (id === kid ? publicKey : undefined), refresh: () => Promise.resolve() },
    load: () =>
      Promise.resolve({
        organizationId: 'o',
        clientId: 'c',
        userId: 'a',
        clientName: 'Bench',
        userRole: 'OWNER' as const,
        connectedAt: 0,
        lastUsedAt: null,
        expiresAt: Number.MAX_SAFE_INTEGER,
      }),
  });
  const cpuOf = async (times: number) => {
    const before = process.cpuUsage();
    for (let n = 0; n < times; n += 1) {
      const connection = await verifier.verify(tokens[n % tokens.length] ?? '');
      if (!connection) throw new Error('a good token was refused');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  };
  const coldCpuMs = await cpuOf(tokens.length);
  await cpuOf(20_000);
  return { coldCpuMs: rounded(coldCpuMs, 4), warmCpuMs: rounded(await cpuOf(100_000), 4) };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** The table for a person's eye. */
export function formatOauthBench({ rotations, verify, targets }: OauthBench): string {
  const lines = rotations.map(
    (row) =>
      `${row.server.padEnd(34)}${String(row.rotationsPerSecond).padStart(8)} rotations/s ${String(row.cpuMsPerRotation).padStart(6)} CPU ms ${String(row.timesOidcProvider).padStart(6)}x oidc-provider ${String(row.timesBare).padStart(6)}x bare`,
  );
  lines.push(`verifying an access token: ${verify.warmCpuMs} CPU ms warm, ${verify.coldCpuMs} cold`);
  for (const { target, met } of targets) lines.push(`${met ? 'met ' : 'MISSED'}  ${target}`);
  return lines.join('\n');
}

if (require.main === module) {
  const json = process.argv.includes('--json');
  benchOauth((line) => process.stderr.write(json ? '' : `  ${line}\n`))
    .then((result) => console.log(json ? JSON.stringify(result) : formatOauthBench(result)))
    .catch((error: unknown) => {
      console.error(error);
      process.exitCode = 1;
    });
}
