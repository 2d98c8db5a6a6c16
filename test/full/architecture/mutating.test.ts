/** `npm run mutate` over a small project: what a test notices, what none does, and what no test comes by. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(__dirname, '../../..');
const swc = `['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }]`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'leadlight-mutating-'));
  const ours = ['shared-packages-runtime', 'one-realm-environment'].map((name) => `test/support/${name}.cjs`);
  for (const path of ['scripts/mutation', ...ours]) cpSync(join(root, path), join(folder, path), { recursive: true });
  // The cache of the tool is below node_modules: the project has one of its own.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = {
    'jest.config.cjs': `module.exports = { testMatch: ['<rootDir>/*.test.ts'], testEnvironment: '<rootDir>/test/support/one-realm-environment.cjs', transform: { '^.+\\\\.tsx?$': ${swc} } };`,
    'sum.ts': [
      'export const isAdult = (age: number) => age >= 18;',
      'export function larger(a: number, b: number) {',
      '  if (a > b) return a;',
      '  return b;',
      '}',
      'export const unused = (a: number) => a + 1;',
    ].join('\n'),
    'sum.test.ts': [
      `import { isAdult, larger } from './sum';`,
      `test('of age', () => expect([17, 18, 19].map(isAdult)).toEqual([false, true, true]));`,
      `test('the larger', () => expect([larger(1, 2), larger(2, 1)]).toEqual([2, 2]));`,
    ].join('\n'),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  spawnSync('git', ['init', '-q'], { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('what is noticed, what is not, and the score', () => {
  const args = ['scripts/mutation/run.mjs', '--files', 'sum.ts', '--cache', 'cache.json', '--at-least', '100'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const verdicts = stdout
    .split('\n')
    .flatMap((line) => /^(killed|survived|no test)\s+(sum\.ts:\d+ {2}.*)$/.exec(line)?.slice(1, 3).join(' ') ?? []);
  expect(verdicts).toEqual(
    expect.arrayContaining([
      'killed sum.ts:1  >=  ->  <',
      'killed sum.ts:1  >=  ->  >',
      'killed sum.ts:1  18  ->  19',
      'killed sum.ts:3  a > b  ->  false',
      'killed sum.ts:3  a > b  ->  true',
      // Of two that are equal either is the larger: nobody can tell.
      'survived sum.ts:3  >  ->  >=',
      'no test sum.ts:6  +  ->  -',
    ]),
  );
  expect(stdout).toMatch(/all\s+\d+ of \d+, \d+(\.\d)? %/);
  expect(status).toBe(1);
  expect(readFileSync(join(folder, 'sum.ts'), 'utf8')).toContain('age >= 18');
});
