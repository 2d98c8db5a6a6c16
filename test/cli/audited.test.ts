/** Every command: what it changes is in the audit log with one entry that names the operator and the object; what only reads leaves none. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { commandTree } from '../../src/interfaces/cli/main';
import { Database } from '../../src/database/database';
import { operator, type Operator } from './recorded-terminal';

const examples = join(__dirname, '..', '..', 'examples');

const names = commandTree.commands.flatMap((entry) =>
  'run' in entry
    ? [entry.name]
    : [...(entry.own ? [entry.name] : []), ...entry.commands.map((command) => `${entry.name} ${command.name}`)],
);

/** They run until they are stopped: what they do has its entries in test/full/cli/process.test.ts and the tests of jobs. */
const running = ['serve', 'worker', 'demo'];

/** The schema, and work on files of the database, which has a journal of its own. */
const schema = ['migrate'];

let op: Operator;
/** What earlier commands made, by name. */
const made = new Map<string, string>();
const idOf = (name: string) => made.get(name) ?? '';

const textAt = (value: unknown, path: readonly string[]): string => {
  const found = path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Object.entries(at).find(([key]) => key === name)?.[1] : at),
    value,
  );
  if (typeof found !== 'string') throw new Error(`nothing at ${path.join('.')}`);
  return found;
};

/** A change: what is typed behind its name, and where its answer names what later lines need. */
interface Change {
  readonly line: () => string;
  readonly keeps?: Readonly<Record<string, readonly string[]>>;
}

const exported = () => join(op.dataDir, 'exported.csv');
const post = 'urn:li:activity:7463211004839129088';
const person = 'https://www.linkedin.com/in/somebody-else';

/** In an order in which each finds what it needs. */
const changes: Readonly<Record<string, Change>> = {
  'workspace create': { line: () => 'Acme', keeps: { workspace: ['organizationId'] } },
  'workspace rename': { line: () => 'Acme "Acme Sales"' },
  'member add': { line: () => 'ada@example.com' },
  'member invite': { line: () => 'bea@example.com' },
  'member reset-link': { line: () => 'ada@example.com' },
  'member set-password': { line: () => 'ada@example.com --generate-password' },
  'member set-role': { line: () => 'ada@example.com ADMIN' },
  'member deactivate': { line: () => 'ada@example.com' },
  'member activate': { line: () => 'ada@example.com' },
  'member put': { line: () => 'emp-1 --email grace@example.com' },
  'member withdraw': { line: () => 'emp-1' },
  session: { line: () => '--email ada@example.com' },
  'session mint': { line: () => '--email ada@example.com' },
  'key create': { line: () => 'sync', keeps: { key: ['id'] } },
  'key revoke': { line: () => idOf('key') },
  'credits grant': { line: () => '5000' },
  'icp set': { line: () => join(examples, 'icp.yaml') },
  'watchlist add': { line: () => 'https://www.linkedin.com/in/solo-watched' },
  'watchlist import': { line: () => join(examples, 'exports', 'brightmoor', 'watchlist.csv') },
  'watchlist pause': { line: () => idOf('profile') },
  'watchlist resume': { line: () => idOf('profile') },
  'watchlist sync': { line: () => `${idOf('profile')} --no-wait` },
  'watchlist remove': { line: () => idOf('profile') },
  import: { line: exported, keeps: { batch: ['files', '0', 'batchId'] } },
  'lead contacted': { line: () => `${idOf('lead')} --note "Wants a call"` },
  'lead snooze': { line: () => `${idOf('lead')} 2999-12-31` },
  'lead note': { line: () => `${idOf('lead')} "Met at the fair"` },
  'lead reopen': { line: () => idOf('lead') },
  'lead assign': { line: () => `${idOf('lead')} ada@example.com` },
  'lead decide': { line: () => `${idOf('lead')} BAD_LEAD` },
  'lead set': { line: () => `${idOf('lead')} --disposition CLIENT` },
  'account merge': { line: () => `${idOf('account')} ${idOf('other account')}` },
  'account split': { line: () => `${idOf('account')} "${idOf('other name')}"` },
  'audience refresh': { line: () => '' },
  'discovery start': { line: () => post, keeps: { discovery: ['discoveryId'] } },
  'discovery cancel': { line: () => idOf('discovery') },
  'discovery retry': { line: () => idOf('discovery') },
  'jobs cancel': { line: () => idOf('job') },
  'jobs retry': { line: () => idOf('job') },
  'agent enable': { line: () => '--schedule "0 7 * * 1-5" --credits-per-run 10 --credits-per-day 20' },
  'agent pause': { line: () => '' },
  'agent resume': { line: () => '' },
  'agent run': { line: () => '--no-wait' },
  'agent preview': { line: () => '--no-wait' },
  'webhook add': { line: () => 'https://hooks.invalid.example/x', keeps: { webhook: ['id'] } },
  'webhook change': { line: () => `${idOf('webhook')} --url https://hooks.invalid.example/y` },
  'webhook rotate': { line: () => idOf('webhook') },
  'webhook test': { line: () => `${idOf('webhook')} --no-wait`, keeps: { message: ['message', 'id'] } },
  'webhook replay': { line: () => `${idOf('webhook')} ${idOf('message')}` },
  'webhook pause': { line: () => idOf('webhook') },
  'webhook resume': { line: () => idOf('webhook') },
  'webhook remove': { line: () => idOf('webhook') },
  'digest add': {
    line: () => '--to mailto:ana@example.com --for workspace --schedule "0 8 * * 1-5"',
    keeps: { digest: ['id'] },
  },
  'digest remove': { line: () => idOf('digest') },
  'app add': {
    line: () => 'n8n --redirect https://n8n.example.com/callback',
    keeps: { app: ['clientId'] },
  },
  'app remove': { line: () => idOf('app') },
  'app permit': { line: () => 'cursor --scopes "workspace:read leads:read"' },
  'app forbid': { line: () => 'cursor' },
  'app admins': { line: () => 'hide' },
  'signing-key rotate': { line: () => '' },
  'secrets reseal': { line: () => '' },
  'import undo': { line: () => `${idOf('batch')} --no-wait` },
  'privacy suppress': { line: () => person },
  'privacy allow': { line: () => person },
  'privacy do-not-contact': { line: () => person },
  'privacy erase': { line: () => idOf('person') },
  'privacy export': { line: () => idOf('lead') },
  'privacy retention': { line: () => 'set --months 24' },
  'privacy replay': { line: () => '' },
  'privacy purge': { line: () => '' },
};

