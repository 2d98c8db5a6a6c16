// Packages, then the tests; arguments go to jest. Says what this machine cannot run. Where everything must run (CI=true or
// LEADLIGHT_FULL=1), something missing is a failure.
import { join } from 'node:path';
import machineModule from './machine.cjs';
import { ensurePackages, follow, root } from './support.mjs';

ensurePackages();

const has = machineModule.machine();
const missing = [
  [has.mariadbd && has.mariadbInstallDb, 'the stores on MariaDB', 'apt-get install mariadb-server'],
  [has.mysql || process.env.LEADLIGHT_TEST_MYSQL, 'the stores on MySQL', 'scripts/real-mysql.sh install'],
  [has.chromium, 'the consent page in a browser', 'apt-get install chromium'],
  [has.mariadbd && has.galera, 'several nodes of a cluster', 'apt-get install mariadb-server galera-4'],
  [has.haproxy, 'the rolling restart behind a balancer', 'apt-get install haproxy'],
].filter(([there]) => !there);

if (missing.length > 0) {
  const line = missing.map(([, what, how]) => `${what} (${how})`).join(', ');
  const full = process.env.CI === 'true' || process.env.LEADLIGHT_FULL === '1';
  console.error(`Left out, because this machine lacks it: ${line}.`);
  if (full) {
    console.error('Nothing may be left out here (CI=true or LEADLIGHT_FULL=1).');
    process.exit(1);
  }
}

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
process.exitCode = await follow(process.execPath, [jest, ...process.argv.slice(2)]);
