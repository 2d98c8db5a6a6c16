/** Consumers of the change feed that keep a copy of a workspace, and what the lists hold, in a form that compares. */
import { z } from 'zod';
import { query } from '../../../tools/catalogue';
import type { Workspace } from '../../../src/workspace/workspace';
import type { Random } from '../../store/support/random';
import { ask, walk } from '../../store/support/ask';

const page = z.object({
  data: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      change: z.enum(['upsert', 'deleted']),
      item: z.looseObject({}).nullable(),
    }),
  ),
  page: z.object({ nextCursor: z.string() }),
  hasMore: z.boolean(),
});
export type FeedPage = z.output<typeof page>;

/** What a consumer has on its disk: all that is left of it after a crash. */
export interface Disk {
  readonly items: Map<string, object>;
  cursor: string | undefined;
}

export const emptyDisk = (): Disk => ({ items: new Map(), cursor: undefined });

/** How a page is taken in before the cursor is kept; a test plants a fault in it. */
export type TakeIn = (page: FeedPage) => FeedPage;

/**
 * Reads on from where the disk says, to the end or until it crashes somewhere: before a page is taken in, in the middle of it, or before
 * its cursor is kept.
 * @param random undefined: it does not crash. @returns whether it came to the end.
 */
export async function consume(
  workspace: Workspace,
  disk: Disk,
  { limit, random, takeIn = (one) => one }: { limit: number; random?: Random; takeIn?: TakeIn },
): Promise<boolean> {
  for (;;) {
    const given = disk.cursor === undefined ? { limit } : { limit, after: disk.cursor };
    const answer = takeIn(page.parse(await query.listChanges.ask(workspace, given)));
    if (random?.chance(0.1)) return false;
    for (const { kind, id, change, item } of answer.data) {
      if (change === 'deleted' || item === null) disk.items.delete(`${kind} ${id}`);
      else disk.items.set(`${kind} ${id}`, item);
      if (random?.chance(0.02)) return false;
    }
    if (random?.chance(0.1)) return false;
    disk.cursor = answer.page.nextCursor;
    if (!answer.hasMore) return true;
  }
}

/** What follows from the clock alone is no change. */
const unreported: ReadonlySet<string> = new Set([
  'intentScore',
  'priority',
  'updatedAt',
  'averageIntentScore',
  'trend',
] as const);

/** An item as the feed promises it: each member as text. */
const promised = (item: object): Members =>
  new Map(
    Object.entries(item)
      .filter(([name]) => !unreported.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)]),
  );

type Members = ReadonlyMap<string, string>;
type Holding = ReadonlyMap<string, Members>;

export const copyOf = ({ items }: Disk): Holding => new Map([...items].map(([key, item]) => [key, promised(item)]));

/** What the lists of leads of all dispositions and of accounts hold. */
export async function listed(workspace: Workspace): Promise<Holding> {
  const all = async (name: string, kind: string, filter: object) => {
    const items = await walk((paging) => ask(workspace, name, { ...filter, ...paging }), 100);
    return items.map((item): [string, Members] => [`${kind} ${String(item['id'])}`, promised(item)]);
  };
  const leads = await all('list_leads', 'lead', { disposition: ['ACTIVE', 'CLIENT', 'BAD_LEAD'] });
  const accounts = await all('list_account_reports', 'account', {});
  return new Map([...leads, ...accounts]);
}

/** Where a copy is not what the lists hold, in words. */
export function differences(copy: Holding, lists: Holding): string[] {
  const found: string[] = [];
  for (const [key, members] of lists) {
    const own = copy.get(key);
    if (!own) found.push(`${key} is missing`);
    else {
      for (const [name, value] of members) {
        if (own.get(name) !== value) found.push(`${key} ${name}: ${own.get(name)} instead of ${value}`);
      }
    }
  }
  for (const key of copy.keys()) if (!lists.has(key)) found.push(`${key} should be gone`);
  return found;
}
