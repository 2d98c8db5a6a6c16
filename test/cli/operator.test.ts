import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { settingDefinitions } from '../../config/settings';
import { commandTree } from '../../src/interfaces/cli/main';
import type { Command } from '../../src/interfaces/cli/command';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { Database } from '../../src/database/database';
import { createOrganization } from '../../src/store/access/organizations';
import { operator, type Operator } from './recorded-terminal';

const leaves: [string, Command][] = commandTree.commands.flatMap((entry): [string, Command][] =>
  'run' in entry
    ? [[entry.name, entry]]
    : [
        ...(entry.own ? [[entry.name, entry.own] satisfies [string, Command]] : []),
        ...entry.commands.map((command): [string, Command] => [`${entry.name} ${command.name}`, command]),
      ],
);

describe('every command', () => {
  const op = operator();
  afterAll(() => op.dispose());

  it.each(leaves)('%s --help describes each parameter and shows an example', async (words, definition) => {
    const { status, out } = await op.run(`${words} --help`);
    expect(status).toBe(0);
    expect(out).toContain(`leadlight ${words}`);
    expect(out).toContain('--json');
    expect(out.split('Example')[1]).toContain(`$ leadlight ${words}`);
    for (const { notation } of [...Object.values(definition.arguments), ...Object.values(definition.options)]) {
      expect(out).toContain(notation.replace(/[<>[\]]/g, '').split(' ')[0]);
    }
  });

  it.each(leaves)('%s refuses an unknown flag as wrong usage', async (words) => {
    const { status, err } = await op.run(`${words} --no-such-flag`);
    expect(status).toBe(exitCodes.usage.status);
    expect(err).toContain('--no-such-flag');
  });
});

describe('before anything exists', () => {
  const op = operator();
  afterAll(() => op.dispose());

  it.each([
    ['', exitCodes.usage.status],
    ['workspace', exitCodes.usage.status],
    ['nonsense', exitCodes.usage.status],
    ['workspace list', exitCodes.schema_not_current.status],
    ['migrate --status', exitCodes.schema_not_current.status],
    ['migrate --down', exitCodes.usage.status],
  ])('`leadlight %s` ends with %d', async (line, expected) => {
    const { status, out, err } = await op.run(line);
    expect(status).toBe(expected);
    expect(out + err).not.toBe('');
  });

  it.each(['nonsense --json', 'workspace --json', 'workspace show --nonsense --json', 'import --json'])(
    '`leadlight %s` prints the error as JSON',
    async (line) => {
      const { status, json } = await op.run(line);
      expect(status).toBe(exitCodes.usage.status);
      expect(json()).toEqual({ error: { code: 'usage', message: expect.stringMatching(/^\w.+$/) } });
    },
  );

  it('takes no --json that stands behind --', async () => {
    expect((await op.run('nonsense -- --json')).out).toBe('');
  });

  it.each([
    ['watchlist add https://www.linkedin.com/in/x --type FOO', '--type must be one of TEAMMATE, COMPETITOR, '],
    ['session mint --email a@example.com --ttl 99999999', '--ttl must be at most 2592000'],
    ['session mint --email a@example.com --ttl soon', '--ttl must be a number'],
    ['import x.csv --format foo', '--format is not the name of a format; see docs/import.md or --help'],
    ['icp set /', '/ cannot be read: it is a directory'],
  ])('says what is wrong with `%s`', async (line, message) => {
    const { status, err } = await op.run(line);
    expect([exitCodes.usage.status, exitCodes.failed.status]).toContain(status);
    expect(err).toContain(message);
    expect(err.split('\n')).toHaveLength(1);
  });

  it('names each wrong setting in a line of its own and hides secrets', async () => {
    const wrong = operator({ PORT: 'http', SESSION_TOKEN_SECRET: 'too-short-a-secret', MCP_TOOL_PREFIX: '9_' });
    const { status, err } = await wrong.run('workspace list');
    wrong.dispose();
    expect(status).toBe(exitCodes.usage.status);
    expect(err.split('\n')).toEqual([
      'leadlight: PORT is "http"; allowed: a whole number from 0 to 65535.',
      'leadlight: SESSION_TOKEN_SECRET is (hidden); allowed: 32 to 1024 characters; default a generated one in DATA_DIR.',
      `leadlight: MCP_TOOL_PREFIX is "9_"; allowed: ${settingDefinitions.MCP_TOOL_PREFIX.allowed}.`,
    ]);
  });

  // The first is refused where git is asked about the place, the second where the database is opened.
  it.each([
    ['refuse', /^leadlight: There is no folder /],
    ['allow', /^leadlight: The database cannot be opened: There is no folder .* It is where DATABASE_URL says/],
  ])('names a folder that cannot be made, without a word of the system: DATA_DIR_IN_GIT=%s', async (inGit, says) => {
    const away = operator({ DATABASE_URL: `sqlite:${__filename}/data/leadlight.db`, DATA_DIR_IN_GIT: inGit });
    const { err } = await away.run('migrate');
    away.dispose();
    expect(err).toContain(`There is no folder ${__filename}`);
    expect(err).toMatch(says);
    expect(err).not.toMatch(/ENO/);
  });

  it('says in one line that a database cannot be reached, without its password', async () => {
    const away = operator({ DATABASE_URL: 'mysql://someone:hunter2hunter2@127.0.0.1:1/nowhere' });
    const { status, err } = await away.run('workspace list');
    away.dispose();
    expect(status).toBe(exitCodes.unavailable.status);
    expect(err.split('\n')).toHaveLength(1);
    expect(err).not.toContain('hunter2');
  });
});

