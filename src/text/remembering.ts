/** Answers of pure functions that were asked for lately: the words of headlines and the names of companies repeat. */

/** Longer texts are not worth keeping. */
const longestKey = 80;

/** The same function, remembering up to `size` answers; it forgets all of them when there are more. */
export function remembering<Answer extends object | string | number | boolean>(
  size: number,
  compute: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  // Rules that follow each other ask for the same text; comparing it costs less than looking it up.
  let lastText: string | undefined;
  let lastAnswer: Answer;
  const ask = (text: string): Answer => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = compute(text);
    if (text.length <= longestKey) {
      if (answers.size >= size) answers.clear();
      answers.set(text, answer);
    }
    return answer;
  };
  return (text) => {
    if (text === lastText) return lastAnswer;
    lastAnswer = ask(text);
    lastText = text;
    return lastAnswer;
  };
}
