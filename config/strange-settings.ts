/** Finds environment variables that look like misspelt settings, so that a typing error is reported. */
import { settingDefinitions, type SettingDefinition } from './settings';

const definitions = Object.entries<SettingDefinition>(settingDefinitions);
/** Every variable that the service reads. */
const known = new Set(definitions.flatMap(([name, { secret }]) => (secret ? [name, `${name}_FILE`] : [name])));

/** Shorter names resemble too many variables of other programs. */
const shortestGuess = 6;
/** Variables that the tests and scripts of this project read. */
const ownOtherNames = /^LEADLIGHT_(TEST_MYSQL|FULL|WRITE_ANSWERS)$/;

/** One line for each variable that is set, is not a setting but resembles one, with the nearest setting. */
export function strangeSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || known.has(name) || ownOtherNames.test(name)) return [];
    const base = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : undefined;
    if (base !== undefined && known.has(base))
      return [`${name} is not read: ${base} is not a secret, so set ${base} itself.`];
    const meant = nearest(name);
    return meant === undefined ? [] : [`${name} is not a setting and is not read; did you mean ${meant}?`];
  });
}

function nearest(name: string): string | undefined {
  const plain = name
    .toUpperCase()
    .replace(/-/g, '_')
    .replace(/^LEADLIGHT_/, '');
  if (plain.length < shortestGuess) return plain !== name && known.has(plain) && !isLower(name) ? plain : undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    if (candidate.length < shortestGuess) continue;
    const distance = Math.min(editDistance(plain, candidate), editDistance(singular(plain), candidate));
    const near = distance <= mostEdits(candidate) || sharedWords(plain, candidate) >= 2;
    if (near && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best?.name;
}

/** `TRUST_PROXIES` means `TRUST_PROXY`, `PUBLIC_URLS` means `PUBLIC_URL`. */
const singular = (name: string) => name.replace(/IES$/, 'Y').replace(/(?<!S)S$/, '');

/** One edit for every six letters, at least two. */
const mostEdits = (name: string) => Math.max(2, Math.floor(name.length / 6));
const isLower = (name: string) => name === name.toLowerCase();

/** How many leading words two names share. */
function sharedWords(left: string, right: string): number {
  const [a, b] = [left.split('_'), right.split('_')];
  const end = a.findIndex((word, at) => word !== b[at]);
  return end === -1 ? a.length : end;
}

/** Number of insertions, deletions, changes and swaps of neighbours between two texts (optimal string alignment). */
function editDistance(left: string, right: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const same = left[i - 1] === right[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const edited = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      next.push(swapped ? Math.min(edited, (before[j - 2] ?? 0) + 1) : edited);
    }
    [before, row] = [row, next];
  }
  return row[right.length] ?? 0;
}
