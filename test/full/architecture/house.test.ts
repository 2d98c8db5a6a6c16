/** The rules of the house are held by code: each of them must fail on a planted breach, and the house itself must pass. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Linter } from 'eslint';

const root = resolve(__dirname, '../../..');

/** Cruises files given as path -> content; returns the names of the rules that were broken. */
function broken(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-house-'));
  try {
    cpSync(join(root, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'));
    const content = {
      'tsconfig.json': '{}',
      'config/empty.ts': '',
      'tools/empty.ts': '',
      'src/empty.ts': '',
      ...files,
    };
    for (const [path, text] of Object.entries(content)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return cruise(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cruise(folder: string): string[] {
  const command = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [command, 'config', 'tools', 'src', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const result: { summary: { violations: { rule: { name: string } }[] } } = JSON.parse(stdout);
  return [...new Set(result.summary.violations.map((violation) => violation.rule.name))];
}

describe('the rules on imports', () => {
  it('pass on the house as it is', () => {
    expect(cruise(root)).toEqual([]);
  });

  it.each([
    ['no-circles', { 'src/http/a.ts': `import './b';`, 'src/http/b.ts': `import './a';` }],
    [
      'rest-imports-no-other-interface',
      { 'src/interfaces/rest/a.ts': `import '../mcp/b';`, 'src/interfaces/mcp/b.ts': '' },
    ],
    [
      'mcp-imports-no-other-interface',
      { 'src/interfaces/mcp/a.ts': `import type { B } from '../oauth/b';`, 'src/interfaces/oauth/b.ts': '' },
    ],
    [
      'rules-import-nothing-of-ours',
      { 'src/rules/qualification/a.ts': `import '../../store/b';`, 'src/store/b.ts': '' },
    ],
    [
      'rules-import-nothing-of-ours',
      { 'src/rules/companies/a.ts': `import '../qualification/b';`, 'src/rules/qualification/b.ts': '' },
    ],
    ['text-is-a-leaf', { 'src/shared/text/a.ts': `import '../values';`, 'src/shared/values.ts': '' }],
    ['shared-is-a-leaf', { 'src/shared/a.ts': `import '../store/b';`, 'src/store/b.ts': '' }],
    ['auth-knows-no-operation', { 'src/auth/a.ts': `import '../../tools/b';`, 'tools/b.ts': '' }],
    ['http-client-is-a-leaf', { 'src/shared/http-client/a.ts': `import '../values';`, 'src/shared/values.ts': '' }],
    ['database-knows-no-table', { 'src/database/a.ts': `import '../store/b';`, 'src/store/b.ts': '' }],
    ['service-knows-no-test-or-benchmark', { 'src/a.ts': `import '../bench/b';`, 'bench/b.ts': '' }],
    ['store-knows-no-interface', { 'src/store/a.ts': `import '../http/b';`, 'src/http/b.ts': '' }],
    [
      'tools-know-no-interface',
      { 'tools/leads/a.ts': `import '../../src/interfaces/rest/b';`, 'src/interfaces/rest/b.ts': '' },
    ],
    [
      'operations-only-through-the-catalogue',
      { 'src/interfaces/rest/a.ts': `import '../../../tools/leads/b';`, 'tools/leads/b.ts': '' },
    ],
    [
      'sql-stays-in-the-store',
      {
        'src/interfaces/rest/a.ts': `import 'sequelize';`,
        'node_modules/sequelize/index.js': '',
        'node_modules/sequelize/package.json': '{"name":"sequelize","main":"index.js"}',
        'package.json': '{"name":"planted","dependencies":{"sequelize":"*"}}',
      },
    ],
  ] as const)('%s fails on a breach', (rule, files) => {
    expect(broken(files)).toContain(rule);
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
