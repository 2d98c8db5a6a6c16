// Packages, build, then one benchmark or all of them: npm run bench -- [name…] [--json]
// `npm run bench -- proofs [files…]`: what the tests try a few times, for hours (jest.proofs.config.cjs).
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensurePackages, follow, root } from './support.mjs';

ensurePackages();
const [first, ...rest] = process.argv.slice(2);
if (first === 'proofs') {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  process.exit(await follow(process.execPath, [jest, '--config', join(root, 'jest.proofs.config.cjs'), ...rest]));
}
await ensureBuilt({ project: 'bench' });

const folder = join(root, 'dist', 'bench', 'bench');
const main = join(folder, 'main.js');
if (!existsSync(main)) {
  console.error(
    `No benchmark to run: ${readdirSync(join(root, 'bench')).length} files in bench/, none of them main.ts.`,
  );
  process.exit(1);
}
const { machine } = createRequire(import.meta.url)('./machine.cjs');
process.env.BENCH_CHROMIUM ??= machine().chromium ?? '';
process.exitCode = await follow(process.execPath, [main, ...process.argv.slice(2)]);
