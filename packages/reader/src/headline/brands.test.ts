/** The two lists of names and words that are asked whole. */
import { isBrand } from './brands';
import { isOrdinary } from './ordinary';

test.each([
  ['3M', true],
  ['2ГИС', true],
  ['1Life Healthcare', true],
  ['효성윈드파워', true],
  ['Siemens', true],
  ['Emirates', true],
  ['siemens', false],
  ['Siemens ', false],
  ['Quillmere', false],
  ['', false],
])('%j is a listed name of an organisation: %s', (text, listed) => expect(isBrand(text)).toBe(listed));

test.each([
  ['target', true],
  ['growth', true],
  ['salesforce', true],
  ['Target', false],
  ['quillmere', false],
  ['', false],
])('%j is an ordinary word: %s', (text, listed) => expect(isOrdinary(text)).toBe(listed));
