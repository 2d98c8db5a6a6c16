import { ledgerEntry, marksInForce, type LedgerEntry, type LedgerRequest } from './ledger';

let at = 0;
beforeEach(() => (at = 0));
const said = (request: LedgerRequest, subject: string, digests = '', organizationId = 'w'): LedgerEntry => ({
  at: (at += 1),
  request,
  organizationId,
  subject,
  marks: digests
    .split(' ')
    .filter(Boolean)
    .map((digest) => ({ digest, kind: 'slug' })),
});
const inForce = (entries: readonly LedgerEntry[]) => {
  const { people, lifted, deletedWorkspaces } = marksInForce(entries);
  return {
    people: people.map(
      (one) =>
        `${one.organizationId} ${one.subject} ${one.request} ${one.at} ${one.marks.map(({ digest }) => digest).join('+')}`,
    ),
    lifted: lifted.map((one) => `${one.organizationId} ${one.subject}`),
    deleted: [...deletedWorkspaces],
  };
};
const nothing = { people: [], lifted: [], deleted: [] };

test('nothing asked, nothing holds', () => expect(inForce([])).toEqual(nothing));

test('each subject of each workspace stands by itself; later lines add identifiers and the time', () => {
  expect(
    inForce([
      said('erased', 's1', 'a b'),
      said('suppressed', 's2', 'c'),
      said('erased', 's1', 'd', 'v'),
      said('erased', 's1', 'b e'),
    ]),
  ).toEqual({ ...nothing, people: ['w s1 erased 4 a+b+e', 'w s2 suppressed 2 c', 'v s1 erased 3 d'] });
});

test.each<readonly [LedgerRequest, LedgerRequest, string]>([
  ['no_contact', 'no_contact', 'no_contact'],
  ['no_contact', 'erased', 'erased'],
  ['no_contact', 'suppressed', 'suppressed'],
  ['erased', 'no_contact', 'erased'],
  ['suppressed', 'no_contact', 'suppressed'],
  ['erased', 'suppressed', 'erased'],
])('%s, then %s: %s holds', (first, second, expected) => {
  expect(inForce([said(first, 's', 'a'), said(second, 's', 'b')]).people).toEqual([`w s ${expected} 2 a+b`]);
});

test('lifting ends what was asked of that subject there, and asking again counts again', () => {
  const before = [
    said('erased', 's', 'a'),
    said('erased', 's', 'a', 'v'),
    said('no_contact', 't', 'b'),
    said('lifted', 's'),
  ];
  expect(inForce(before)).toEqual({ ...nothing, people: ['v s erased 2 a', 'w t no_contact 3 b'], lifted: ['w s'] });
  expect(inForce([...before, said('no_contact', 's', 'c')])).toEqual({
    ...nothing,
    people: ['v s erased 2 a', 'w t no_contact 3 b', 'w s no_contact 5 c'],
  });
  expect(inForce([said('lifted', 'x')]).lifted).toEqual(['w x']);
});

test('of a deleted workspace nothing holds but that it is gone', () => {
  expect(
    inForce([
      said('erased', 's', 'a'),
      said('lifted', 'x'),
      said('workspace_deleted', ''),
      said('erased', 't', 'b', 'v'),
      said('lifted', 'y', '', 'v'),
    ]),
  ).toEqual({ people: ['v t erased 4 b'], lifted: ['v y'], deleted: ['w'] });
});

test('a line that is none is refused', () => {
  const good = said('erased', 's', 'a');
  expect(ledgerEntry.safeParse(good).success).toBe(true);
  for (const kind of ['member', 'slug', 'post'])
    expect(ledgerEntry.safeParse({ ...good, marks: [{ digest: 'a', kind }] }).success).toBe(true);
  for (const request of ['erased', 'suppressed', 'no_contact', 'lifted', 'workspace_deleted'])
    expect(ledgerEntry.safeParse({ ...good, request }).success).toBe(true);
  for (const wrong of [
    { ...good, request: 'other' },
    { ...good, marks: [{ digest: 'a', kind: 'company' }] },
    { ...good, at: 'x' },
    {},
  ])
    expect(ledgerEntry.safeParse(wrong).success).toBe(false);
});