describe('a workspace and its people', () => {
  const fresh = operator();
  let op: Operator;
  beforeAll(async () => {
    expect((await fresh.run('migrate')).status).toBe(0);
    expect((await fresh.run('workspace create "Acme Sales"')).status).toBe(0);
  });
  beforeEach(() => {
    op = operator();
    cpSync(fresh.dataDir, op.dataDir, { recursive: true });
  });
  afterEach(() => op.dispose());
  afterAll(() => fresh.dispose());

  it('migrates once, and then says so', async () => {
    expect((await op.run('migrate --json')).json()).toMatchObject({ applied: [] });
    expect((await op.run('migrate --status')).status).toBe(0);
  });

  it('takes a workspace by name, by id, or as the only one', async () => {
    const { organizationId } = (await op.run('workspace show "Acme Sales" --json')).json();
    expect((await op.run('workspace show --json')).json()).toMatchObject({ organizationId });
    for (const flag of ['', '-w "Acme Sales"', `-w ${String(organizationId)}`]) {
      expect((await op.run(`member list ${flag} --json`)).json()).toMatchObject({ organizationId });
    }
    await op.run('workspace create Other');
    const ambiguous = await op.run('member list');
    expect(ambiguous.status).toBe(exitCodes.usage.status);
    expect(ambiguous.err).toContain('--workspace');
    expect((await op.run('workspace show')).err).toContain('<workspace> is required: there are 2 workspaces');
    expect((await op.run('member list -w Nobody')).status).toBe(exitCodes.not_found.status);
  });

  it('shows no control characters of what it holds', async () => {
    // Older releases stored names as they were given.
    const db = await Database.open(`sqlite:${join(op.dataDir, 'leadlight.db')}`);
    await createOrganization(db, 'Red\u001b[31m\u009b2J\u202e End');
    await db.close();
    expect((await op.run('workspace list')).out).toContain('Red End');
    expect((await op.run('workspace list --json')).out).toContain('Red\\u001b[31m\\u009b2J\\u202e End');
    await op.run('workspace create "Blue\u0000\u202e\nEnd"');
    expect((await op.run('workspace list --json')).out).toContain('"Blue End"');
  });

  it('keeps names unique', async () => {
    await op.run('workspace create Other');
    expect((await op.run('workspace create "Acme Sales"')).status).toBe(exitCodes.conflict.status);
    expect((await op.run('workspace rename Other "Acme Sales"')).status).toBe(exitCodes.conflict.status);
    expect((await op.run('workspace rename Other Third')).status).toBe(0);
    expect((await op.run('workspace show Third')).status).toBe(0);
  });

  it('prints a generated password once and never a given one', async () => {
    const generated = (await op.run('member add ADA@Example.com --role OWNER --generate-password --json')).json();
    expect(generated).toMatchObject({ email: 'ada@example.com', role: 'OWNER', active: true, userCreated: true });
    expect(String(generated['password']).length).toBeGreaterThanOrEqual(20);
    const given = await op.run('member add bob@example.com --password-stdin --json', 'correct horse battery\n');
    expect(given.status).toBe(0);
    expect(given.out + given.err).not.toContain('correct horse');
    const list = await op.run('member list --json');
    expect(list.out).not.toContain(String(generated['password']));
    expect(list.json()['members']).toMatchObject([
      { email: 'ada@example.com', role: 'OWNER', active: true },
      { email: 'bob@example.com', role: 'MEMBER', active: true },
    ]);
  });

  it('does what the refused commands below would do if nothing were wrong', async () => {
    await op.run('member add ada@example.com --role OWNER');
    for (const line of [
      'member add eve@example.com --role MEMBER',
      'member set-role eve@example.com ADMIN',
      'member deactivate eve@example.com',
    ]) {
      expect(await op.run(`${line} -w "Acme Sales"`)).toMatchObject({ status: 0 });
    }
    expect(await op.run('member set-password eve@example.com --generate-password')).toMatchObject({ status: 0 });
  });

  it.each([
    ['member add ada@example.com', exitCodes.conflict.status],
    ['member add ada@example.com -w Other --generate-password', exitCodes.conflict.status],
    ['member add not-an-address', exitCodes.usage.status],
    ['member add eve@example.com --role BOSS', exitCodes.usage.status],
    ['member add eve@example.com --generate-password --password-stdin', exitCodes.usage.status],
    ['member set-password ada@example.com', exitCodes.usage.status],
    ['member set-password eve@example.com --generate-password', exitCodes.not_found.status],
    ['member set-role eve@example.com ADMIN', exitCodes.not_found.status],
    ['member deactivate ada@example.com', exitCodes.conflict.status],
    ['member set-role ada@example.com MEMBER', exitCodes.conflict.status],
  ])('refuses `%s` with %d and changes nothing', async (line, expected) => {
    await op.run('member add ada@example.com --role OWNER');
    await op.run('workspace create Other');
    const before = (await op.run('member list -w "Acme Sales"')).out;
    const target = line.includes('-w ') || line.includes('set-password') ? line : `${line} -w "Acme Sales"`;
    expect((await op.run(target, 'short')).status).toBe(expected);
    expect((await op.run('member list -w "Acme Sales"')).out).toBe(before);
  });

  it('lets the last owner go once there is another', async () => {
    await op.run('member add ada@example.com --role OWNER');
    await op.run('member add bob@example.com');
    expect((await op.run('member set-role bob@example.com OWNER')).status).toBe(0);
    expect((await op.run('member deactivate ada@example.com')).status).toBe(0);
    expect((await op.run('member activate ada@example.com')).status).toBe(0);
  });

  it('keeps a ledger of credits that never goes below zero', async () => {
    await op.run('credits grant 50 --reference "invoice 1"');
    expect((await op.run('credits grant -- -60')).status).toBe(exitCodes.conflict.status);
    expect((await op.run('credits grant 0')).status).toBe(exitCodes.usage.status);
    expect((await op.run('credits grant 1e3')).status).toBe(exitCodes.usage.status);
    await op.run('credits grant -- -20');
    expect((await op.run('credits balance --json')).json()).toMatchObject({
      credits: { available: 30, held: 0, consumed: 0 },
    });
    expect((await op.run('credits ledger --json')).json()).toMatchObject({
      entries: [
        { kind: 'ADJUST', amount: -20, reference: null },
        { kind: 'GRANT', amount: 50, reference: 'invoice 1' },
      ],
    });
  });

  it('mints session tokens for people who exist', async () => {
    await op.run('member add ada@example.com --role OWNER');
    const { out, status } = await op.run('session mint --email ada@example.com');
    expect(status).toBe(0);
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await op.run('session mint --email eve@example.com')).status).toBe(exitCodes.not_found.status);
  });

  it('records passwords, minted sessions and imported files under the operator’s name', async () => {
    await op.run('member add ada@example.com --role OWNER');
    await op.run('member set-password ada@example.com --generate-password');
    await op.run('member set-password ada@example.com --remove');
    await op.run('session mint --email ada@example.com');
    const { out } = await op.run('audit --json');
    expect(JSON.parse(out)).toMatchObject({
      entries: [
        { action: 'mint_session', actor: { kind: 'operator' }, object: { kind: 'member', name: 'ada@example.com' } },
        { action: 'remove_password', actor: { kind: 'operator' }, object: { kind: 'member' } },
        { action: 'set_password', actor: { kind: 'operator' }, object: { kind: 'member' } },
        { action: 'add_member' },
        { action: 'create_workspace' },
      ],
    });
  });

  it('rotates the signing key and records it', async () => {
    expect((await op.run('signing-key rotate --immediately')).status).toBe(exitCodes.usage.status);
    expect((await op.run('signing-key rotate --json')).json()).toHaveProperty('newKeyId');
    // The last token of the old key, which signs for ten more minutes, lasts as long as every token.
    for (const [seconds, minutes] of [
      ['900', 30],
      ['86400', 24 * 60 + 15],
    ] as const) {
      op.env['ACCESS_TOKEN_SECONDS'] = seconds;
      const { activeAt, oldRetiredAt } = (await op.run('signing-key rotate --json')).json();
      expect(Date.parse(String(oldRetiredAt)) - Date.parse(String(activeAt))).toBe(minutes * 60_000);
    }
    delete op.env['ACCESS_TOKEN_SECONDS'];
    const { entries } = (await op.run('audit --json')).json();
    expect(entries).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'keys_rotated' })]));
    // Who did what, with names beside ids.
    expect(entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'create_workspace',
          organizationName: 'Acme Sales',
          actor: expect.objectContaining({ kind: 'operator' }),
          object: expect.objectContaining({ kind: 'workspace' }),
        }),
      ]),
    );
  });

  it('has no connection to revoke yet', async () => {
    expect((await op.run('connection list --json')).json()).toEqual({ connections: [] });
    const id = '0198c0de-0000-7000-8000-000000000000';
    expect((await op.run(`connection revoke ${id}`)).status).toBe(exitCodes.not_found.status);
    expect((await op.run('connection revoke 12')).status).toBe(exitCodes.usage.status);
  });
});
