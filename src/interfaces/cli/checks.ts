/** The checks of `leadlight doctor`. Each reports what it found and changes nothing. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFile, suppressionKeyFile } from '../../auth/privacy-keeper';
import { ownSessionSecret, type Settings } from '../../../config/settings';
import { listOrganizations } from '../../store/admin/organizations';
import { serverClock } from '../../store/admin/server-clock';
import { unloggedEngagements } from '../../store/batches/unlogged';
import { checkCounts } from '../../store/writes/check-counts';
import { rulesVersion } from '../../rules/qualification/rules-version';
import { creditBalance, derivedBalance } from '../../store/credits/ledger';
import type { Database } from '../../database/database';
import { countOldReadings } from '../../store/writes/readings';
import { count } from './text';

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
    warn(`HOST is ${settings.HOST} but PUBLIC_URL is not set: links and token audiences name http://HOST:PORT`);
  }
  const disagree = ownSessionSecret(settings);
  if (disagree !== undefined) warn(disagree);
  return found.length > 0 ? found : [{ check: 'settings', level: 'ok', message: 'nothing unusual' }];
}

/** Counts again, for every workspace, the figures that are updated as leads change. */
export async function checkWorkspaces(db: Database): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, name } of await listOrganizations(db)) {
    const { accounts, profiles, pending, differences } = await checkCounts(db, id);
    const looked = `${name}: ${count(accounts, 'account')} and ${count(profiles, 'watched profile')} counted again`;
    if (pending > 0) {
      const message = `${name}: ${count(pending, 'queue entry', 'queue entries')} wait to be scored; run \`leadlight worker\` or serve`;
      findings.push({ check: 'counts', level: 'warning', message });
    }
    for (const { kind, id: about, message } of pending > 0 ? [] : differences.slice(0, 20)) {
      findings.push({ check: 'counts', level: 'problem', message: `${name}: ${kind} ${about} ${message}` });
    }
    if (differences.length === 0) findings.push({ check: 'counts', level: 'ok', message: looked });
    findings.push(await checkCredits(db, id, name), await checkLog(db, id, name));
  }
  const old = await countOldReadings(db, rulesVersion());
  findings.push(
    old === 0
      ? { check: 'readings', level: 'ok', message: 'headlines and comments are read by the rules of this version' }
      : {
          check: 'readings',
          level: 'warning',
          message: `${count(old, 'person', 'people')} read by older rules; serve and \`leadlight worker\` read them again`,
        },
  );
  return findings;
}

/** Checks that the log holds everything that was stored. Without a log nothing can be undone. */
async function checkLog(db: Database, organizationId: string, name: string): Promise<Finding> {
  const unlogged = (await unloggedEngagements(db, organizationId, mostUnlogged)).length;
  if (unlogged === 0) return { check: 'log', level: 'ok', message: `${name}: all engagement came with a batch` };
  return {
    check: 'log',
    level: 'problem',
    message:
      `${name}: ${unlogged === mostUnlogged ? 'at least ' : ''}${count(unlogged, 'engagement')} stored without a log by a process of an older ` +
      'release; end such processes, and import their files again before you undo anything',
  };
}

/** Unlogged rows are counted up to this number. */
const mostUnlogged = 10_000;

/** Checks that the stored balance equals the sum of the ledger. */
async function checkCredits(db: Database, organizationId: string, name: string): Promise<Finding> {
  const [kept, derived] = [await creditBalance(db, organizationId), await derivedBalance(db, organizationId)];
  const words = ({ available, held, consumed }: typeof kept) =>
    `${available} available, ${held} held, ${consumed} consumed`;
  return words(kept) === words(derived)
    ? { check: 'credits', level: 'ok', message: `${name}: ${words(kept)}` }
    : {
        check: 'credits',
        level: 'problem',
        message: `${name}: the balance says ${words(kept)}, its ledger adds up to ${words(derived)}`,
      };
}
