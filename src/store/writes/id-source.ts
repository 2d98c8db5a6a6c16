/** Where ids of new rows come from, when it is not `newId`: replaying records gives people and posts the ids they have. */
import type { IdentityKind } from '../tables/engagement';

export interface Name {
  readonly kind: IdentityKind | 'urn';
  readonly value: string;
}

export interface IdSource {
  /** Looks up what rows known by these names would be called. Called before `take` with every name of a batch. */
  prepare(kind: Name['kind'], values: readonly string[]): Promise<void>;
  /** The id for a new row known by these names; undefined: a new one. Gives no id twice. */
  take(names: readonly Name[]): string | undefined;
}
