/**
 * When the reader of headlines says the company that it found. A wrong company makes a wrong account, none leaves a gap that other
 * sources fill, so the less stands around a name the surer the model has to be. Chosen on headlines that are not learned from
 * (docs/internals/decisions/0019).
 */
import type { Chances } from './chances';
import { codeOfStanding } from './evidence';

/** What stands for a name besides the model. From the top; the first that holds decides. */
export interface Ground {
  /** "at" or "@" before it. */
  readonly joined: boolean;
  /** A word, form or mark by which organisations are called: "Bank", "GmbH", a listed brand. */
  readonly isOrganisation: boolean;
  /** Codes of `Evidence.standing` of the whole headline. */
  readonly standing: Uint8Array;
}

/** Least chance that a company is named at all, and that it is this very one. */
const least: readonly (readonly [holds: (ground: Ground) => boolean, company: number, thisCompany: number])[] = [
  [({ joined }) => joined, 0.7, 0.6],
  [({ isOrganisation }) => isOrganisation, 0.7, 0.45],
  // "ex Acme", "looking for work", "retired": a bare name beside it is mostly of then.
  [({ standing }) => standing.some((code) => notNow.has(code)), 0.9, 0.7],
  [() => true, 0.7, 0.45],
];
const notNow: ReadonlySet<number | undefined> = new Set(
  (['past', 'seek', 'slogan', 'retired'] as const).map((kind) => codeOfStanding(kind)),
);

/** Whether a company with these chances is to be said. */
export function isSure(chances: Chances, ground: Ground): boolean {
  const [, company, thisCompany] = least.find(([holds]) => holds(ground)) ?? [null, 1, 1];
  return chances.company >= company && chances.thisCompany >= thisCompany;
}
