// Installs the packages if they are missing or older than package-lock.json.
import { ensurePackages } from './support.mjs';

ensurePackages();
