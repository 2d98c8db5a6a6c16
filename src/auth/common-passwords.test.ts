/** Passwords that guessers try first are refused. */
import { passwordProblem } from './common-passwords';

test.each([
  ['control: a sentence', 'a password for tests', undefined],
  ['control: random', 'vT9_kq2-Lx8wPz', undefined],
  ['one of the list', 'password123', /commonest/],
  ['in capitals', 'QwertyUiop', /commonest/],
  ['with a year behind it', 'Sunshine2026', /commonest/],
  ['with signs behind it', 'basketball!!', /commonest/],
  ['one character', 'aaaaaaaaaaaa', /repeat/],
  ['four characters', 'abcdabcdabcd', /repeat/],
  ['nearly one character', '0000000000001', /repeat/],
  ['too short', 'short', /10 to 200/],
])('%s', (_, password, problem) => {
  if (problem === undefined) expect(passwordProblem(password)).toBeUndefined();
  else expect(passwordProblem(password)).toMatch(problem);
});
