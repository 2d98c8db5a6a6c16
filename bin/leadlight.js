#!/usr/bin/env node
'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const source = join(__dirname, '..', 'dist', 'src');
const main = join(source, 'interfaces', 'cli', 'main.js');
if (!existsSync(main)) {
  console.error('leadlight: not built yet. Run: npm run build');
  process.exitCode = 1;
} else {
  require(main)
    .runCli(process.argv.slice(2), (settings, options) =>
      require(join(source, 'service', 'start.js')).startService(settings, options),
    )
    .then(
      (code) => {
        process.exitCode = code;
      },
      (error) => {
        console.error(`leadlight: ${error instanceof Error ? error.message : error}`);
        process.exitCode = 1;
      },
    );
}
