/** The criterion of the role: titles, words of fields, ranks and functions. */
import {
  companySizes,
  fieldWordFinder,
  isListed,
  jobFunctions,
  listedTitle,
  openingOf,
  roleOf,
  seniorities,
  topLevelsOf,
  type Seniority,
} from '../../../packages/reader/src';
import type { IcpDefinition } from './icp-definition';
import { cached, evidenceOf, type Asked, type IcpFacts, type Judge, type Outcome } from './icp-evidence';

/**
 * The role: a listed title (`listed-title.ts`), also where it opens the headline in words that no list has ("Reineier | Lávka"), a word of a listed field whatever the rank, or a listed seniority together with a listed function; where only one of the two is asked, that one.
 *
 * General management (owner, chief executive, general manager) runs every function and matches any. A title that is known but
 * names no rank ("Software Engineer") is an individual contributor's, so no match for a list of ranks, unless its words are
 * foreign to the tables altogether: then the rank stays unknown.
 */
export function roleJudge(definition: IcpDefinition, asked: Asked, phraseOf: (title: string) => string): Judge {
  const listed = definition.titles.map(listedTitle);
  const byTitle = listed.map(({ title }) => evidenceOf(asked, 'match', `title has "${title}"`));
  const fieldWordIn = fieldWordFinder(definition.fieldWords);
  const ranks: ReadonlySet<string> = new Set(definition.seniorities);
  const functions: ReadonlySet<string> = new Set(definition.functions);
  const verdicts = (outcome: Outcome) => cached((detail) => evidenceOf(asked, outcome, detail));
  const shown = { match: verdicts('match'), mismatch: verdicts('mismatch'), unknown: verdicts('unknown') };

  return (facts) => {
    const { title, headline } = facts;
    if (title !== null && listed.length > 0) {
      const words = phraseOf(title);
      const found = byTitle[listed.findIndex((one) => isListed(one, title, words))];
      if (found !== undefined) return found;
    }
    if (headline && listed.length > 0) {
      const words = phraseOf(openingOf(headline));
      const isSame = title === null || words.startsWith(phraseOf(title));
      const found = byTitle[listed.findIndex(({ phrase }) => isSame && phrase === words)];
      if (found !== undefined) return found;
    }
    const word = title === null ? undefined : fieldWordIn(title);
    if (word !== undefined) return shown.match(`title has "${word}"`);
    if (ranks.size === 0 && functions.size === 0) {
      return title === null ? shown.unknown('title unknown') : shown.mismatch(notNamed.title);
    }
    const rank = ranks.size === 0 ? null : rankOutcome(facts, ranks);
    const field = functions.size === 0 ? null : functionOutcome(facts, functions);
    const asks = [rank, field].filter((part) => part !== null);
    const outcome: Outcome = asks.some((part) => part.outcome === 'mismatch')
      ? 'mismatch'
      : asks.every((part) => part.outcome === 'match')
        ? 'match'
        : 'unknown';
    const decisive = asks.filter((part) => part.outcome === outcome);
    return shown[outcome](decisive.map((part) => part.detail).join(', '));
  };
}

/**
 * Why a role does not match where nothing known speaks against it: the title says no other rank or field, only none that was named. A trade
 * outside the list of functions (`other`) is no other field: what it belongs to is not known.
 */
const notNamed = { title: 'title is not listed', rank: 'title names no rank', trade: 'function other' } as const;
const notNamedDetails: ReadonlySet<string> = new Set(Object.values(notNamed));

/** Whether a role is a mismatch only because nothing that was named stands in the title. */
export const isNotNamed = ({ criterion, detail }: { readonly criterion: string; readonly detail: string }): boolean =>
  criterion === 'role' && detail.split(', ').every((part) => notNamedDetails.has(part));

interface Part {
  readonly outcome: Outcome;
  readonly detail: string;
}

/** Whether somebody's rank is listed. */
function rankOutcome(
  { title, seniority, function: jobFunction, companySize }: IcpFacts,
  ranks: ReadonlySet<string>,
): Part {
  if (seniority === null || !seniorities.some((level) => level === seniority)) {
    if (title === null) return { outcome: 'unknown', detail: 'title unknown' };
    if (jobFunction === null) return { outcome: 'unknown', detail: 'seniority unknown' };
    return { outcome: 'mismatch', detail: notNamed.rank };
  }
  const detail = `seniority ${seniority}`;
  // Who asks for chiefs means owners too.
  if (ranks.has(seniority) || (seniority === 'owner' && ranks.has('cxo'))) return { outcome: 'match', detail };
  // "Founder & CEO" is stored as owner; who asks for cxo means them too.
  if (title !== null && isTop(seniority)) {
    const held = topLevelsOf(title);
    for (const level of severalAtOnce) {
      if (ranks.has(level) && held.has(level)) return { outcome: 'match', detail: `seniority ${level}` };
    }
  }
  // A partner owns a part of the firm and runs it too.
  if (seniority === 'partner' && (ranks.has('owner') || ranks.has('cxo')) && !large.has(companySize ?? ''))
    return { outcome: 'unknown', detail };
  return { outcome: 'mismatch', detail };
}

/** Levels that run a company, a branch or a site where the function is general management. */
const runs: ReadonlySet<string> = new Set(['cxo', 'partner', 'vp', 'director', 'manager'] satisfies Seniority[]);

/** Levels that run a small company where the title names no field. */
const runsSmall: ReadonlySet<string> = new Set(['director', 'partner'] satisfies Seniority[]);
/** Sizes in which a director has a field, named or not. */
const large: ReadonlySet<string> = new Set(companySizes.slice(companySizes.indexOf('201-500')));

/** Whether somebody's function is listed, or they run all of them. */
function functionOutcome(
  { title, seniority, function: jobFunction, companySize }: IcpFacts,
  functions: ReadonlySet<string>,
): Part {
  if (seniority === 'owner' || (seniority !== null && runs.has(seniority) && jobFunction === 'management')) {
    return { outcome: 'match', detail: 'general management' };
  }
  // "Director, Kwik Kleen": of a small company, who names no field runs it.
  if (
    jobFunction === null &&
    title !== null &&
    seniority !== null &&
    runsSmall.has(seniority) &&
    !large.has(companySize ?? '') &&
    roleOf(title).wholly
  )
    return { outcome: 'match', detail: 'general management' };
  if (jobFunction === null || !jobFunctions.some((name) => name === jobFunction)) {
    return { outcome: 'unknown', detail: 'function unknown' };
  }
  const isAsked = functions.has(jobFunction);
  // A partner runs the firm too, whatever else they do there.
  if (!isAsked && seniority === 'partner' && !large.has(companySize ?? ''))
    return { outcome: 'unknown', detail: `partner, function ${jobFunction}` };
  return { outcome: isAsked ? 'match' : 'mismatch', detail: `function ${jobFunction}` };
}

/** Levels that one person often holds together. */
const severalAtOnce = ['owner', 'cxo', 'partner'] as const satisfies readonly Seniority[];
function isTop(level: string): boolean {
  return severalAtOnce.some((top) => top === level);
}
