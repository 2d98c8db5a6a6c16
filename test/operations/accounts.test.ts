/** Joining accounts and taking them apart: leads, reports, later imports and the audit log follow. */
import { action } from '../../tools/catalogue';
import { workspaceOpener } from '../../src/workspace/open-workspace';
import { dataAccessFlags, dataAccessOf } from '../../src/auth/rights';
import type { ActingWorkspace } from '../../src/workspace/workspace';
import { checkCounts } from '../../src/store/writes/check-counts';
import { AccountWriter } from '../../src/store/writes/account-writer';
import { listAudit } from '../../src/store/log/audit';
import { importInto, memberId, activity, ndjson, now, useSite, slugUrl } from '../import/support/site';

import { network } from '../support/network';

describe.each(['sqlite'] as const)('accounts that people join and take apart, on %s', (kind) => {
  const site = useSite(kind);
  let org: string;
  let files = 0;

  beforeEach(async () => {
    org = await site.workspace();
    await site.db.run('DELETE FROM oauth_audit');
    await read([0, 'Zalando SE'], [1, 'Zalando Lounge'], [2, 'Zalando']);
  });

  const workspace = (id = org): ActingWorkspace =>
    workspaceOpener(site.db, { cursorKey: Buffer.alloc(32), network })(id, dataAccessOf(dataAccessFlags), {
      kind: 'operator',
      name: 'root',
    });
  /** Imports a like of each person at their company. */
  const read = (...rows: readonly (readonly [number, string])[]) =>
    importInto(
      site,
      org,
      site.file(
        `accounts-${(files += 1)}.ndjson`,
        ndjson(
          rows.map(([n, company]) => ({
            kind: 'like',
            memberId: memberId(n),
            profileUrl: slugUrl(`person-${n}`),
            name: `Person ${n}`,
            headline: `Head of Sales at ${company}`,
            postUrl: activity(1),
            occurredAt: '2026-11-10T12:00:00Z',
            observedAt: '2026-11-11T12:00:00Z',
          })),
        ),
      ),
      { now: now + files },
    );
  const accounts = async () => {
    const rows = await site.db.select<{ name: string; account_id: string }>(
      `SELECT p.display_name AS name, l.account_id FROM leads l
       JOIN people p ON p.organization_id = l.organization_id AND p.id = l.id
       WHERE l.organization_id = ? ORDER BY p.display_name`,
      [org],
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.account_id]));
  };
  const reports = async () =>
    (
      await site.db.select<{ account_id: string; lead_count: number }>(
        'SELECT account_id, lead_count FROM account_summaries WHERE organization_id = ? ORDER BY account_id',
        [org],
      )
    ).map((row) => [row.account_id, row.lead_count]);
  const apart = { 'Person 0': 'zalando', 'Person 1': 'zalando-lounge', 'Person 2': 'zalando' };

  it('joins two, and later imports follow', async () => {
    expect(await accounts()).toEqual(apart);
    const answer = await action.mergeAccounts.act(workspace(), {
      accountId: 'zalando',
      otherAccountId: 'zalando-lounge',
    });
    expect(answer).toEqual({ accountId: 'zalando', merged: 'zalando-lounge', people: 1 });
    await read([3, 'Zalando Lounge GmbH']);
    expect(Object.values(await accounts())).toEqual(['zalando', 'zalando', 'zalando', 'zalando']);
    expect(await reports()).toEqual([['zalando', 4]]);
    expect((await checkCounts(site.db, org)).differences).toEqual([]);
    expect(await listAudit(site.db)).toEqual([
      expect.objectContaining({ action: 'merge_accounts', object_kind: 'account', object_id: 'zalando' }),
    ]);
  });

  it('takes a name out again, and later imports follow', async () => {
    await action.mergeAccounts.act(workspace(), { accountId: 'zalando', otherAccountId: 'zalando-lounge' });
    const answer = await action.splitAccount.act(workspace(), { accountId: 'zalando', alias: 'Zalando Lounge AG' });
    expect(answer).toEqual({ accountId: 'zalando-lounge', name: 'Zalando Lounge', people: 1 });
    expect(await accounts()).toEqual(apart);
    await read([4, 'Zalando Lounge'], [5, 'Zalando SE']);
    expect(await accounts()).toEqual({ ...apart, 'Person 4': 'zalando-lounge', 'Person 5': 'zalando' });
    expect(await reports()).toEqual([
      ['zalando', 3],
      ['zalando-lounge', 2],
    ]);
    expect((await checkCounts(site.db, org)).differences).toEqual([]);
  });

  it('is called as most of its people call it, without its legal form', async () => {
    const name = async () => {
      const [row] = await site.db.select<{ name: string }>(
        "SELECT name FROM account_summaries WHERE organization_id = ? AND account_id = 'zalando'",
        [org],
      );
      return row?.name;
    };
    expect(await name()).toBe('Zalando');
    await read([3, 'ZALANDO Group'], [4, 'ZALANDO Group']);
    expect(await name()).toBe('Zalando');
    await read([5, 'ZALANDO Group SE']);
    expect(await name()).toBe('ZALANDO Group');
    expect((await checkCounts(site.db, org)).differences).toEqual([]);
  });

  it('an import that runs meanwhile learns of it with its next batch', async () => {
    const writer = new AccountWriter(site.db, org);
    const lounge = { name: 'Zalando Lounge', slug: null, domain: null };
    await writer.prepare([lounge]);
    expect(await writer.resolve(lounge, now)).toBe('zalando-lounge');
    await action.mergeAccounts.act(workspace(), { accountId: 'zalando', otherAccountId: 'zalando-lounge' });
    await writer.prepare([lounge]);
    expect(await writer.resolve(lounge, now)).toBe('zalando');
  });

  it.each([
    ['an account with itself', { accountId: 'zalando', otherAccountId: 'zalando' }, 'validation_failed'],
    ['one that stays but is not there', { accountId: 'nobody', otherAccountId: 'zalando' }, 'not_found'],
    ['one that goes but is not there', { accountId: 'zalando', otherAccountId: 'nobody' }, 'not_found'],
  ])('does not join %s', async (_what, input, code) => {
    await expect(action.mergeAccounts.act(workspace(), input)).rejects.toMatchObject({ code });
    expect(await accounts()).toEqual(apart);
  });

  it.each([
    ['what is no account', { accountId: 'nobody', alias: 'Zalando' }, 'not_found'],
    ['what is no name of it', { accountId: 'zalando', alias: 'Globex' }, 'not_found'],
    ['its only name', { accountId: 'zalando', alias: 'Zalando SE' }, 'conflict'],
  ])('does not take apart %s', async (_what, input, code) => {
    await expect(action.splitAccount.act(workspace(), input)).rejects.toMatchObject({ code });
    expect(await accounts()).toEqual(apart);
  });

  it('knows nothing of the accounts of another workspace, and fails as a whole', async () => {
    const other = await site.workspace();
    const pair = { accountId: 'zalando', otherAccountId: 'zalando-lounge' };
    await expect(action.mergeAccounts.act(workspace(other), pair)).rejects.toMatchObject({ code: 'not_found' });
    const own = workspace();
    const failing = { ...own, writes: { ...own.writes, audit: () => Promise.reject(new Error('the log is full')) } };
    await expect(action.mergeAccounts.act(failing, pair)).rejects.toThrow('the log is full');
    expect(await accounts()).toEqual(apart);
  });
});
