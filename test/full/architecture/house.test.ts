/** The rules of the house are held by code: each of them must fail on a planted breach, and the house itself must pass. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Linter } from 'eslint';

const root = resolve(__dirname, '../../..');

interface Violation {
  readonly from: string;
  readonly rule: { readonly name: string };
}

/** @returns what breaks a rule in the house below a folder. */
function cruise(folder: string): readonly Violation[] {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    command,
    'config',
    'tools',
    'src',
    'packages/reader/src',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const result: { summary: { violations: Violation[] } } = JSON.parse(stdout);
  return result.summary.violations;
}

/** Breaches that stand side by side in one planted house: the rule, the file that breaks it, what it says, and files that it needs. */
const breaches: readonly (readonly [
  rule: string,
  from: string,
  code: string,
  others?: Readonly<Record<string, string>>,
])[] = [
  ['no-circles', 'src/http/back.ts', `import './circle';`, { 'src/http/circle.ts': `import './back';` }],
  ['rest-imports-no-other-interface', 'src/interfaces/rest/a.ts', `import '../mcp/b';`],
  ['mcp-imports-no-other-interface', 'src/interfaces/mcp/a.ts', `import type { B } from '../oauth/b';`],
  ['rules-import-nothing-of-ours', 'src/rules/fit/a.ts', `import '../../store/b';`],
  ['rules-import-nothing-of-ours', 'src/rules/intent/a.ts', `import '../tier/b';`],
  ['tiers-know-fit-and-intent-alone', 'src/rules/tier/a.ts', `import '../privacy/b';`],
  ['reader-imports-nothing-of-the-service', 'packages/reader/src/a.ts', `import '../../../src/shared/b';`],
  ['reader-has-one-entry', 'src/scoring/a.ts', `import '../../packages/reader/src/b';`],
  ['store-reads-imports-none-behind-it', 'src/store/reads/a.ts', `import '../writes/b';`],
  ['text-is-a-leaf', 'src/shared/text/a.ts', `import '../b';`],
  ['shared-is-a-leaf', 'src/shared/a.ts', `import '../store/b';`],
  ['auth-knows-no-operation', 'src/auth/a.ts', `import '../../tools/b';`],
  ['http-client-is-a-leaf', 'src/shared/http-client/a.ts', `import '../b';`],
  ['database-knows-no-table', 'src/database/a.ts', `import '../store/b';`],
  ['service-knows-no-test-or-benchmark', 'src/a.ts', `import '../bench/b';`],
  ['store-knows-no-interface', 'src/store/a.ts', `import '../http/b';`],
  ['tools-know-no-interface', 'tools/leads/a.ts', `import '../../src/interfaces/rest/b';`],
  ['operations-only-through-the-catalogue', 'src/interfaces/rest/tool.ts', `import '../../../tools/leads/b';`],
  [
    'sql-stays-in-the-store',
    'src/interfaces/rest/sql.ts',
    `import 'sequelize';`,
    {
      'node_modules/sequelize/index.js': '',
      'node_modules/sequelize/package.json': '{"name":"sequelize","main":"index.js"}',
      'package.json': '{"name":"planted","dependencies":{"sequelize":"*"}}',
    },
  ],
];
/** What they import, and one file in each part that breaks nothing. */
const harmless = [
  ...[
    'src/interfaces/mcp/b.ts',
    'src/interfaces/oauth/b.ts',
    'src/interfaces/rest/b.ts',
    'src/rules/tier/b.ts',
    'src/rules/privacy/b.ts',
    'src/store/writes/b.ts',
    'packages/reader/src/b.ts',
  ],
  ...[
    'src/store/b.ts',
    'src/shared/b.ts',
    'src/http/b.ts',
    'tools/b.ts',
    'tools/leads/b.ts',
    'bench/b.ts',
    'config/b.ts',
  ],
];

/** @returns what the rules find in the planted house. */
function found(): readonly Violation[] {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-house-'));
  try {
    cpSync(join(root, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'));
    const files = new Map([['tsconfig.json', '{}'], ...harmless.map((path) => [path, ''] as const)]);
    for (const [, from, code, others = {}] of breaches) {
      files.set(from, code);
      for (const [path, text] of Object.entries(others)) files.set(path, text);
    }
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return cruise(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the rules on imports', () => {
  let violations: readonly Violation[];
  beforeAll(() => {
    violations = found();
  });

  it('pass on the house as it is', () => {
    expect(cruise(root)).toEqual([]);
  });

  it('find nothing in files that import nothing', () => {
    expect(violations.filter(({ from }) => harmless.includes(from))).toEqual([]);
  });

  it.each(breaches)('%s fails on a breach in %s', (rule, from) => {
    expect(violations.filter((one) => one.from === from).map((one) => one.rule.name)).toContain(rule);
  });
});

describe('the rule on SQL outside the store', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/eslint/bin/eslint.js'), '--print-config', 'src/interfaces/rest/planted.ts'],
    { cwd: root, encoding: 'utf8' },
  );
  const config: { rules: Linter.RulesRecord } = JSON.parse(stdout);
  const rule = config.rules['no-restricted-syntax'] ?? 'off';
  const findings = (code: string) => new Linter().verify(code, { rules: { 'no-restricted-syntax': rule } });

  it.each([
    "db.select('SELECT id FROM leads')",
    'db.select(`SELECT\n id,\n name\n FROM leads WHERE id = ${id}`)',
    "db.run('INSERT INTO leads (id) VALUES (1)')",
    "db.run('INSERT IGNORE INTO leads (id) VALUES (1)')",
    "db.run('UPDATE leads SET id = 1')",
    "db.run('DELETE FROM leads')",
  ])('refuses %j', (code) => {
    expect(findings(code)).toHaveLength(1);
  });

  it.each(["print('Select a workspace from the list')", "print('Update your settings')"])('lets %j be', (code) => {
    expect(findings(code)).toEqual([]);
  });
});
