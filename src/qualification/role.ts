/** Rank and function of one title, read from the word tables. */
import { functionIndex, functionPrefixes, functionRows, functionSuffixes, type JobFunction } from './function-words';
import { phraseAt, phrasesOf, tokensOf } from './phrases';
import { seniorities, titleIndex, titleRows, titleSuffixes, type Seniority } from './title-words';

/** What a piece of text says about a job. */
export interface Role {
  readonly seniority: Seniority | null;
  readonly function: JobFunction | null;
  /** Names only something done beside a job: "Angel investor", "Board member". */
  readonly sideOnly: boolean;
  /** Every word of the text belongs to a known title, function, region or small word. */
  readonly wholly: boolean;
  /** A word of rank was read, even one without a level ("Product Owner"). */
  readonly namesRank: boolean;
}

const rankOf = new Map(seniorities.map((level, rank) => [level, rank]));
const lowerable: ReadonlySet<Seniority> = new Set(['director', 'manager', 'senior', 'entry']);

/** Scripts written without spaces: their words are looked for anywhere in a token. */
const unspaced = /[\u3040-\u30ff\u4e00-\u9fff]/;
const unspacedLevels = titleRows.flatMap((row) =>
  phrasesOf(row).flatMap((phrase) => (unspaced.test(phrase) ? [{ phrase, level: row.level }] : [])),
);
const unspacedFunctions = functionRows.flatMap((row) =>
  phrasesOf(row).flatMap((phrase) => (unspaced.test(phrase) ? [{ phrase, function: row.function }] : [])),
);

/** Words that may stand in a title and say neither rank nor function. */
const smallWords = new Set(
  (
    'of the and for a an to in und der die das des den dem fur im et de du des la le les l d y e en di del della dei van voor og och & ' +
    'global international regional national local group corporate team interim acting fractional freelance deputy vice stellvertretender stellvertretende stellv ' +
    'emea apac dach latam mena nordics benelux americas europe europa uk us usa eu na north south east west central northern southern eastern western area region enterprise ' +
    'smb mid market midmarket new key strategic digital technical specialist expert analyst executive officer staff sector i ii iii iv b2b b2c internal external full time part strategist associate representative rep agent ' +
    'management business leadership development developpement desarrollo sviluppo gestion ' +
    'experte expertin spezialist spezialistin fachkraft mitarbeiter mitarbeiterin referent referentin specialiste charge chargee'
  ).split(' '),
);

/** Reads a title. Pure and quick: a few map look-ups per word. */
export function roleOf(title: string): Role {
  let tokens = tokensOf(title);
  const known = new Uint8Array(tokens.length);
  const aside = new Uint8Array(tokens.length);
  let best: Seniority | null = null;
  let lowered: Seniority | null = null;
  let sideLevel: Seniority | null = null;
  let side = false;
  let namesRank = false;

  for (let at = 0; at < tokens.length;) {
    const found = phraseAt(titleIndex, tokens, at);
    if (found === undefined) {
      const level = levelOfSuffix(tokens[at] ?? '');
      if (level !== null) {
        best = higher(best, level);
        namesRank = true;
        known[at] = 1;
      }
      at += 1;
      continue;
    }
    const { row, length } = found;
    known.fill(1, at, at + length);
    if (row.side) {
      side = true;
      aside.fill(1, at, at + length);
      sideLevel = higher(sideLevel, row.level);
    } else {
      namesRank = true;
      if (row.lowers) lowered = higher(lowered, row.level);
      else best = higher(best, row.level);
    }
    at += length;
    if (row.cuts) tokens = tokens.slice(0, at);
  }
  if (lowered !== null && (best === null || lowerable.has(best))) best = lowered;

  const main = functionOf(tokens, aside, known, false);
  const sideOnly = side && best === null && main === null;
  return {
    seniority: sideOnly ? sideLevel : best,
    function: sideOnly ? functionOf(tokens, aside, known, true) : main,
    sideOnly,
    wholly: tokens.length > 0 && tokens.every((token, at) => known[at] === 1 || smallWords.has(token)),
    namesRank: namesRank || side,
  };
}

/** All levels that a title names, for people who hold two at once: "Founder & CEO" is owner and cxo. */
export function topLevelsOf(title: string): ReadonlySet<Seniority> {
  const tokens = tokensOf(title);
  const levels = new Set<Seniority>();
  for (let at = 0; at < tokens.length;) {
    const found = phraseAt(titleIndex, tokens, at);
    if (found?.row.cuts) break;
    if (found?.row.level && !found.row.side && !found.row.lowers) levels.add(found.row.level);
    at += found?.length ?? 1;
  }
  return levels;
}

/**
 * The function named by the longest phrase, the first of equals; weak rows only when no other is named.
 * Marks the words it knows in `known`.
 */
function functionOf(
  tokens: readonly string[],
  aside: Uint8Array,
  known: Uint8Array,
  readAside: boolean,
): JobFunction | null {
  let best: JobFunction | null = null;
  let bestLength = -1;
  for (let at = 0; at < tokens.length;) {
    const found = phraseAt(functionIndex, tokens, at);
    const length = found?.length ?? 1;
    const value = found === undefined ? functionOfCompound(tokens[at] ?? '') : found.row.function;
    if (value !== null) {
      known.fill(1, at, at + length);
      const strength = found?.row.weak ? 0 : length;
      if ((aside[at] === 0 || readAside) && strength > bestLength) {
        best = value;
        bestLength = strength;
      }
    }
    at += length;
  }
  return best;
}

function higher(one: Seniority | null, other: Seniority | null): Seniority | null {
  if (one === null || other === null) return one ?? other;
  return (rankOf.get(one) ?? 0) <= (rankOf.get(other) ?? 0) ? one : other;
}

function levelOfSuffix(token: string): Seniority | null {
  if (token.length < 6) return unspaced.test(token) ? unspacedLevel(token) : null;
  for (const { ending, level } of titleSuffixes) {
    if (token.length > ending.length && token.endsWith(ending)) return level;
  }
  return unspaced.test(token) ? unspacedLevel(token) : null;
}

function unspacedLevel(token: string): Seniority | null {
  return unspacedLevels.reduce<Seniority | null>(
    (best, row) => (token.includes(row.phrase) ? higher(best, row.level) : best),
    null,
  );
}

function functionOfCompound(token: string): JobFunction | null {
  if (token.length >= 6) {
    let best: JobFunction | null = null;
    let length = 0;
    for (const { beginning, function: value } of functionPrefixes) {
      if (beginning.length > length && token.length > beginning.length + 2 && token.startsWith(beginning)) {
        best = value;
        length = beginning.length;
      }
    }
    if (best !== null) return best;
    for (const { ending, function: value } of functionSuffixes) {
      if (token.length > ending.length && token.endsWith(ending)) return value;
    }
  }
  if (!unspaced.test(token)) return null;
  return unspacedFunctions.find((row) => token.includes(row.phrase))?.function ?? null;
}
