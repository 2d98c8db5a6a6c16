/**
 * The way from the socket to SQL, as docs/how-it-works.md lists it: every step is where the page says, calls the next one,
 * and there are no more of them than promised.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/how-it-works.md'), 'utf8');

interface Step {
  readonly name: string;
  readonly file: string;
  /** Other functions that the page names in this step. */
  readonly mentioned: readonly string[];
}

/** The steps of the table whose first column has this title, up to a row without a file. */
function steps(name: string): Step[] {
  const table = page.split('\n\n').find((block) => block.startsWith(`| ${name} `)) ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .filter(([, , , where]) => where?.startsWith('`'))
    .map(([, , what = '', where = '', does = '']) => ({
      name: what.replaceAll('`', ''),
      file: where.replaceAll('`', ''),
      mentioned: [...does.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name),
    }));
}

const lastPart = (name: string) => name.split('.').at(-1) ?? name;

/** How each step calls the next one, where it has another name there. */
const calledAs: Readonly<Record<string, string>> = { handlerOf: 'handler', serve: 'handler', Exchange: 'exchange' };

const rest = steps('REST');
const mcp = [...steps('MCP'), ...rest.slice(2)];

test('there are at most eight steps over REST and nine over MCP', () => {
  expect(rest.map(({ name }) => name).slice(-1)).toEqual(['Database.select']);
  expect([rest.length, mcp.length]).toEqual([7, 9]);
});

test.each([...rest, ...steps('MCP')].map((step) => [step.name, step] as const))(
  '%s is where it is said to be',
  (name, step) => {
    const text = readFileSync(join(root, step.file), 'utf8');
    const [holder, member] = name.includes('.') ? name.split('.') : [undefined, name];
    if (holder !== undefined) expect(text).toMatch(new RegExp(`(class|interface) ${holder}\\b`));
    expect(text).toMatch(new RegExp(`(function |type |const )?\\b${member}\\b( =|:|\\(|<)`));
    for (const mentioned of step.mentioned) expect(text).toContain(`${lastPart(mentioned)}(`);
  },
);

test.each([
  ['REST', rest],
  ['MCP', mcp],
] as const)('over %s each step calls the next', (_interface, chain) => {
  for (const [at, step] of chain.slice(0, -1).entries()) {
    const next = chain[at + 1]?.name ?? '';
    // The SDK calls the handler that it was given.
    const file = next === 'callTool' ? 'src/interfaces/mcp/server.ts' : step.file;
    expect(`${step.name}: ${readFileSync(join(root, file), 'utf8')}`).toContain(`${calledAs[next] ?? lastPart(next)}(`);
  }
});
