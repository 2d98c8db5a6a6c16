// What an n8n takes of a recipe: asks the functions with which n8n itself reads the parameters of a node.
// Arguments: the descriptions of its node types, the recipe.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// Its own ES modules name files without their ending, which Node does not find.
const { NodeHelpers } = createRequire(import.meta.url)('n8n-workflow');
const [types, recipe] = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')));
const versionsOf = (type) => [type.version].flat();

/** Paths and values of parameters, as `options.pagination.pagination.paginationMode`. */
const flat = (value, path = '') =>
  Array.isArray(value)
    ? value.flatMap((one) => flat(one, path))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, one]) => flat(one, path === '' ? name : `${path}.${name}`))
      : [[path, value]];

const nodes = recipe.nodes.map((node) => {
  const named = types.filter(({ name }) => `n8n-nodes-base.${name}` === node.type);
  const type = named.find((one) => versionsOf(one).includes(node.typeVersion));
  if (!type)
    return { name: node.name, type: node.type, versions: named.flatMap(versionsOf), taken: [], dropped: ['all'] };
  const read = (parameters) =>
    NodeHelpers.getNodeParameters(type.properties, parameters, false, false, node, type) ?? {};
  const taken = flat(read(node.parameters));
  const present = new Set(taken.map((one) => JSON.stringify(one)));
  const wrong = Object.values(
    NodeHelpers.getNodeParametersIssues(type.properties, node, type)?.parameters ?? {},
  ).flat();
  const dropped = flat(node.parameters).filter((one) => !present.has(JSON.stringify(one)));
  return {
    name: node.name,
    type: node.type,
    versions: named.flatMap(versionsOf).sort((a, b) => a - b),
    taken: [...new Set(taken.map(([path]) => path))],
    dropped: [...dropped.map(([path]) => path), ...wrong],
    // The positive control: a parameter that no node has is dropped.
    control: flat(read({ ...node.parameters, thatNoNodeHas: true })).every(([path]) => path !== 'thatNoNodeHas'),
  };
});
process.stdout.write(JSON.stringify(nodes));
