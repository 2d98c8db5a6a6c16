/** A whole service whose database goes silent: how soon it answers again, and whether it stops when it is told to. */
import { setTimeout } from 'node:timers/promises';
import { freezingProxy } from '../../scripts/freezing-proxy';
import { createApiKey } from '../../src/auth/api-keys';
import { dataAccessFlags } from '../../src/auth/rights';
import { createOrganization } from '../../src/store/access/organizations';
import { Database } from '../../src/database/database';
import { migrateUp } from '../../src/store/facade/migrate';
import { serve, type Programs } from './programs';

export interface FrozenResult {
  /** From the moment its connections went silent until its next good answer, in seconds. */
  readonly answeredAfter: number;
  /** Answers meanwhile, by status. */
  readonly meanwhile: Readonly<Record<string, number>>;
  /** From SIGTERM to its end, with all connections silent and new ones fine, in seconds. */
  readonly stoppedAfter: number;
  /** The same where new connections are silent too. */
  readonly stoppedCutOff: number;
}

const clients = 8;
const patienceMs = 180_000;

/** @param url of an empty database on a server of this machine. */
export async function frozenService(programs: Programs, url: string): Promise<FrozenResult> {
  const db = await Database.open(url);
  await migrateUp(db);
  const organization = await createOrganization(db, 'Frozen', Date.now());
  if (!organization) throw new Error('the name is taken');
  const key = { organizationId: organization.id, name: 'frozen', dataAccess: dataAccessFlags, expiresAt: null };
  const { secret } = await createApiKey(db, key);
  await db.close();
  const recovered = await underFreeze(programs, url, secret, async ({ ask, freeze }) => {
    freeze();
    const begun = performance.now();
    const meanwhile: Record<string, number> = {};
    let answeredAfter: number | undefined;
    const client = async () => {
      while (answeredAfter === undefined && performance.now() - begun < patienceMs) {
        const status = await ask();
        if (status === '200') answeredAfter ??= (performance.now() - begun) / 1000;
        else meanwhile[status] = (meanwhile[status] ?? 0) + 1;
        await setTimeout(50);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return { answeredAfter: answeredAfter ?? Infinity, meanwhile };
  });
  const stop = (andNew: boolean) =>
    underFreeze(programs, url, secret, async ({ ask, freeze, terminate }) => {
      freeze(andNew);
      // Requests are under way, and wait for the database, when the process is told to stop.
      const waiting = Array.from({ length: clients }, ask);
      await setTimeout(200);
      const stopped = await terminate();
      await Promise.all(waiting);
      return stopped / 1000;
    });
  return { ...recovered, stoppedAfter: await stop(false), stoppedCutOff: await stop(true) };
}

interface Frozen {
  /** Status of an answer, or `none`. */
  ask(): Promise<string>;
  freeze(andNew?: boolean): void;
  /** Tells the process to stop; milliseconds until it did. */
  terminate(): Promise<number>;
}

/** A service that has answered many clients, so that all its connections are open. */
async function underFreeze<T>(
  programs: Programs,
  url: string,
  secret: string,
  work: (frozen: Frozen) => Promise<T>,
): Promise<T> {
  const address = new URL(url);
  const proxy = await freezingProxy(Number(address.port));
  address.port = String(proxy.port);
  const serving = await serve(programs, { DATABASE_URL: address.href, SHUTDOWN_DELAY_MS: '0', RUN_WORKER: 'true' });
  const ask = () =>
    fetch(`http://127.0.0.1:${serving.port}/api/v1/customer/leads?limit=5`, {
      headers: { Authorization: `Bearer ${secret}`, Connection: 'close' },
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      ({ status }) => String(status),
      () => 'none',
    );
  try {
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: clients }, ask));
    if ((await ask()) !== '200') throw new Error('the service does not answer before anything is frozen');
    return await work({
      ask,
      freeze(andNew = false) {
        if (andNew) proxy.freezeNew();
        proxy.freeze();
      },
      terminate: () => serving.end('SIGTERM'),
    });
  } finally {
    await serving.end('SIGKILL');
    await proxy.close();
  }
}
