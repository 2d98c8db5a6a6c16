// Installs packages, builds, then trains the readers of headlines and of comments: npm run train
import { join } from 'node:path';
import { ensureBuilt, ensurePackages, follow, root } from './support.mjs';

ensurePackages();
await ensureBuilt({ project: 'bench' });
for (const reader of ['headlines', 'comments'])
  process.exitCode ||= await follow(process.execPath, [
    join(root, 'dist', 'bench', 'packages', 'reader', 'training', `${reader}.js`),
  ]);
