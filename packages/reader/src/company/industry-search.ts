/** Finds industries by what a person types: a part of a name, another name, or a name with a slip of the finger. */
import { canonicalIndustry, industryLabels, industryNames, isKnownIndustry, labelForm } from './industry';

export interface FoundIndustries {
  /** Labels of the network, best first. */
  readonly industries: readonly string[];
  /** The label that the text names, in whatever spelling or language; null: it names none. */
  readonly named: string | null;
}

const pairsOf = (text: string) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));

/** How alike two words are, 0 to 1: the share of letter pairs that they have in common (Dice, 1945). */
function likeness(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  if (left.size + right.size === 0) return 0;
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}

/** Below this, two words only share an ending ("retail", "entail"). */
const alike = 0.6;

/**
 * Industries for a search.
 * @param text what a person typed; empty gives the first labels.
 * @param most how many at most.
 */
export function searchIndustries(text: string, most: number): FoundIndustries {
  const label = canonicalIndustry(text);
  const named = label !== null && isKnownIndustry(label) ? label : null;
  const key = labelForm(text);
  if (key === '') return { industries: industryLabels.slice(0, most), named };
  const begins = (name: string) => name.startsWith(key);
  const hasWord = (name: string) => name.includes(` ${key}`);
  const found = new Set<string>(named === null ? [] : [named]);
  for (const fits of [begins, hasWord]) for (const [name, of] of industryNames) if (fits(name)) found.add(of);
  if (found.size === 0) {
    const scored = [...industryNames].map(([name, of]) => {
      const best = Math.max(likeness(key, name), ...name.split(' ').map((word) => likeness(key, word)));
      return { of, best };
    });
    for (const { of } of scored.filter(({ best }) => best >= alike).sort((a, b) => b.best - a.best)) found.add(of);
  }
  return { industries: [...found].slice(0, most), named };
}
