// Writes console/catalogue.d.ts: what goes into each operation that the console may call, and what comes out, made of
// the schemas of the catalogue. The file is not committed; types alone cross from the service to the console.
import { writeFileSync } from 'node:fs';
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
  // An object that takes no other members is written as one whose other members are never, which nothing can be assigned to.
  printNode(zodToTs(schema, { auxiliaryTypeStore, io }).node).replaceAll(/^\s*\[x: string\]: never;\n/gm, '');

const operations = catalogue
  .filter(({ interfaces }) => interfaces.console)
  .map(
    ({ name, input, output }) => `${name}: { input: ${typeOf(input, 'input')}; output: ${typeOf(output, 'output')} };`,
  );
const auxiliary = [...auxiliaryTypeStore.definitions.values()].map(({ node }) => printNode(node));

writeFileSync(
  join(root, 'console', 'catalogue.d.ts'),
  ['// Made by scripts/console-types.mjs.', ...auxiliary, 'export interface Catalogue {', ...operations, '}', ''].join(
    '\n',
  ),
);
