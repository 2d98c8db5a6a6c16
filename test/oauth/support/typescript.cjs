// Lets a plain Node process, and those it starts, load the TypeScript sources, as jest does for the tests.
'use strict';
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');
const { version } = require('@swc/core/package.json');
const { compileOptions } = require('../../../scripts/compile.cjs');

const cache = join(__dirname, '..', '..', '..', 'node_modules', '.cache', 'leadlight-test-processes');
mkdirSync(cache, { recursive: true });
/** A change of the options makes every file new. */
const how = readFileSync(require.resolve('../../../scripts/compile.cjs'), 'utf8');
/** A process that becomes another user loads everything before, because that user may not read the sources. */
const becomesOther = process.env.RUN_AS !== undefined;

const options = process.env.NODE_OPTIONS ?? '';
if (!options.includes(module.filename))
  process.env.NODE_OPTIONS = `${options} --require ${JSON.stringify(module.filename)}`.trim();

/** `npm run mutate` plants a mistake (scripts/mutation/outside.cjs). */
const changed = globalThis.leadlightChanged ?? ((source) => source);

const optionsFor = (filename, source) => {
  const { module, ...options } = compileOptions(filename, source);
  return { ...options, module: becomesOther ? { ...module, lazy: false } : module };
};

require.extensions['.ts'] = (module, filename) => {
  const source = changed(readFileSync(filename, 'utf8'), filename);
  const cached = join(
    cache,
    createHash('sha256').update(`${version}\0${how}\0${becomesOther}\0${filename}\0${source}`).digest('hex'),
  );
  let code;
  try {
    code = readFileSync(cached, 'utf8');
  } catch {
    // Loaded only where it is needed.
    code = require('@swc/core').transformSync(source, optionsFor(filename, source)).code;
    try {
      writeFileSync(`${cached}.${process.pid}`, code);
      renameSync(`${cached}.${process.pid}`, cached);
    } catch (error) {
      // Another user may not write there.
      if (error.code !== 'EACCES') throw error;
    }
  }
  module._compile(code, filename);
};

// Threads get no environment of the process, so they are told by themselves.
if (isMainThread) require('../../../src/shared/thread.ts').threadOptions.push('--require', module.filename);
