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
  ['two characters', 'aaaaabbbbb', /repeat/],
  ['a short part, twice', '1234512345', /repeat/],
  ['a common one, twice', 'Passw0rd!Passw0rd!', /repeat/],
  ['a common one, twice, with a sign between', 'password-password', /commonest/],
  ['with a row of digits behind it', 'letmein12345', /commonest/],
  ['with a sign and a year behind it', 'Sunshine-2026!', /commonest/],
  ['with a year before it', '2026password', /commonest/],
  ['between signs', '!!password!!', /commonest/],
  ['the name of the product', 'Leadlight2026', /commonest/],
  ['a row of digits', '12345678901234', /row/],
  ['a row of digits, down', '0987654321', /row/],
  ['a row of letters', 'ABCDEFGHIJKL', /row/],
  ['a row with a sign behind it', '1234567890!', /row/],
  ['a row between signs', '!1234567890!', /row/],
  ['a common one with digits, and a sign', '1q2w3e4r5t!', /commonest/],
  ['a common one and all digits', 'password123456789', /commonest/],
  ['a common one, twice, and a sign', 'letmeinletmein!', /repeat/],
  ['control: letters that are none of English', '我的密码很长dragon1', undefined],
  ['control: a common word within letters', 'äöüß-monkey', undefined],
  ['control: a row within a longer one', 'abcdefghij-Kestrel', undefined],
  ['control: a common word with much behind it', 'monkey7491038265', undefined],
  ['control: words', 'correct horse battery staple', undefined],
  ['too short', 'short', /10 to 200/],
])('%s', (_, password, problem) => {
  if (problem === undefined) expect(passwordProblem(password)).toBeUndefined();
  else expect(passwordProblem(password)).toMatch(problem);
});
