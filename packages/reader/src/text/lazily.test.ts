import { lazily } from './lazily';

test('a value is made when it is first asked for, and once', () => {
  let made = 0;
  const value = lazily(() => ({ made: (made += 1) }));
  expect(made).toBe(0);
  expect([value(), value()]).toEqual([{ made: 1 }, { made: 1 }]);
  expect(value()).toBe(value());
});
