/** Answers of pure functions that were asked for lately: the words of headlines and the names of companies repeat. */

/** Longer texts are not worth keeping. */
const longestKey = 80;

/** The same function, remembering up to `size` answers; it forgets all of them when there are more. */
export function remembering<Answer extends object | string | number | boolean>(
  size: number,
  compute: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = compute(text);
    if (text.length <= longestKey) {
      if (answers.size >= size) answers.clear();
      answers.set(text, answer);
    }
    return answer;
  };
}
