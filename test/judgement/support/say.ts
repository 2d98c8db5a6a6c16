/** Prints a score, when they are asked for: `SHOW_SCORES=1 npm test -- test/judgement`. What is too low fails without it. */
export function say(score: string): void {
  if (process.env['SHOW_SCORES'] === '1' || process.env['SHOW_LANGUAGES'] === '1') process.stdout.write(score);
}
