/** Lets a Node process that a test starts load our TypeScript, as jest does: `fork('…/sqlite-child')` finds the .ts file. */
const { readFileSync } = require('node:fs');

require.extensions['.ts'] = (module, filename) => {
  const { transformSync } = require('@swc/core');
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  });
  module._compile(code, filename);
};
