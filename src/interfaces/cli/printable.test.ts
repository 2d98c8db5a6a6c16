import { printable, printableJson } from './printable';

const hostile = '\u001b]0;title\u0007a\u001b[2Jb\u009b31mc\u0000\u0008\r\u007f\u0085d\u202ee\u2066';

it('takes out what steers a terminal and leaves lines, tabs and letters', () => {
  expect(printable(hostile)).toBe('abcde');
  expect(printable('Zoë\t日本語 👩‍💻\nnext')).toBe('Zoë\t日本語 👩‍💻\nnext');
});

it('writes it as escapes in JSON, so that the value stays the same', () => {
  const json = printableJson({ name: hostile });
  expect(printable(json)).toBe(json);
  expect(JSON.parse(json)).toEqual({ name: hostile });
});
