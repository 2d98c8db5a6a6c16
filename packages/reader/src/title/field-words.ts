/**
 * Words for one field of work in several languages, so that a listed "Head of Sustainability" finds a "Hållbarhetschef". Each word stands
 * in the word lists (`vocabulary/`) already, with the field's function. What is told apart there by function alone is not listed here.
 */
import { genderless } from './gender';
import type { JobFunction } from './function-words';
import { isFiller } from '../company/names';
import { isKnownWord, roleOf } from './role';
import { ranks } from './role-tables';
import type { Seniority } from './title-words';
import { tokensOf, wordsOf } from '../text/words';

export interface Field {
  readonly function: JobFunction;
  /** In one word each; with `*` whatever begins so. */
  readonly words: readonly string[];
}

const field = (ofField: JobFunction, words: string): Field => ({ function: ofField, words: words.split(' ') });

export const fields: readonly Field[] = [
  field(
    'operations',
    'sustainability nachhaltigkeit* hållbarhet* bærekraft* bæredygtig* duurzaam* sostenibilidad sostenibilità sustentabilidade vastuullisuus*',
  ),
  field('operations', 'facilities facility* facilitair* fastighet*'),
  field('research', 'laboratory laborat* laborl*'),
  field(
    'operations',
    'maintenance wartung* instandhaltung* onderhoud* underhåll* vedlikehold* vedligehold* mantenimiento manutenzione manutenção kunnossapito*',
  ),
  field('operations', 'quality qualität* kwaliteit* kvalitet* calidad qualità qualidade qualité jakoś* laatu*'),
  field(
    'procurement',
    'purchasing procurement einkauf* inkoop* inköp* innkjøp* indkøb* compras achats acquisti zakup*',
  ),
  field('sales', 'sales vertrieb* verkauf* verkoop* försälj* salg* myynti* sprzeda* ventas ventes vendite vendas'),
  field('operations', 'production produktion* fertigung* produzione producción produção productie* produkcj*'),
  field('operations', 'logistics logisti*'),
];

interface Known {
  readonly whole: ReadonlyMap<string, Field>;
  /** By their first three letters. */
  readonly stems: ReadonlyMap<string, readonly (readonly [stem: string, of: Field])[]>;
}

const known: Known = (() => {
  const whole = new Map<string, Field>();
  const stems = new Map<string, (readonly [string, Field])[]>();
  for (const of of fields) {
    for (const word of of.words) {
      const [folded = ''] = tokensOf(word.replace('*', ''));
      if (!word.endsWith('*')) {
        whole.set(folded, of);
        continue;
      }
      const start = folded.slice(0, 3);
      stems.set(start, [...(stems.get(start) ?? []), [folded, of]]);
    }
  }
  return { whole, stems };
})();

/** The field that a folded word names. */
export function fieldOf(word: string): Field | undefined {
  return (
    known.whole.get(word) ??
    known.stems.get(word.slice(0, 3))?.find(([stem]) => word.startsWith(stem))?.[1] ??
    undefined
  );
}

/** A listed title that says a rank and a field, so that it can be found in another language. */
export interface CrossingTitle {
  readonly field: Field;
  /** The words that name it, as listed. */
  readonly words: readonly string[];
  /** Null: everybody in the field. */
  readonly seniority: Seniority | null;
}

/** What a listed title means in every language; null where it says more than a rank and a field of the table. */
export function crossingTitle(title: string): CrossingTitle | null {
  const found = new Set<Field>();
  const words: string[] = [];
  for (const word of wordsOf(title)) {
    const of = fieldOf(word.text);
    if (of !== undefined) {
      found.add(of);
      words.push(word.text);
    } else if (!isFiller(word.text) && ranks().at([word], 0) === undefined) return null;
  }
  const [only, ...more] = found;
  if (only === undefined || more.length > 0) return null;
  return { field: only, words, seniority: roleOf(title).seniority };
}

/** The word for a manager that all languages share: it says less than "Head of". */
const manager = /^manager|manager(?:in)?$/;

/**
 * Whether a title says the rank and field of a listed one in other words. With the listed word for the field it is a title of the same
 * language, which the list would name: "Sales Manager" does not ask for an "Inside Sales Team Lead". Languages without a word for "Head of" say "chef", "responsabile" or
 * "ansvarlig", which the word lists have as managers.
 */
export function isSameTitle({ field: of, words: listed, seniority }: CrossingTitle, title: string): boolean {
  const words = tokensOf(title);
  if (!words.some((word) => fieldOf(word) === of) || words.some((word) => listed.includes(word))) return false;
  const role = roleOf(title);
  if (role.function !== of.function) return false;
  if (seniority === null || role.seniority === seniority) return true;
  return seniority === 'director' && role.seniority === 'manager' && !words.some((word) => manager.test(word));
}

/** Letters that join the parts of a compound. */
const joints = ['', 's', 'n', 'en', 'e'];
/** Shorter words begin too many others. */
const shortestStem = 5;

/**
 * A test of titles for words of a field, whatever their rank: whole words, what is grown together with a word of titles
 * ("Nachhaltigkeit" in "Nachhaltigkeitsmanagerin"), and the same field in the languages of the table.
 * @param words as a profile lists them. @returns for a title the first that it has, as written.
 */
export function fieldWordFinder(words: readonly string[]): (title: string) => string | undefined {
  const asked = words.map((written) => ({ written, parts: tokensOf(written).map(genderless) }));
  const fieldsAsked = asked.map(({ parts }) => (parts.length === 1 ? fieldOf(parts[0] ?? '') : undefined));
  return (title) => {
    const tokens = tokensOf(title);
    const bare = tokens.map(genderless);
    return asked.find(({ parts }, n) => {
      const of = fieldsAsked[n];
      if (of !== undefined && tokens.some((token) => fieldOf(token) === of)) return true;
      return bare.some((_, at) => parts.every((part, m) => isWordWith(part, bare[at + m], parts.length === 1)));
    })?.written;
  };
}

function isWordWith(part: string, word: string | undefined, mayGrow: boolean): boolean {
  if (word === undefined || !word.startsWith(part)) return false;
  if (word === part) return true;
  if (!mayGrow || part.length < shortestStem) return false;
  const rest = word.slice(part.length);
  return joints.some((joint) => rest.startsWith(joint) && isKnownWord(rest.slice(joint.length)));
}
