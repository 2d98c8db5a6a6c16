/** Pages and mails outside the console have its colours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colours, sign } from '../../src/shared/colours';

const consoleFile = (name: string) => readFileSync(join(__dirname, '../../packages/console', name), 'utf8');

test('every colour is that of the console, in both schemes', () => {
  const tokens = consoleFile('src/styles/tokens.css');
  const pairs = new Map(
    [...tokens.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(([, name, light, dark]) => [
      name ?? '',
      [light, dark],
    ]),
  );
  expect(pairs.size).toBeGreaterThan(10);
  const { light, dark } = colours;
  expect(Object.keys(dark)).toEqual(Object.keys(light));
  const ours = Object.entries(light).map(([name, value]) => [name, [value, new Map(Object.entries(dark)).get(name)]]);
  expect(ours).toEqual(Object.keys(light).map((name) => [name, pairs.get(name)]));
});

test('the sign is the icon of the console', () => {
  const paths = (svg: string) => [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  expect(paths(sign)).toHaveLength(2);
  expect(paths(sign)).toEqual(paths(consoleFile('icon.svg')));
});