/** Changes that need something which no command can make. */
const elsewhere = {
  'digest send': 'it is noted only once a mail server or Slack took it',
  'connection revoke': 'test/oauth/flow.test.ts: an assistant connects first',
  'assistants check': 'test/cli/assistants-check.test.ts: it asks a running service',
  backup: 'test/backup/backup.test.ts: it is noted after the file was written',
  restore: 'test/backup/backup.test.ts: in the database that it fills',
  'privacy machines': 'test/privacy/machines.test.ts: another machine has files first',
  'privacy give-up-key': 'test/privacy/replay.test.ts: the key is lost first',
  'reader compare': 'test/opinion/compare.test.ts: a language model answers',
  'secrets give-up': 'test/full/cli/master-key.test.ts: the key is lost first',
};

const reads: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    [
      ...['workspace list', 'workspace show', 'member list', 'key list', 'credits balance', 'credits ledger'],
      ...[
        'watchlist list',
        'lead list',
        'lead count',
        'lead activity',
        'lead contact',
        'account duplicates',
        'discovery list',
        'jobs list',
        'agent status',
      ],
      ...[
        'agent runs',
        'agent candidates',
        'app list',
        'app requests',
        'app registered',
        'webhook list',
        'digest list',
        'connection list',
        'import list',
        'import check',
        'icp show',
      ],
      ...['privacy report', 'audit', 'usage', 'usage reads', 'assistants attempts', 'doctor', 'reader corrections'],
    ].map((name) => [name, () => '']),
  ),
  'lead show': () => idOf('lead'),
  'icp preview': () => join(examples, 'icp.yaml'),
  'discovery show': () => idOf('discovery'),
  'jobs show': () => idOf('job'),
  'import show': () => idOf('batch'),
  'webhook deliveries': () => idOf('webhook'),
};

