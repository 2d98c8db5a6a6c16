import { dataAccessFlags, dataAccessOf, type DataAccessFlag } from '../auth/rights';
import { hiddenWithout, refuseHidden, visibleTo } from './visibility';

const allBut = (flag: DataAccessFlag) => dataAccessOf(dataAccessFlags.filter((name) => name !== flag));
const all = dataAccessOf(dataAccessFlags);

const answer = {
  data: [
    {
      id: 'a',
      contact: { email: 'a@acme.example', emailStatus: 'VERIFIED', source: 'airscale' },
      icpMatchPercent: 80,
      scoring: { icp: [] },
      post: { excerpt: 'text', id: 'p' },
      watchlistProfile: { id: 'w' },
      leadTier: 'PRIORITY',
    },
  ],
  page: { limit: 1, nextCursor: null, cursor: null },
};

test('a caller with every flag sees the answer itself', () => {
  expect(visibleTo(all, answer)).toBe(answer);
});

// What leadContactEnrichment hides depends on where an e-mail address came from: the test below.
test.each(Object.entries(hiddenWithout).filter(([, { fields }]) => fields.length > 0))(
  'without %s its fields are null, at any depth, and nothing else is',
  (flag, row) => {
    const hidden = new Set<string>(row.fields);
    const expected: unknown = JSON.parse(JSON.stringify(answer), (name: string, value: unknown) =>
      hidden.has(name) ? null : value,
    );
    expect(expected).not.toEqual(answer);
    expect(visibleTo(allBut(flag as DataAccessFlag), answer)).toEqual(expected);
  },
);

test('without leadContactEnrichment an enriched address is unknown, and one that is not enriched stays', () => {
  const { data } = visibleTo(allBut('leadContactEnrichment'), answer);
  expect(data[0]).toEqual({ ...answer.data[0], contact: { email: null, emailStatus: null, source: null } });
  const own = { contact: { email: 'a@acme.example', emailStatus: null, source: null } };
  expect(visibleTo(allBut('leadContactEnrichment'), own)).toEqual(own);
});

const asked = Object.entries(hiddenWithout).flatMap(([flag, { parameters, sorts }]) => [
  ...parameters.map((name) => [flag, { [name]: 1 }] as const),
  ...sorts.map((sort) => [flag, { sortBy: sort }] as const),
]);

test.each(asked)('without %s nobody finds its values out by %j', (flag, parameters) => {
  const ask = (dataAccess: typeof all) => () => refuseHidden(parameters, { dataAccess });
  expect(ask(all)).not.toThrow();
  expect(ask(allBut(flag as DataAccessFlag))).toThrow(flag);
});
