// Writes packages/console/catalogue.d.ts: input and output types of each operation that the console may call, made from the schemas of the
// catalogue. The file is not committed. Only types cross from the service to the console.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ensureBuilt, ensurePackages, root } from './support.mjs';

ensurePackages();
await ensureBuilt();

const load = createRequire(import.meta.url);
const { catalogue } = load('../dist/tools/catalogue.js');
const { createAuxiliaryTypeStore, printNode, zodToTs } = load('zod-to-ts');

const auxiliaryTypeStore = createAuxiliaryTypeStore();
const typeOf = (schema, io) =>
  // For an object without further members, the type of other members is `never`, so nothing can be assigned to them.
  printNode(zodToTs(schema, { auxiliaryTypeStore, io }).node).replaceAll(/^\s*\[x: string\]: never;\n/gm, '');

const operations = catalogue
  .filter(({ interfaces }) => interfaces.console)
  .map(
    ({ name, input, output }) => `${name}: { input: ${typeOf(input, 'input')}; output: ${typeOf(output, 'output')} };`,
  );
const auxiliary = [...auxiliaryTypeStore.definitions.values()].map(({ node }) => printNode(node));

const made = [
  '// Made by scripts/console-types.mjs.',
  ...auxiliary,
  'export interface Catalogue {',
  ...operations,
  '}',
  '',
];
const file = join(root, 'packages', 'console', 'catalogue.d.ts');
// As it is it stays: lint and the type check run at the same time, and one may be reading it.
if (!existsSync(file) || readFileSync(file, 'utf8') !== made.join('\n')) writeFileSync(file, made.join('\n'));
