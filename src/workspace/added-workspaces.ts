/** Workspaces that owners make in the console, empty or with example data. */
import { z } from 'zod';
import type { Database } from '../database/database';
import { enqueue } from '../jobs/enqueue';
import { addOwnedWorkspace, markExamples } from '../store/access/own-workspaces';
import { findOrganization } from '../store/access/organizations';

/** What is needed to queue the loading of the examples. The worker has its work (src/interfaces/worker/demo-data.ts). */
export const demoDataKind = { name: 'load-demo', input: z.strictObject({}) };

/** The name of a workspace of examples, with a number where it is taken. */
async function freeName(db: Database): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'Example data' : `Example data ${number}`;
    if ((await findOrganization(db, name)) === undefined) return name;
  }
}

/**
 * Makes a workspace of example data and queues their loading. Joins the current transaction.
 * @returns id and name; undefined when the name was taken in this moment.
 * @throws OperationError `conflict` when the person owns too many workspaces.
 */
export async function addExampleWorkspace(
  db: Database,
  userId: string,
  now = Date.now(),
): Promise<{ id: string; name: string } | undefined> {
  const name = await freeName(db);
  const id = await addOwnedWorkspace(db, { name, userId }, now);
  if (id === undefined) return undefined;
  await markExamples(db, id, now);
  await enqueue(db, demoDataKind, {}, { organizationId: id, uniqueKey: 'demo', now });
  return { id, name };
}

/** Makes a workspace for a person. @returns as `addExampleWorkspace`, and it throws the same. */
export async function addEmptyWorkspace(
  db: Database,
  userId: string,
  name: string,
): Promise<{ id: string; name: string } | undefined> {
  const id = await addOwnedWorkspace(db, { name, userId }, Date.now());
  return id === undefined ? undefined : { id, name };
}
