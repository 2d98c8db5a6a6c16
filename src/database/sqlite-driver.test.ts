import { whyFaulty } from './sqlite-driver';

test.each(['3.51.3', '3.51.10', '3.52.0', '3.53.4', '4.0.0'])('SQLite %s is used', (version) => {
  expect(whyFaulty(version)).toBeUndefined();
});

test.each(['3.7.0', '3.45.1', '3.50.4', '3.51.2', ''])('SQLite "%s" is refused', (version) => {
  expect(whyFaulty(version)).toContain('3.51.3 or newer');
});
