// Installs packages and builds dist/, each only if something changed.
import { ensureBuilt, ensurePackages } from './support.mjs';

ensurePackages({ development: false });
await ensureBuilt({
  force: process.argv.includes('--force'),
  project: process.argv.includes('--project=bench') ? 'bench' : 'build',
});
