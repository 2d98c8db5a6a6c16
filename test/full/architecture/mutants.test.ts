/** What `npm run mutate` would try: which mistakes it finds in a line, which lines it takes, and that a seed decides the sample. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const command = resolve(__dirname, '../../../scripts/mutation/run.mjs');
let folder: string;

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
const git = (...args: string[]) => run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args]);

/** The mutants that are listed: `line: was -> becomes`. */
function listed(...args: string[]): string[] {
  const lines = run(process.execPath, [command, '--list', '--files', '*.ts', '--sample', '1000', ...args]).split('\n');
  return lines.flatMap((line) => /^\S+:(\d+ {2}.*)$/.exec(line)?.[1] ?? []).map((line) => line.replaceAll('  ', ' '));
}
const write = (text: string, file = 'a.ts') => writeFileSync(join(folder, file), text);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-mutation-'));
  git('init', '-q');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the mistakes of each line, every one by itself', () => {
  const mistakes: readonly (readonly [line: string, changes: readonly string[]])[] = [
    ['export const a = b <= c;', ['<= -> <', '<= -> >']],
    ['export const a = b && !c;', ['&& -> ||', '!c -> c']],
    ['export const a = b ?? c;', ['b ?? c -> ((b) && (c))']],
    ['export const a = b?.c;', ['?. -> .']],
    ['export const a = -b + c;', ['-b -> b', '+ -> -']],
    ['export const a = 7;', ['7 -> 8']],
    ['export const a = 1_000;', ['1_000 -> 2000']],
    ["export const a = 'text';", ["'text' -> ''"]],
    ["export const a = 'A sentence for readers.';", []],
    ["export const a = b('The client.');", []],
    ["export const a = { description: 'Any answer', summary: 'All', kind: 'x' };", ["'x' -> ''"]],
    ["export const a = b.describe('Its name');", []],
    ["log.warn({ a }, 'was refused');", ["log.warn({ a }, 'was refused'); -> ;"]],
    ["this.log.info('was refused');", ["this.log.info('was refused'); -> ;"]],
    ["catalog.info('was refused');", ["catalog.info('was refused'); -> ;", "'was refused' -> ''"]],
    ['export const a = true;', ['true -> false']],
    ['export const a = [b];', ['[b] -> []']],
    ['export const a = b ? c : d;', ['b -> false', 'b -> true']],
    ['if (b) c();', ['b -> false', 'b -> true', 'c(); -> ;']],
    ['await c();', ['await c(); -> ;']],
    ['export const a = b.some(c);', ['some -> every']],
    ['export const a = b.sort();', ['b.sort() -> b']],
    ['export const a = /^b$/i;', ['/^ -> /', '$ -> (nothing)', 'i -> (nothing)']],
    ['function a() { b; c; }', ['{ b; c; } -> {}']],
    ["export const a = 'SELECT b FROM c WHERE d >= ? AND e = f';", [' >=  -> > ', ' AND  -> OR ', ' =  -> <> ']],
    ['export const a = `SELECT ${b} FROM c ORDER BY d DESC`;', [' DESC -> (nothing)']],
  ];
  write(mistakes.map(([line]) => line).join('\n'));
  const spaced = (text: string) => text.replace(/\s+/g, ' ').trim();
  const expected = mistakes.flatMap(([, changes], at) => changes.map((change) => spaced(`${at + 1} ${change}`)));
  expect(listed().map(spaced).sort()).toEqual(expected.sort());
});

test('types, imports and names are no mistakes', () => {
  write(
    [
      "import { a } from 'a';",
      "export type A = 'b' | 7 | true;",
      "interface B { readonly c: 'd' }",
      "export const b: Record<'e', string> = { 'content-type': a };",
      'export type { A as C };',
      '// if (a) b();',
    ].join('\n'),
  );
  expect(listed()).toEqual([]);
});

test('tests and declarations are not changed', () => {
  write('export const a = 7;', 'a.test.ts');
  write('declare const a = 7;', 'a.d.ts');
  write('export const a = 7;', 'b.ts');
  expect(listed()).toEqual(['1 7 -> 8']);
});

test('of changed lines alone, and of files that are new', () => {
  write('export const a = 1;\nexport const b = 2;\n');
  git('add', '.');
  git('commit', '-qm', 'one');
  write('export const a = 1;\nexport const b = 3;\n');
  write('export const c = 4;\n', 'new.ts');
  // The seed decides the order.
  expect(listed('--since', 'HEAD').sort()).toEqual(['1 4 -> 5', '2 3 -> 4']);
});

test('a seed decides the sample; a line gives one as long as there are others', () => {
  write(Array.from({ length: 40 }, (_, n) => `export const a${n} = b && c && d;`).join('\n'));
  const sample = (seed: string) => listed('--sample', '20', '--seed', seed);
  expect(sample('1')).toEqual(sample('1'));
  expect(sample('1')).not.toEqual(sample('2'));
  expect(new Set(sample('1').map((line) => line.split(' ')[0])).size).toBe(20);
});
