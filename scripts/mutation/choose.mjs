// Which mutants are tried: those of the chosen files and lines, and of these a sample that a seed decides.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutantsOf } from './mutants.mjs';

function git(root, args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout;
}

const lines = (text) => text.split('\n').filter((line) => line !== '');
const isSource = (path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.endsWith('.test.ts');

/** Source files by path, folder or glob of git, in order. Files that git does not know yet are among them. */
export function sourceFiles(root, patterns) {
  const given = patterns.map((pattern) => (pattern.includes('*') ? `:(glob)${pattern}` : pattern));
  return [...new Set(lines(git(root, ['ls-files', '-co', '--exclude-standard', '--', ...given])))]
    .filter(isSource)
    .sort();
}

/** Lines changed since a commit, by file; undefined: the whole file is new. */
function changedLines(root, commit, files) {
  const changed = new Map(
    lines(git(root, ['ls-files', '-o', '--exclude-standard', '--', ...files])).map((file) => [file]),
  );
  let current = new Set();
  for (const line of lines(git(root, ['diff', '-U0', '--no-renames', commit, '--', ...files]))) {
    const [, file] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    if (file !== undefined) changed.set(file, (current = new Set()));
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let one = 0; from !== undefined && one < Number(count); one += 1) current.add(Number(from) + one);
  }
  return changed;
}

/** Every mutant of the files; with a commit, those alone that start on a line changed since. */
export function allMutants(root, files, since) {
  const changed = since === undefined ? undefined : changedLines(root, since, files);
  return files.flatMap((file) => {
    if (changed && !changed.has(file)) return [];
    const only = changed?.get(file);
    return mutantsOf(file, readFileSync(join(root, file), 'utf8')).filter(({ line }) => only?.has(line) ?? true);
  });
}

/**
 * A sample in the order that the seed decides, so its beginning is a smaller sample. One line gives one mutant at the most, as long
 * as there are other lines: a long line of texts must not outweigh a rule. The same mutants and seed give the same sample; a
 * change of one file keeps that of the others.
 */
export function sampleOf(mutants, size, seed) {
  const rank = ({ file, was, becomes, start }) =>
    createHash('sha256').update(`${seed}\n${file}\n${start}\n${was}\n${becomes}`).digest('hex');
  const ranked = mutants.map((mutant) => ({ mutant, rank: rank(mutant) })).sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const [first, others, seen] = [[], [], new Set()];
  for (const { mutant } of ranked) {
    const line = `${mutant.file}:${mutant.line}`;
    (seen.has(line) ? others : first).push(mutant);
    seen.add(line);
  }
  return [...first, ...others].slice(0, size);
}
