// Lets a plain Node process, and those it starts, load the TypeScript sources, as jest does for the tests.
'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');
const { version } = require('@swc/core/package.json');

const cache = join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'leadlight-test-processes');
mkdirSync(cache, { recursive: true });

const options = process.env.NODE_OPTIONS ?? '';
if (!options.includes(module.filename))
  process.env.NODE_OPTIONS = `${options} --require ${JSON.stringify(module.filename)}`.trim();

require.extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const kept = join(cache, createHash('sha256').update(`${version}\0${source}`).digest('hex'));
  let code;
  try {
    code = readFileSync(kept, 'utf8');
  } catch {
    // Loaded only where it is needed.
    code = require('@swc/core').transformSync(source, {
      filename,
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
      swcrc: false,
    }).code;
    try {
      writeFileSync(`${kept}.${process.pid}`, code);
      renameSync(`${kept}.${process.pid}`, kept);
    } catch (error) {
      // Another user may not write there.
      if (error.code !== 'EACCES') throw error;
    }
  }
  module._compile(code, filename);
};

// Threads get no environment of the process, so they are told by themselves.
if (isMainThread) require('../../../src/shared/thread.ts').threadOptions.push('--require', module.filename);
