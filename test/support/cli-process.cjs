// The `leadlight` command as a process of its own, from the sources.
'use strict';
require('../oauth/support/typescript.cjs');
const { runCli } = require('../../src/interfaces/cli/main.ts');

runCli(process.argv.slice(2), (settings, options) =>
  require('../../src/service/start.ts').startService(settings, options),
).then((code) => {
  process.exitCode = code;
});
