// Lets a plain Node process load the TypeScript sources, as jest does for the tests.
'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { transformSync, version } = require('@swc/core');

const cache = join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'leadlight-test-processes');
mkdirSync(cache, { recursive: true });

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const kept = join(cache, createHash('sha256').update(`${version}\0${source}`).digest('hex'));
  let code;
  try {
    code = readFileSync(kept, 'utf8');
  } catch {
    code = transformSync(source, {
      filename,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
      swcrc: false,
    }).code;
    writeFileSync(`${kept}.${process.pid}`, code);
    renameSync(`${kept}.${process.pid}`, kept);
  }
  module._compile(code, filename);
};
