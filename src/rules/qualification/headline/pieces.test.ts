/** The parts of a headline as text. */
import { piecesOf } from './pieces';

test.each([
  ['CEO at Acme | Angel investor', ['CEO at Acme', 'Angel investor']],
  ['CEO #hiring | me@acme.example', ['CEO']],
  ['CEO (ex Google) – Acme', ['CEO', 'ex Google', 'Acme']],
  ['Former CEO at IBM. CFO, Acme Inc. now', ['Former CEO at IBM', 'CFO, Acme Inc. now']],
  ['🚀🚀', []],
  ['', []],
])('%s', (headline, expected) => {
  expect(piecesOf(headline)).toEqual(expected);
});
