/** Ranking of texts by BM25, as clients that search a long list of tools do it. */

/** Words in lower case, without the endings that only grammar asks for. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=..)(?:ing|ed|es|s)$/, ''));

/** Saturation of a word that stands often, and how much a long text is held against itself: the usual values. */
const [saturation, length] = [1.2, 0.75];

/**
 * Names in order of their score for a query, the best first.
 * @param texts by name.
 */
export function rank(texts: ReadonlyMap<string, string>, query: string): string[] {
  const documents = [...texts].map(([name, text]) => ({ name, words: wordsOf(text) }));
  const average = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const asked = new Set(wordsOf(query));
  const scoreOf = (words: readonly string[]) =>
    [...asked].reduce((sum, word) => {
      const holding = documents.filter((document) => document.words.includes(word)).length;
      const often = words.filter((own) => own === word).length;
      const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      const norm = saturation * (1 - length + (length * words.length) / average);
      return sum + (rarity * often * (saturation + 1)) / (often + norm);
    }, 0);
  return documents
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}
