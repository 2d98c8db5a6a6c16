/** The parts of a headline as text. */
import { piecesOf } from './pieces';

test.each([
  ['CEO at Acme | Angel investor', ['CEO at Acme', 'Angel investor']],
  ['CEO #hiring | me@acme.example', ['CEO']],
  ['CEO (ex Google) – Acme', ['CEO', 'ex Google', 'Acme']],
  ['Former CEO at IBM. CFO, Acme Inc. now', ['Former CEO at IBM', 'CFO, Acme Inc. now']],
  ['CEO   at \t Acme', ['CEO at Acme']],
  ['CEO # hiring Acme', ['CEO', 'Acme']],
  ['CEO www.acme.example CTO', ['CEO', 'CTO']],
  ['CEO, CTO / COO', ['CEO, CTO / COO']],
  ['CEO; CTO', ['CEO', 'CTO']],
  ['CEO [ex Acme]', ['CEO', 'ex Acme']],
  ['Ent. CEO', ['Ent. CEO']],
  ['| CEO |', ['CEO']],
  ['🚀🚀', []],
  ['', []],
])('%s', (headline, expected) => {
  expect(piecesOf(headline)).toEqual(expected);
});

test('each headline is read for itself, however often', () => {
  expect(['CEO', 'CTO', 'CEO', 'CEO'].map((text) => piecesOf(text)[0])).toEqual(['CEO', 'CTO', 'CEO', 'CEO']);
});
