/** Caches recent results of pure functions: the words of headlines and the names of companies repeat. */

/** Longer texts are not worth caching. */
const longestKey = 80;

/** The same function with a cache of at least the last `size` results, and at most twice as many. */
export function remembering<Answer extends object | string | number | boolean>(
  size: number,
  compute: (text: string) => Answer,
): (text: string) => Answer {
  // When there are `size` younger results, they become the older ones. A result that is used again is carried over. Clearing
  // the whole cache would forget words that most headlines have because of names that appear only once.
  let younger = new Map<string, Answer>();
  let older = new Map<string, Answer>();
  // Rules that run one after the other ask for the same text. Comparing it costs less than a lookup.
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
