/** Changes accounts and their aliases to the replayed state. */
import { newId } from '../../database/new-id';
import { insertInto, type RowOf } from '../../database/define';
import { accountAliases, accounts } from '../tables/leads';
import { noteAliasesMoved } from '../writes/account-writer';
import { noteAccountFactsChanged } from '../log/note-changes';
import { selectIn } from '../statements/in-parts';
import { markStale, queueScoring } from '../writes/engagement-writer';
import { noteNamesMoved } from '../writes/known-companies';
import { leadsOfAccounts } from '../writes/lookups';
import { staleTargets } from '../writes/scoring-queue';
import { noteAffected } from './affected';
import { emptyPage, type Step, type UndoRun } from './undo-run';

type AccountRow = RowOf<typeof accounts>;
type AliasRow = RowOf<typeof accountAliases>;

/** Without the name, which follows from what most leads of the account write. */
const said = ['domain', 'industry', 'company_size', 'created_at'] as const satisfies readonly (keyof AccountRow)[];
/** The facts on which runs base decisions. */
const decisive = said.filter((name) => name !== 'created_at');
const aliasKey = ({ kind, value }: AliasRow) => `${kind} ${value}`;

/** Must run before the people, who refer to accounts. */
export const accountsStep: Step = async (run, after, limit) => {
  const { live, scratch, organizationId } = run;
  const rows = await scratch.select<AccountRow>(
    `SELECT * FROM accounts WHERE organization_id = ? AND id > ? ${run.scope.ofScratch('accounts', 'id')}
     ORDER BY id LIMIT ${limit}`,
    [organizationId, after],
  );
  const ids = rows.map(({ id }) => id);
  const aliases = await selectIn<AliasRow>(scratch, 'SELECT * FROM account_aliases', organizationId, 'account_id', ids);
  if (ids.length === 0) return emptyPage;
  return {
    last: rows.length < limit ? undefined : ids.at(-1),
    rows: rows.length,
    write: async () => {
      const stored = await selectIn<AccountRow>(live, 'SELECT * FROM accounts', organizationId, 'id', ids);
      const before = new Map(stored.map((row) => [row.id, row]));
      const changed = rows.filter((row) => {
        const old = before.get(row.id);
        return old === undefined || said.some((name) => row[name] !== old[name]);
      });
      await insertInto(live, accounts, changed, { update: said });
      const touched = changed.map(({ id }) => id);
      await noteAccountFactsChanged(live, organizationId, touched);
      const facts = changed.filter((row) => decisive.some((name) => row[name] !== before.get(row.id)?.[name]));
      await noteAffected(
        run,
        await peopleAt(
          run,
          facts.map(({ id }) => id),
        ),
      );
      await moveAliases(run, aliases);
      // Industry and size of the account are used for people without their own.
      await queueScoring(live, organizationId, await leadsOfAccounts(live, organizationId, touched), 'undo');
      await markStale(live, organizationId, 'account', touched);
    },
  };
};

async function peopleAt({ live, organizationId }: UndoRun, accountIds: readonly string[]): Promise<string[]> {
  const rows = await selectIn<{ id: string }>(live, 'SELECT id FROM people', organizationId, 'account_id', accountIds);
  return rows.map(({ id }) => id);
}

async function moveAliases({ live, organizationId }: UndoRun, aliases: readonly AliasRow[]): Promise<void> {
  const owners = new Map<string, string>();
  for (const kind of ['slug', 'domain', 'name'] as const) {
    const values = aliases.filter((row) => row.kind === kind).map(({ value }) => value);
    const known = await selectIn<AliasRow>(
      live,
      'SELECT * FROM account_aliases',
      organizationId,
      `kind = '${kind}' AND value`,
      values,
    );
    for (const row of known) owners.set(aliasKey(row), row.account_id);
  }
  const moved = aliases.filter((row) => owners.get(aliasKey(row)) !== row.account_id);
  if (moved.length === 0) return;
  await insertInto(live, accountAliases, moved, { update: ['account_id'] });
  await noteNamesMoved(
    live,
    organizationId,
    moved.flatMap((row) => [row.account_id, owners.get(aliasKey(row)) ?? row.account_id]),
  );
  await noteAliasesMoved(live, organizationId, newId());
}

/**
 * Gives accounts whose people changed their first names again, until names are counted again, which follows. Otherwise a name
 * from the undone batch alone could remain if no other is more frequent.
 */
export const namesAgain: Step = async ({ live, scratch, organizationId, scope }) => {
  const stale = await staleTargets(live, organizationId, 'account', 100_000);
  const compared = scope.ofScratch('accounts', 'id');
  const sql = 'SELECT * FROM accounts';
  const rows = await selectIn<AccountRow>(scratch, sql, organizationId, 'id', stale, compared);
  return {
    last: undefined,
    rows: 0,
    write: async () => {
      const stored = await selectIn<AccountRow>(
        live,
        'SELECT * FROM accounts',
        organizationId,
        'id',
        rows.map(({ id }) => id),
      );
      const names = new Map(stored.map(({ id, name }) => [id, name]));
      const renamed = rows.filter(({ id, name }) => names.get(id) !== name);
      await insertInto(live, accounts, renamed, { update: ['name'] });
      await noteAccountFactsChanged(
        live,
        organizationId,
        renamed.map(({ id }) => id),
      );
    },
  };
};