/** What is there to be changed: ids that no command prints in a fixed place. */
async function lookUp(): Promise<void> {
  const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
  const first = async (key: string, sql: string) => {
    const [row] = await db.select<{ id: string }>(sql);
    if (row && !made.has(key)) made.set(key, row.id);
  };
  await first('profile', 'SELECT id FROM monitored_profiles ORDER BY id LIMIT 1');
  // Everything below comes with the import.
  if (!made.has('batch')) return db.close();
  await first('lead', 'SELECT id FROM leads ORDER BY id LIMIT 1');
  await first('account', 'SELECT id FROM accounts ORDER BY id LIMIT 1');
  await first('other account', 'SELECT id FROM accounts ORDER BY id DESC LIMIT 1');
  await first('other name', 'SELECT name AS id FROM accounts ORDER BY id DESC LIMIT 1');
  await first('person', 'SELECT id FROM leads ORDER BY id DESC LIMIT 1');
  await first('job', "SELECT id FROM jobs WHERE status <> 'done' AND name <> 'discovery' ORDER BY id LIMIT 1");
  await db.close();
}

/** The log as the last command left it; unknown at first, and after a test that failed. */
let latest: Record<string, unknown>[] | undefined;

/** What the log holds before the next command. */
async function entriesBefore(): Promise<Record<string, unknown>[]> {
  const before = latest ?? (await entries());
  latest = undefined;
  return before;
}

async function entries(): Promise<Record<string, unknown>[]> {
  const { json } = await op.run('audit --limit 10000 --json');
  const { entries: all } = json();
  return Array.isArray(all) ? (all as Record<string, unknown>[]) : [];
}

test('every command is tried here, or says where it is', () => {
  const named = [
    ...running,
    ...schema,
    'workspace delete',
    ...Object.keys(changes),
    ...Object.keys(elsewhere),
    ...Object.keys(reads),
  ];
  expect([...named].sort()).toEqual([...names].sort());
});

describe('a command that changes data', () => {
  beforeAll(async () => {
    op = operator({ DISCOVERY_SOURCE: 'files', DISCOVERY_FILES_DIR: join(examples, 'discovery') });
    mkdirSync(op.dataDir, { recursive: true });
    copyFileSync(join(examples, 'exports', 'brightmoor', 'airscale-2026-10-26.csv'), exported());
    await op.run('migrate');
  });
  afterAll(() => op.dispose());

  test.each(Object.entries(changes))('%s', async (name, { line, keeps = {} }) => {
    await lookUp();
    const before = (await entriesBefore()).length;
    const ran = await op.run(`${name} ${line()} --json`);
    expect([ran.err, ran.status]).toEqual(['', 0]);
    for (const [key, path] of Object.entries(keeps)) made.set(key, textAt(ran.json(), path));
    const all = await entries();
    expect(all.length - before).toBe(1);
    expect(all[0]).toMatchObject({
      actor: { kind: 'operator', id: expect.stringMatching(/\S/) },
      object: { kind: expect.stringMatching(/\S/), id: expect.stringMatching(/\S/) },
    });
    latest = all;
  });

  test.each(Object.entries(reads))('%s reads', async (name, line) => {
    const before = await entriesBefore();
    expect((await op.run(`${name} ${line()}`)).status).not.toBe(exitCodes.usage.status);
    const all = await entries();
    expect(all).toEqual(before);
    latest = all;
  });

  test('workspace delete', async () => {
    const before = (await entriesBefore()).length;
    expect((await op.run('workspace delete "Acme Sales" --yes-delete-everything')).status).toBe(0);
    const all = await entries();
    // The entries of the workspace go with it; the one that it was deleted is the installation's.
    expect(all.length).toBeLessThan(before);
    expect(all.filter(({ action }) => action === 'delete_workspace')).toEqual([
      expect.objectContaining({
        actor: expect.objectContaining({ kind: 'operator' }),
        object: expect.objectContaining({ kind: 'workspace', id: idOf('workspace') }),
      }),
    ]);
  });
});
