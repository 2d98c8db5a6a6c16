// Packages, then dist/: each only when something changed.
import { ensureBuilt, ensurePackages } from './support.mjs';

ensurePackages();
ensureBuilt({ force: process.argv.includes('--force') });
