import { namesNobody, namesOneOf } from './rivals';

const names = namesOneOf(['Hebemax Gabelstapler GmbH', 'Blue Forklifts Ltd', 'Target', 'Ünal Kömür A.Ş.']);

test.each([
  ['HEBEMAX, never again', true],
  ["Hebemax'ten ayrıldık", true],
  ['Od Hebemaxu odcházíme', true],
  ['We had Blue Forklifts until May', true],
  ['Ünal Kömür ile bitti', true],
  ['Hebemaximilian', false],
  ['Our blue forklifts are old', false],
  ['Our target is May', false],
  ['Target has left', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(names(text)).toBe(expected);
  expect(namesOneOf([])(text)).toBe(false);
  expect(namesNobody()).toBe(false);
});
