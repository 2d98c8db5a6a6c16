// What this machine has for tests that need more than Node. Used by the tests and by scripts/test.mjs.
'use strict';
const { accessSync, constants } = require('node:fs');
const { homedir } = require('node:os');
const { delimiter, join } = require('node:path');

function accessible(path, mode) {
  try {
    accessSync(path, mode);
    return path;
  } catch {
    return null;
  }
}

const executable = (path) => accessible(path, constants.X_OK);
const readable = (path) => accessible(path, constants.R_OK);

function find(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];
  for (const name of names) {
    for (const folder of folders) {
      const found = executable(join(folder, name));
      if (found) return found;
    }
  }
  return null;
}

/** Default folder of scripts/real-mysql.sh. That script repeats it. */
function mysqlFolder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = process.env.LEADLIGHT_MYSQL_DIR || join(cache, 'leadlight', 'mysql');
  return executable(join(folder, 'root', 'usr', 'sbin', 'mysqld')) ? folder : null;
}

/** Paths of what exists; null for the rest. */
function machine() {
  return {
    /** MariaDB's server. */
    mariadbd: find('mariadbd'),
    mariadbInstallDb: find('mariadb-install-db'),
    /** Folder for `scripts/real-mysql.sh mysqld FOLDER …`. */
    mysql: mysqlFolder(),
    /** The library that makes a cluster of MariaDB's servers. */
    galera: readable('/usr/lib/galera/libgalera_smm.so') ?? readable('/usr/lib64/galera-4/libgalera_smm.so'),
    /** The balancer of the rolling restarts. */
    haproxy: find('haproxy'),
    /** The proxies of examples/operate. */
    nginx: find('nginx'),
    caddy: find('caddy'),
    chromium:
      process.env.CHROMIUM_PATH ||
      find('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
  };
}

module.exports = { machine };
