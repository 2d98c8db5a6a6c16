/**
 * When the reader of headlines says the company that it found. A wrong company makes a wrong account, none leaves a gap that other
 * sources fill, so the less stands around a name the surer the model has to be. Chosen on headlines that are not learned from
 * (docs/internals/decisions/0019).
 */
import type { Chances } from './chances';

/** What stands for a name besides the model. From the top; the first that holds decides. */
export interface Ground {
  /** "at" or "@" before it. */
  readonly joined: boolean;
  /** A word, form or mark by which organisations are called: "Bank", "GmbH", a listed brand, an address. */
  readonly isOrganisation: boolean;
}

/** Least chance that a company is named at all, and that it is this very one. */
const least: readonly (readonly [holds: (ground: Ground) => boolean, company: number, thisCompany: number])[] = [
  [({ isOrganisation }) => isOrganisation, 0.6, 0.45],
  [({ joined }) => joined, 0.5, 0.5],
  [() => true, 0.65, 0.4],
];

/** Whether a company with these chances is to be said. */
export function isSure(chances: Chances, ground: Ground): boolean {
  const [, company, thisCompany] = least.find(([holds]) => holds(ground)) ?? [null, 1, 1];
  return chances.company >= company && chances.thisCompany >= thisCompany;
}
