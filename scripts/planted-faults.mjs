// Plants the faults of test/planted-faults/*.yaml, one at a time, in a copy of the sources, and runs the tests that should
// notice. Writes docs/planted-faults.md. A fault that no test notices makes the status non-zero.
//
//   npm run faults                  every fault
//   npm run faults -- paging oauth  those whose area, text or file has one of the words
//   npm run faults -- --missing     those that no test is known to notice
//   npm run faults -- --page        writes the page from what is known
//   npm run faults -- --check       runs no test: each fault still fits the sources
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { root } from './support.mjs';

const folder = join(root, 'test', 'planted-faults');
const resultFile = join(folder, 'caught.json');
const page = join(root, 'docs', 'planted-faults.md');
/** A run that takes longer hangs, which is noticed too. */
const longestRunMs = 240_000;

const faults = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) =>
    parse(readFileSync(join(folder, name), 'utf8')).map((fault) => ({ ...fault, area: basename(name, '.yaml') })),
  );

/** What is wrong with the list itself, in words. */
function problems() {
  const seen = new Set();
  return faults.flatMap(({ fault, in: file, line, becomes, tests }) => {
    const say = (what) => [`${fault}: ${what}`];
    if (seen.has(fault)) return say('is listed twice');
    seen.add(fault);
    if (line.includes('\n') || becomes === line) return say('must change one line');
    if (!existsSync(join(root, file))) return say(`${file} does not exist`);
    const times = readFileSync(join(root, file), 'utf8').split(line).length - 1;
    if (times !== 1) return say(`its line is ${times} times in ${file}: ${line}`);
    const missing = tests.filter((test) => !existsSync(join(root, test)));
    if (missing.length > 0) return say(`${missing.join(', ')} does not exist`);
    return [];
  });
}

function render(caught) {
  const areas = [...new Set(faults.map(({ area }) => area))];
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const row = ({ fault, in: file }) => {
    const [first, ...others] = caught[fault] ?? [];
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return `| ${cell(fault)} | \`${basename(file)}\` | ${first === undefined ? '**nothing yet**' : cell(first) + more} |`;
  };
  return [
    '# Planted faults',
    '',
    `${faults.length} faults of one line each, and the tests that noticed them. Written by \`npm run faults\`, which plants each in a`,
    'copy of the sources and runs the tests beside it in `test/planted-faults/`; a fault that nothing notices fails.',
    '',
    ...areas.flatMap((area) => [
      `## ${area[0].toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`,
      '',
      '| fault | in | noticed by |',
      '| --- | --- | --- |',
      ...faults.filter((fault) => fault.area === area).map(row),
      '',
    ]),
  ].join('\n');
}

/** Text as prettier writes it. */
async function formatted(text, filepath = page) {
  const { format, resolveConfig } = await import('prettier');
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

function scratchCopy() {
  const scratch = mkdtempSync(join(tmpdir(), 'leadlight-faults-'));
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const top = new Set(
    listed.stdout
      .split('\n')
      .filter(Boolean)
      .map((path) => path.split('/')[0]),
  );
  for (const name of top)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(scratch, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));
  return scratch;
}

/** @returns names of the tests that failed; `broken` when a test file could not run at all. */
function runTests(scratch, tests, name, timeout = longestRunMs) {
  const output = join(scratch, 'result.json');
  rmSync(output, { force: true });
  const args = [
    'node_modules/jest/bin/jest.js',
    '-w',
    '1',
    '--ci',
    '--json',
    '--outputFile',
    output,
    '--runTestsByPath',
  ];
  args.push(...tests, '--cacheDirectory', join(scratch, '.jest'), ...(name === undefined ? [] : ['-t', name]));
  const { error } = spawnSync(process.execPath, args, {
    cwd: scratch,
    stdio: 'ignore',
    env: { ...process.env, TEST_DATABASES: 'sqlite' },
    timeout,
  });
  if (error?.code === 'ETIMEDOUT') return { failed: ['(a test that never ended)'], ran: 1 };
  const { testResults } = JSON.parse(readFileSync(output, 'utf8'));
  const all = testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: basename(file, '.test.ts') })),
  );
  const broken = testResults.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    broken: broken?.message,
    ran: all.filter(({ status }) => status === 'passed' || status === 'failed').length,
    failed: all.filter(({ status }) => status === 'failed').map(({ file, fullName }) => `${file}: ${fullName}`),
  };
}

const noticedSoFar = () => (existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : {});

if (process.argv.includes('--check')) {
  const wrong = problems();
  for (const line of wrong) console.error(line);
  console.log(`${faults.length} faults`);
  process.exit(wrong.length > 0 ? 1 : 0);
}

if (process.argv.includes('--page')) {
  writeFileSync(page, await formatted(render(noticedSoFar())));
  process.exit();
}

const missingOnly = process.argv.includes('--missing');
const known = noticedSoFar();
const words = process.argv
  .slice(2)
  .filter((word) => !word.startsWith('--'))
  .map((word) => word.toLowerCase());
const chosen = faults.filter(({ fault, area, in: file }) =>
  missingOnly && known[fault] !== undefined
    ? false
    : words.length === 0 || words.some((word) => `${area} ${fault} ${file}`.toLowerCase().includes(word)),
);
const unusable = problems();
for (const line of unusable) console.error(line);
if (unusable.length > 0) process.exitCode = 2;

const scratch = scratchCopy();
const survivors = [];
try {
  // Positive control: without a fault the same tests pass. Those that do not notice nothing.
  const good = runTests(scratch, [...new Set(chosen.flatMap(({ tests }) => tests))], undefined, 10 * longestRunMs);
  const unreliable = new Set(good.failed);
  if (good.broken !== undefined || unreliable.size > 0) {
    console.error(`Fails without any fault: ${[...unreliable, ...(good.broken ? [good.broken] : [])].join('; ')}`);
    process.exitCode = 2;
  }
  for (const { fault, in: file, line, becomes, tests, name } of chosen) {
    if (unusable.some((problem) => problem.startsWith(`${fault}: `))) continue;
    const path = join(scratch, file);
    const original = readFileSync(path, 'utf8');
    const planted = original.replace(line, () => becomes);
    writeFileSync(path, planted);
    const { failed, broken, ran } = runTests(scratch, tests, name);
    writeFileSync(path, original);
    const noticed = failed.filter((test) => !unreliable.has(test));
    if (broken !== undefined && noticed.length === 0) console.error(`UNUSABLE  ${fault}: ${broken.slice(0, 400)}`);
    if (noticed.length === 0) survivors.push(fault);
    // Written each time: a run may be ended, and another may go on beside it.
    const now = { ...noticedSoFar(), [fault]: noticed.slice(0, 20) };
    const all = Object.fromEntries(faults.flatMap(({ fault: one }) => (now[one]?.length > 0 ? [[one, now[one]]] : [])));
    writeFileSync(resultFile, await formatted(JSON.stringify(all), resultFile));
    console.log(`${noticed.length > 0 ? 'noticed ' : 'SURVIVES'}  ${fault} (${noticed.length} of ${ran} tests)`);
  }
  writeFileSync(page, await formatted(render(noticedSoFar())));
  console.log(`${chosen.length - survivors.length} of ${chosen.length} noticed`);
  if (survivors.length > 0) process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
