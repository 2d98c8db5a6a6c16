// The `leadlight` command as a process of its own, from the sources.
'use strict';
require('../oauth/support/typescript.cjs');
const { runCli } = require('../../src/interfaces/cli/main.ts');
const { startService } = require('../../src/service/start.ts');

runCli(process.argv.slice(2), startService).then((code) => {
  process.exitCode = code;
});
