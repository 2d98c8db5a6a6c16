/** Answers of pure functions that were asked for lately: the words of headlines and the names of companies repeat. */

/** Longer texts are not worth keeping. */
const longestKey = 80;

/** The same function, remembering at least the last `size` answers, and at most twice as many. */
export function remembering<Answer extends object | string | number | boolean>(
  size: number,
  compute: (text: string) => Answer,
): (text: string) => Answer {
  // When the younger answers are `size` they become the older ones, and what is asked for again is carried over. Forgetting all of
  // them at once would forget the words that most headlines have, for the sake of names that nobody asks for again.
  let younger = new Map<string, Answer>();
  let older = new Map<string, Answer>();
  // Rules that follow each other ask for the same text; comparing it costs less than looking it up.
  let lastText: string | undefined;
  let lastAnswer: Answer;
  const ask = (text: string): Answer => {
    const young = younger.get(text);
    if (young !== undefined) return young;
    const answer = older.get(text) ?? compute(text);
    if (text.length <= longestKey) {
      if (younger.size >= size) [older, younger] = [younger, new Map<string, Answer>()];
      younger.set(text, answer);
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
