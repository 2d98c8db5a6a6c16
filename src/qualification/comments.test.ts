import { classifyComment } from './comments';

test('a question mark in a link asks nothing', () => {
  expect(classifyComment('Is this for small teams?')).toBe('question');
  expect(classifyComment('Our page https://www.example.com/list?page=2 has more of it')).not.toBe('question');
});
