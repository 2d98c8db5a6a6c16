import type { Database } from '../../database/database';

type OfWorkspace = (db: Database, organizationId: string, ...rest: never[]) => unknown;

/** Functions of a workspace without their first two arguments: the database and the workspace's id. */
export type Bound<Functions extends Readonly<Record<string, OfWorkspace>>> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    db: Database,
    organizationId: string,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/**
 * Gives functions their database and their workspace, once. What is called afterwards has no place for another workspace.
 * @param organizationId as authenticated; never a value that a caller sent.
 */
export function bind<Functions extends Readonly<Record<string, OfWorkspace>>>(
  functions: Functions,
  db: Database,
  organizationId: string,
): Bound<Functions> {
  const bound = Object.entries(functions).map(([name, of]) => [
    name,
    (...rest: never[]) => of(db, organizationId, ...rest),
  ]);
  // The type of `Object.fromEntries` does not say which name has which value.
  return Object.fromEntries(bound) as Bound<Functions>;
}
