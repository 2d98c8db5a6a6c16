// Installs the packages when they are missing or older than package-lock.json; does nothing otherwise.
import { ensurePackages } from './support.mjs';

ensurePackages();
