// `npm test` and, with --full, `npm run test:full`. Other arguments go to jest.
import { join } from 'node:path';
import machineModule from './machine.cjs';
import { ensurePackages, follow, root } from './support.mjs';

ensurePackages();

const args = process.argv.slice(2).filter((arg) => arg !== '--full');
const full = process.argv.includes('--full');

/** What the full tests need in addition to Node, its purpose, and how to get it. */
function missing() {
  const has = machineModule.machine();
  return [
    [has.mariadbd && has.mariadbInstallDb, 'the stores on MariaDB', 'apt-get install mariadb-server'],
    [has.mysql || process.env.LEADLIGHT_TEST_MYSQL, 'the stores on MySQL', 'scripts/real-mysql.sh install'],
    [has.chromium, 'pages in a browser', 'apt-get install chromium-headless-shell'],
    [has.mariadbd && has.galera, 'several nodes of a cluster', 'apt-get install mariadb-server galera-4'],
    [has.haproxy, 'the rolling restart behind a balancer', 'apt-get install haproxy'],
    [has.nginx && has.caddy, 'the examples of proxies', 'apt-get install nginx-light caddy'],
  ].filter(([there]) => !there);
}

if (full) {
  const lacks = missing();
  if (lacks.length > 0) {
    const line = lacks.map(([, what, how]) => `${what} (${how})`).join(', ');
    console.error(`Left out, because this machine lacks it: ${line}.`);
    if (process.env.CI === 'true') {
      console.error('Nothing may be left out where CI=true.');
      process.exit(1);
    }
  }
}

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const config = ['--config', join(root, full ? 'jest.full.config.cjs' : 'jest.config.cjs')];
process.exitCode = await follow(process.execPath, [jest, ...config, ...args]);
if (!full) {
  console.error(
    'Left to `npm run test:full`, because they take servers, a browser or long: MariaDB, MySQL, Galera, haproxy, nginx, Caddy, Chromium, assistants from npm, uploads, sources, attacks, floods, killed processes.',
  );
}
