import { inSteps } from './in-steps';

const counted = () => {
  const done: string[] = [];
  const value = inSteps(function* () {
    done.push('begun');
    yield;
    done.push('half');
    yield;
    done.push('made');
    return { done };
  });
  return { done, value };
};

test('asked for, it is made at once, and once', () => {
  const { done, value } = counted();
  expect(done).toEqual([]);
  expect(value()).toBe(value());
  expect(done).toEqual(['begun', 'half', 'made']);
});

test('prepared, there is a pause after each step, and who asks meanwhile gets the same value', async () => {
  const { done, value } = counted();
  const at: number[] = [];
  await value.prepare(() => {
    at.push(done.length);
    if (at.length === 2) expect(value().done).toBe(done);
    return Promise.resolve();
  });
  expect(at).toEqual([1, 2]);
  expect(done).toEqual(['begun', 'half', 'made']);
});

test('what failed is tried again', () => {
  let tries = 0;
  const value = inSteps(function* () {
    yield;
    tries += 1;
    if (tries === 1) throw new Error('damaged');
    return { tries };
  });
  expect(() => value()).toThrow('damaged');
  expect(value()).toEqual({ tries: 2 });
});
