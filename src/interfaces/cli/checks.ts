/** The checks of `leadlight doctor`. Each reports what it found and changes nothing. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFile, suppressionKeyFile } from '../../auth/privacy-keeper';
import { mailedLinksStayHere, publicUrlOf } from '../../../config/public-address';
import { ownSessionSecret, type Settings } from '../../../config/settings';
import { serverClock } from '../../store/access/server-clock';
import type { Database } from '../../database/database';

export interface Finding {
  readonly check: string;
  readonly level: 'ok' | 'warning' | 'problem';
  readonly message: string;
}

/** Largest difference between the clocks of this machine and the database that is tolerated: codes live 60 seconds. */
const clockToleranceMs = 5_000;

const oldest = { mysql: [8, 0], mariadb: [10, 6] } as const;

export function checkServerVersion(serverVersion: string): Finding {
  const check = 'database version';
  if (serverVersion.startsWith('SQLite')) return { check, level: 'ok', message: serverVersion };
  const kind = /mariadb/i.test(serverVersion) ? 'mariadb' : 'mysql';
  const [, major = '0', minor = '0'] = /(?<!\d)(\d+)\.(\d+)/.exec(serverVersion) ?? [];
  const [wantedMajor, wantedMinor] = oldest[kind];
  const good = Number(major) > wantedMajor || (Number(major) === wantedMajor && Number(minor) >= wantedMinor);
  return good
    ? { check, level: 'ok', message: serverVersion }
    : { check, level: 'problem', message: `${serverVersion}: Leadlight needs MySQL 8.0 or MariaDB 10.6 or newer` };
}

export async function checkClock(db: Database): Promise<Finding> {
  const before = Date.now();
  const server = await serverClock(db);
  const offset = Math.round(server - (before + Date.now()) / 2);
  const message = `the database's clock and this machine's differ by ${Math.abs(offset)} ms`;
  return Math.abs(offset) <= clockToleranceMs
    ? { check: 'clock', level: 'ok', message }
    : { check: 'clock', level: 'problem', message: `${message}; synchronise both with NTP` };
}

/** Files that hold secrets must be readable by their owner only. */
export function checkFileModes(settings: Settings): Finding[] {
  const database = settings.DATABASE_URL.startsWith('sqlite:')
    ? settings.DATABASE_URL.slice('sqlite:'.length)
    : undefined;
  const files = [
    join(settings.DATA_DIR, 'session-secret'),
    join(settings.DATA_DIR, 'demo.json'),
    database,
    join(settings.DATA_DIR, suppressionKeyFile),
    join(settings.DATA_DIR, ledgerFile),
  ];
  return files
    .filter((path) => path !== undefined)
    .filter((path) => existsSync(path))
    .map((path): Finding => {
      const mode = (statSync(path).mode & 0o777).toString(8);
      return (statSync(path).mode & 0o077) === 0
        ? { check: 'file modes', level: 'ok', message: `${path} is ${mode}` }
        : {
            check: 'file modes',
            level: 'problem',
            message: `${path} has mode ${mode}, so others can read it; run chmod 600`,
          };
    });
}

/** Settings that are allowed but rarely intended. */
export function checkSettings(settings: Settings): Finding[] {
  const found: Finding[] = [];
  const warn = (message: string) => found.push({ check: 'settings', level: 'warning', message });
  const url = settings.PUBLIC_URL === undefined ? undefined : new URL(settings.PUBLIC_URL);
  const local = url === undefined || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!local && url.protocol !== 'https:') warn('PUBLIC_URL is plain http: tokens and passwords travel unencrypted');
  if (!local && settings.TRUST_PROXY === 'false') {
    warn('TRUST_PROXY is false: behind a proxy all people share one address and its rate limits');
  }
  if (url === undefined && !['localhost', '127.0.0.1', '::1'].includes(settings.HOST)) {
    warn(`HOST is ${settings.HOST} but PUBLIC_URL is not set: links and token audiences name ${publicUrlOf(settings)}`);
  }
  for (const problem of [mailedLinksStayHere(settings), ownSessionSecret(settings)]) if (problem) warn(problem);
  return found.length > 0 ? found : [{ check: 'settings', level: 'ok', message: 'nothing unusual' }];
}
