import fc from 'fast-check';
import { commentClasses } from '../domain/values';
import { classifyComment } from './comments';

test.each([
  ['Pricing please', 'buying'],
  ['Wir hätten Interesse an einer Vorführung', 'buying'],
  ['Kein Interesse an sowas', 'refusal'],
  ['I am not interested in this', 'refusal'],
  ['Great post!', 'congratulation'],
  ['👏👏👏', 'congratulation'],
  ['Das ist gut, oder?', 'plain'],
  ['Not sure I agree. Our numbers say the opposite.', 'plain'],
  ['This matches what we see every week.', 'plain'],
  ['We did this in spring and would never go back.', 'plain'],
  ['Exactement ce que nous vivons.', 'plain'],
  ['More at https://example.com/page?id=1', 'plain'],
  ['Democracy matters', 'plain'],
  ['@Dana Whitlock see this', 'tag'],
  ['', 'plain'],
])('%j is %s', (text, expected) => {
  expect(classifyComment(text)).toBe(expected);
});

test('any text is read, and as one of the classes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
      expect(commentClasses).toContain(classifyComment(text));
    }),
  );
});
