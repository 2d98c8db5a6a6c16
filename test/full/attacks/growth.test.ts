import { growth, growthOfAsync } from '../../support/growth';

const text = (size: number) => 'a'.repeat(size);
const linear = (input: string) => input.split('').join('-');
/** Looks at each letter and all before it. */
const quadratic = (input: string) => {
  let seen = 0;
  for (let at = 0; at < input.length; at += 1)
    for (let before = 0; before < at; before += 1) seen += input.charCodeAt(before);
  return seen;
};

test('eight times the input: eight times the work, or sixty-four', async () => {
  expect(growth(linear, text, 100_000, 8)).toBeLessThan(30);
  expect(growth(quadratic, text, 900, 8)).toBeGreaterThan(30);
  expect(await growthOfAsync(async (input: string) => quadratic(input), text, 900, 8)).toBeGreaterThan(30);
  expect(await growthOfAsync(async (input: string) => linear(input), text, 100_000, 8)).toBeLessThan(30);
});
