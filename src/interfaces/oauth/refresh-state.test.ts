import type { StoredGrant } from '../../store/oauth/grants';
import { refreshState, type RefreshState } from './refresh-state';
import { hashSecret, type RefreshTokenFacts } from './secrets';

const now = Date.UTC(2026, 10, 1);
const minute = 60_000;
const row: StoredGrant = {
  id: 'g',
  organization_id: 'o',
  user_id: 'u',
  client_id: 'c',
  client_name: 'n',
  scopes: 'workspace:read',
  activated_at: now - 10 * minute,
  expires_at: now + 10 * minute,
  idle_expires_at: now + 10 * minute,
  refresh_hash: hashSecret('third'),
  previous_hash: hashSecret('second'),
  successor: 'sealed',
  rotated_at: now - 10_000,
  generation: 3,
  last_used_at: null,
  revoked_at: null,
  resource: null,
  client_grant_types: 'authorization_code refresh_token',
  role: 'OWNER',
  active: 1,
  client_permit: null,
  assistant_permit: null,
};
const said = (generation: number, age = 0): RefreshTokenFacts => ({
  grantId: 'g',
  generation,
  issuedAt: now - age,
});
const old: RefreshTokenFacts = { grantId: 'g', generation: undefined, issuedAt: undefined };

const table: readonly (readonly [string, string, RefreshTokenFacts, StoredGrant | null, RefreshState])[] = [
  ['the current token', 'third', said(3), row, 'current'],
  ['the one before, at once', 'second', said(2, 10_000), row, 'grace'],
  ['the one before, too late', 'second', said(2, minute), { ...row, rotated_at: now - 31_000 }, 'reused'],
  ['the one before, replaced in the future', 'second', said(2), { ...row, rotated_at: now + 3_600_000 }, 'reused'],
  [
    'the one before, replaced by a clock that is ahead',
    'second',
    said(2),
    { ...row, rotated_at: now + 20_000 },
    'grace',
  ],
  ['one before that', 'first', said(1, minute), row, 'reused'],
  ['another token of the same generation', 'fork', said(3), row, 'reused'],
  ['the next token, just issued', 'fourth', said(4), row, 'behind'],
  ['the next token, long issued', 'fourth', said(4, 11 * minute), row, 'rolled_back'],
  ['the first token of a row that is not there yet', 'first', said(1), null, 'behind'],
  ['the first token of a row that is gone', 'first', said(1, 11 * minute), null, 'rolled_back'],
  [
    'the first token of a row whose code is not redeemed yet here',
    'first',
    said(1),
    { ...row, generation: 0, refresh_hash: null },
    'behind',
  ],
  ['of the first release: the current token', 'third', old, row, 'current'],
  ['of the first release: the one before', 'second', old, row, 'grace'],
  ['of the first release: an older one', 'first', old, row, 'reused'],
  ['of the first release: no row', 'first', old, null, 'rolled_back'],
];

test.each(table)('%s', (_name, token, facts, grant, state) => {
  expect(refreshState(token, facts, grant, now)).toBe(state);
});
