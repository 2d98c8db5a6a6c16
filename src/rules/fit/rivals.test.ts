import { withoutNamesOf, withoutNobody } from './rivals';

const without = withoutNamesOf(['Hebemax Gabelstapler GmbH', 'Blue Forklifts Ltd', 'Target', 'Ünal Kömür A.Ş.']);

test.each([
  ['HEBEMAX, never again', ' , never again'],
  ["Hebemax'ten ayrıldık", " 'ten ayrıldık"],
  ['Od Hebemaxu odcházíme', 'Od   odcházíme'],
  ['We had Blue Forklifts until May, then Hebemax', 'We had   until May, then  '],
  ['Ünal Kömür ile bitti', '  ile bitti'],
  ['Hebemaximilian', null],
  ['Our blue forklifts are old', null],
  ['Our target is May', null],
  ['Target has left', null],
  ['', null],
])('%s', (text, expected) => {
  expect(without(text)).toBe(expected);
  expect(withoutNamesOf([])(text)).toBeNull();
  expect(withoutNobody(text)).toBeNull();
});
