/** The words of a title: without notes on gender, with or without spaces in them, and what is joined or parted. */
import { tokensOf } from './words';

test.each([
  ['Sales Manager (m/w/d)', ['sales', 'manager']],
  ['Sales Manager (m / w / d)', ['sales', 'manager']],
  ['Co-Founder', ['co', 'founder']],
  ["Founder's Associate", ['founders', 'associate']],
  ['IT Manager', ['infotech', 'manager']],
  ['it manager', ['it', 'manager']],
  ['Directeur  Général', ['directeur', 'general']],
  ['', []],
])('%j is %j', (text, words) => {
  expect(tokensOf(text)).toEqual(words);
});
