/** The recipes for n8n and Node-RED. Of n8n: it takes every parameter, the code needs no module and no environment, and
 * the cursor follows the feed of a real service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { seedWorkspace } from '../support/seed';
import { bearer, send, startTestService } from '../support/service';

const text = readFileSync(join(__dirname, '../../examples/n8n/leadlight-changes.json'), 'utf8');
const recipe = z
  .looseObject({
    nodes: z.array(
      z.looseObject({
        name: z.string(),
        type: z.string(),
        typeVersion: z.number(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
    connections: z.record(z.string(), z.object({ main: z.array(z.array(z.looseObject({ node: z.string() }))) })),
  })
  .parse(JSON.parse(text));

const taken = z
  .object({
    tried: z.iso.date(),
    takes: z.record(
      z.string(),
      z.record(z.string(), z.object({ versions: z.array(z.number()), parameters: z.array(z.string()) })),
    ),
  })
  .parse(JSON.parse(readFileSync(join(__dirname, 'support/n8n-nodes.json'), 'utf8')));

/** Runs a code node as n8n does, without modules. @returns the first item that it gives. */
function run(name: string, context: object): unknown {
  const code = recipe.nodes.find((node) => node.name === name)?.parameters['jsCode'];
  const [first] = z
    .array(z.looseObject({ json: z.unknown() }))
    .parse(
      JSON.parse(JSON.stringify(runInNewContext(`(() => { ${String(code)} })()`, { encodeURIComponent, ...context }))),
    );
  return first?.json;
}

test('takes nothing that n8n refuses as it is installed, and answers when its last node is done', () => {
  expect(text).not.toMatch(/require\(|\$env|\$json\.data\.cursor/);
  const names = recipe.nodes.map(({ name }) => name);
  expect(Object.values(recipe.connections).flatMap(({ main }) => main.flat().map(({ node }) => node))).toEqual(
    names.slice(1),
  );
  expect(recipe.nodes[0]?.parameters).toMatchObject({ responseMode: 'lastNode' });
  expect(names.at(-1)).toBe('Remember where we are');
});

/** Paths of parameters, such as `options.pagination.pagination.paginationMode`. */
function pathsOf(value: unknown, path: readonly string[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => pathsOf(one, path));
  if (typeof value !== 'object' || value === null) return [path.join('.')];
  return Object.entries(value).flatMap(([name, one]) => pathsOf(one, [...path, name]));
}

// The record is what `npm run bench -- recipes` wrote: it asks n8n's own functions about n8n's own nodes.
test.each(Object.entries(taken.takes))('n8n %s takes every node and parameter, as recorded', (_, takes) => {
  const refused = (nodes: (typeof recipe)['nodes']) =>
    nodes.flatMap(({ name, type, typeVersion, parameters }) => [
      ...(takes[type]?.versions.includes(typeVersion) ? [] : [`${name}: ${type} ${typeVersion}`]),
      ...pathsOf(parameters).flatMap((path) => (takes[type]?.parameters.includes(path) ? [] : [`${name}: ${path}`])),
    ]);
  expect(refused(recipe.nodes)).toEqual([]);
  const [first] = recipe.nodes;
  if (!first) throw new Error('the recipe has no node');
  const wrong = { ...first, typeVersion: 99, parameters: { ...first.parameters, url: 'x' } };
  expect(refused([wrong])).toEqual([`${first.name}: ${first.type} 99`, `${first.name}: url`]);
});

test('reads the feed from its own cursor, first from the beginning', async () => {
  const service = await startTestService();
  const { organizationId } = await seedWorkspace(service.db, 'recipe');
  const headers = bearer(await service.key(organizationId));
  const stored: Record<string, unknown> = {};
  const counts: number[] = [];
  for (let times = 0; times < 2; times += 1) {
    const { first } = z.object({ first: z.string() }).parse(
      run('Where we were', {
        $getWorkflowStaticData: () => stored,
        $input: { first: () => ({ json: { url: '' } }) },
      }),
    );
    const answer = await send(service, first, { headers });
    expect(answer.status).toBe(200);
    const page = z.looseObject({ data: z.array(z.unknown()) }).parse(JSON.parse(answer.text));
    counts.push(page.data.length);
    run('Remember where we are', {
      $getWorkflowStaticData: () => stored,
      $input: { all: () => page.data },
      $: () => ({ all: () => [{ json: page }] }),
    });
  }
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[1]).toBe(0);
  await service.end();
});

test('the recipe for Node-RED has its own nodes alone, needs no module, and every wire leads to an answer', () => {
  const nodes = z
    .array(
      z.looseObject({
        id: z.string(),
        type: z.string(),
        func: z.string().default(''),
        libs: z.array(z.unknown()).default([]),
        wires: z.array(z.array(z.string())).default([]),
      }),
    )
    .parse(JSON.parse(readFileSync(join(__dirname, '../../examples/node-red/leadlight-changes.json'), 'utf8')));
  const own = ['tab', 'http in', 'change', 'function', 'http request', 'http response', 'catch'];
  expect(nodes.map(({ type }) => type).filter((type) => !own.includes(type))).toEqual([]);
  expect(nodes.flatMap(({ libs }) => libs)).toEqual([]);
  expect(nodes.map(({ func }) => func).join('\n')).not.toMatch(/require|\benv\b|global\.get/);
  const ids = nodes.map(({ id }) => id);
  expect(nodes.flatMap(({ wires }) => wires.flat()).filter((id) => !ids.includes(id))).toEqual([]);
  const ends = nodes.filter(({ wires, type }) => wires.flat().length === 0 && type !== 'tab');
  expect(ends.map(({ type }) => type)).toEqual(['http response']);
});
