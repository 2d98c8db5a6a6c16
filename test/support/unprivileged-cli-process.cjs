// The `leadlight` command as a process of its own, as the user whose number is in `RUN_AS`. The sources are loaded before.
'use strict';
require('../oauth/support/typescript.cjs');
const { runCli } = require('../../src/interfaces/cli/main.ts');
const { startService } = require('../../src/service/start.ts');

const user = Number(process.env.RUN_AS);
if (process.getuid() !== user) {
  process.setgroups([]);
  process.setgid(user);
  process.setuid(user);
}

runCli(process.argv.slice(2), startService).then((code) => {
  process.exitCode = code;
});
