/** The real service as processes of its own over one database, for races and for being killed. */
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSessions } from '../../../src/auth/sessions';
import { openTestDatabase, type DatabaseKind, type OpenTestDatabase } from '../../support/databases';
import { addWorkspace, sessionSecret, type TestWorkspace } from './server';

export interface ServiceProcess {
  readonly port: number;
  readonly pid: number;
  readonly issuer: string;
  readonly resource: string;
  /** SIGKILL: no chance to finish anything. Resolves when it is gone. */
  kill(): Promise<void>;
}

export interface Site {
  readonly database: OpenTestDatabase;
  readonly workspace: TestWorkspace;
  /** Settings with which `leadlight` commands reach the same database. */
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<ServiceProcess>;
  close(): Promise<void>;
}

/**
 * A database with a workspace, and processes that serve it when started.
 * @param more settings of the processes besides the usual ones.
 */
export async function openSite(kind: DatabaseKind, more: Readonly<Record<string, string>> = {}): Promise<Site> {
  const database = await openTestDatabase(kind);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-processes-'));
  const sessions = openSessions({ secret: sessionSecret, dataDir: folder });
  const workspace = await addWorkspace({ db: database.db, sessions });
  const running = new Set<ServiceProcess>();
  const env = { DATABASE_URL: database.database.url, DATA_DIR: folder };
  return {
    database,
    workspace,
    env,
    async start() {
      const started = await startProcess({
        ...env,
        // Every process speaks for the same address; tests reach each by its own port.
        PUBLIC_URL: 'http://leadlight.test',
        SESSION_TOKEN_SECRET: sessionSecret,
        OAUTH_ALLOWED_REDIRECT_ORIGINS: 'https://app.example.com',
        OAUTH_REGISTRATIONS_PER_HOUR: '100000',
        ...more,
      });
      running.add(started);
      return {
        ...started,
        kill: () => {
          running.delete(started);
          return started.kill();
        },
      };
    },
    async close() {
      await Promise.all([...running].map((process) => process.kill()));
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @param env besides the usual ones: where its database and files are. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const child = fork(join(__dirname, 'serve-process.cjs'), {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'fatal', RUN_WORKER: 'false', ...env },
    execArgv: [],
  });
  const port = await portOf(child).catch((error: unknown) => {
    // On a very busy machine a service gives its first connection up: it is started again.
    if (/ETIMEDOUT|stopped answering/.test(String(error))) return undefined;
    throw error;
  });
  if (port === undefined) return startProcess(env);
  const base = `http://127.0.0.1:${port}/api/v1/mcp`;
  return {
    port,
    pid: child.pid ?? 0,
    issuer: `${base}/oauth`,
    resource: base,
    kill: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { port?: number; error?: string }) => {
      if (message.port !== undefined) return resolve(message.port);
      child.kill('SIGKILL');
      reject(new Error(message.error));
    });
    // Not its exit, which may be heard of before its last message.
    child.once('close', (code) => reject(new Error(`the service process ended with ${code}`)));
  });
}
