import { mayHoldName } from './may-hold-name';

test.each<readonly [text: string, keys: readonly string[], mayHold: boolean]>([
  ['VP Sales at Acme Corp', ['acme'], true],
  ['VP Sales at A.C.M.E', ['acme'], true],
  ['acme', ['acme'], true],
  // Its letters in this order.
  ['VP Sales', ['acme'], false],
  ['emca', ['acme'], false],
  ['acm', ['acme'], false],
  ['ac me', ['accme'], false],
  // One of several keys is enough.
  ['at Globex', ['acme', 'globex'], true],
  ['at Globex', ['acme', 'initech'], false],
  ['at Globex', [], false],
  ['日本電気 営業部長', ['日本電気'], true],
  ['日本 営業部長', ['日本電気'], false],
  ['삼성전자 부장', ['삼성전자'], true],
  // Other letters may stand for others: no quick answer.
  ['Müller', ['acme'], true],
  ['Газпром', ['acme'], true],
  ['', ['acme'], false],
  // One letter, at the beginning.
  ['a', ['a'], true],
  ['b', ['a'], false],
  ['xbx', ['ab', 'b'], true],
])('%j may hold one of %j: %s', (text, keys, mayHold) => {
  expect(mayHoldName(text, keys)).toBe(mayHold);
});
