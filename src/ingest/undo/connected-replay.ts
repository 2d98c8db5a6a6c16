/** Checks a replay of what is connected with undone batches, and keeps it for an undo that goes on. */
import { z } from 'zod';
import type { Database } from '../../database/database';
import { accountIds, accountsWithNames, companyNamesOf, replayedRows } from '../../store/undo/connected-rows';
import type { LiveIds } from '../../store/undo/ids';
import { storeScope } from '../../store/undo/scope';
import { nameKeys } from '../../store/writes/account-writer';
import type { Connected } from './connected';
import { personKey, stemOf } from './connected-accounts';

const plainConnected = z.object({
  people: z.array(z.tuple([z.string(), z.boolean()])),
  ...{ urns: z.array(z.string()), accounts: z.array(z.string()), companies: z.array(z.string()) },
  ...{ personIds: z.array(z.string()), postIds: z.array(z.string()) },
  head: z.object({ revision: z.number(), rewritten: z.string() }),
});

/** What is connected, as plain lists. */
export const asPlain = ({ people, urns, accounts, companies, personIds, postIds, head }: Connected) => ({
  people: [...people],
  ...{ urns: [...urns], accounts: [...accounts], companies: [...companies] },
  ...{ personIds: [...personIds], postIds: [...postIds], head },
});

/** What `asPlain` made plain. */
export function connectedFrom(value: unknown): Connected {
  const { people, urns, accounts, companies, personIds, postIds, head } = plainConnected.parse(value);
  return {
    people: new Map(people),
    ...{ urns: new Set(urns), accounts: new Set(accounts), companies: new Set(companies) },
    ...{ personIds: new Set(personIds), postIds: new Set(postIds), head },
  };
}

/**
 * Whether nothing outside of what is connected would be otherwise: without the batches, people may be read to work for companies
 * that they hid, and then these have another first person. Keeps which rows are compared.
 */
export async function isSound(
  live: Database,
  scratch: Database,
  organizationId: string,
  connected: Connected,
  ids: LiveIds,
): Promise<boolean> {
  const rows = await replayedRows(scratch, organizationId);
  const changes = (one: (typeof rows.people)[number]) => connected.people.get(personKey(one)) === true;
  const people = [...new Set(rows.people.filter(changes).map(({ id }) => id))];
  const isKnown = (key: string) => connected.companies.has(key);
  for (const name of await companyNamesOf(scratch, organizationId, people)) {
    if (!nameKeys(name).every(isKnown)) return false;
  }
  const copied = new Set(
    (await accountIds(live, organizationId)).filter((accountId) => !connected.accounts.has(accountId)),
  );
  const made = (await accountIds(scratch, organizationId)).filter((accountId) => !copied.has(accountId));
  // An account that was copied may have been made later, and then would have another number.
  const stems = new Set([...copied].map(stemOf));
  if (made.some((accountId) => stems.has(stemOf(accountId)))) return false;
  const { isNamed, names } = await accountsWithNames(scratch, organizationId, made);
  if (!isNamed || !names.every(isKnown)) return false;
  const posts = rows.posts.filter(({ urn }) => connected.urns.has(urn)).map(({ id }) => id);
  const compared = { people, posts: [...new Set(posts)], accounts: made };
  const { personIds, postIds, accounts } = connected;
  await storeScope(scratch, ids, compared, {
    ...{ people: [...personIds], posts: [...postIds], accounts: [...accounts] },
  });
  return true;
}
