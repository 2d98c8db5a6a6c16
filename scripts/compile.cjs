// How a source becomes JavaScript: in a build, and in processes that tests start from the sources.
'use strict';
const { sep } = require('node:path');

/** Packages that some commands and some servers need, and that take tens of milliseconds to load. */
const seldomUsed = ['jschardet', 'jose', 'mysql2', 'nodemailer', 'saxes', 'yaml', 'yauzl'];
const commandLine = ['src', 'interfaces', 'cli', ''].join(sep);
/** They name everything that the reader can do; each user wants a part, or one after the other. */
const readerEntries = ['index.ts', 'prepare.ts'].map((name) => ['packages', 'reader', 'src', name].join(sep));

/**
 * Imports that are loaded when they are first used, not when the process starts: of the command line all of its own, since every
 * command is registered at each start and one is run, of the reader's entries all that they name; of other modules the packages above. Without this `leadlight --version`
 * reads 1,700 modules.
 * @returns the imported names.
 */
const loadedAtFirstUse = (path, source) =>
  path.includes(commandLine) || readerEntries.some((entry) => path.endsWith(entry))
    ? [...source.matchAll(/ from '([^']+)'/g)].map(([, name]) => name)
    : seldomUsed;

/**
 * Options of swc for one file: types are stripped, `npm run typecheck` checks them. Not esbuild, which builds the console: what its
 * modules export costs the callers of small functions a third more time.
 * @param path of the file.
 * @param source its text.
 */
const compileOptions = (path, source) => ({
  filename: path,
  swcrc: false,
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs', ignoreDynamic: true, lazy: loadedAtFirstUse(path, source) },
});

module.exports = { compileOptions };
