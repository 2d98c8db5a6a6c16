// Packages, build, then the reader of headlines is trained: npm run train
import { join } from 'node:path';
import { ensureBuilt, ensurePackages, follow, root } from './support.mjs';

ensurePackages();
await ensureBuilt({ project: 'bench' });
process.exitCode = await follow(process.execPath, [join(root, 'dist', 'bench', 'training', 'headlines.js')]);
