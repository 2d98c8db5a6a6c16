/** Requests at a limit, which are good, and beyond it, with the exact status and code each gets and the parameter named. */

/** One request and its answer. */
export interface Row {
  readonly path: string;
  readonly status: number;
  /** Code and the parameters named; nothing for a good request. */
  readonly code?: string;
  readonly named?: readonly string[];
  readonly method?: string;
  /** Instead of the good key. */
  readonly headers?: (key: string) => Record<string, string | string[]>;
}

const good = (path: string): Row => ({ path, status: 200 });
const bad = (path: string, ...named: string[]): Row => ({ path, status: 400, code: 'validation_failed', named });
const missing = (path: string): Row => ({ path, status: 404, code: 'not_found' });

const uuid = (index: number) => `0190a8c2-3a55-7c1e-9d52-${String(index).padStart(12, '0')}`;
export const many = (count: number, item: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => item(i)).join(',');
export const letters = (count: number) => 'a'.repeat(count);

/** Parameters by the kind of their limits, with the lists that take them. */
const percents = ['minIcpMatchPercent', 'maxIcpMatchPercent', 'minIntentScore', 'maxIntentScore'];
export const accounts = 'account-reports';
export const profiles = 'watchlist/profiles';
export const signals = 'leads/signals';

function percentRows(list: string, name: string): Row[] {
  return [
    good(`${list}?${name}=0`),
    good(`${list}?${name}=100`),
    bad(`${list}?${name}=-1`, name),
    bad(`${list}?${name}=101`, name),
    bad(`${list}?${name}=50.5`, name),
    bad(`${list}?${name}=high`, name),
  ];
}

function enumListRows(list: string, name: string, values: readonly string[]): Row[] {
  return [
    good(`${list}?${name}=${values.join(',')}`),
    good(`${list}?${name}=${values.join(',')},${values[0] ?? ''}`),
    bad(`${list}?${name}=${(values[0] ?? '').toLowerCase()}`, name),
    bad(`${list}?${name}=${values[0] ?? ''},OTHER`, name),
    bad(`${list}?${name}=`, name),
    bad(`${list}?${name}=${values[0] ?? ''},`, name),
  ];
}

function enumRows(list: string, name: string, value: string): Row[] {
  return [
    good(`${list}?${name}=${value}`),
    bad(`${list}?${name}=OTHER`, name),
    bad(`${list}?${name}=${value}&${name}=${value}`, name),
    bad(`${list}?${name}=${value},${value}`, name),
    bad(`${list}?${name}=`, name),
  ];
}

function textRows(list: string, name: string, max: number): Row[] {
  return [
    good(`${list}?${name}=${letters(max)}`),
    bad(`${list}?${name}=${letters(max + 1)}`, name),
    bad(`${list}?${name}=`, name),
    bad(`${list}?${name}=%20`, name),
    bad(`${list}?${name}=a&${name}=b`, name),
  ];
}

/** Filters by what is known of a person, and the short form. */
const personRows: readonly Row[] = ['leads', 'leads/count'].flatMap((list) => [
  ...enumListRows(list, 'seniority', ['owner', 'vp']).filter(({ path }) => !/=owner$/.test(path)),
  good(`${list}?country=DE,se`),
  good(`${list}?country=${many(50, (at) => `${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`)}`),
  bad(`${list}?country=Germany`, 'country'),
  bad(`${list}?country=DEU`, 'country'),
  good(`${list}?industry=Software%20Development`),
  bad(`${list}?industry=${many(26, (at) => `i${at}`)}`, 'industry'),
  bad(`${list}?industry=${letters(161)}`, 'industry'),
  good(`${list}?companySize=51-200,10001%2B`),
  bad(`${list}?companySize=51-201`, 'companySize'),
  good(`${list}?function=sales,legal`),
  bad(`${list}?function=selling`, 'function'),
  good(`${list}?hasContactData=true`),
  bad(`${list}?hasContactData=yes`, 'hasContactData'),
  good(`${list}?firstSignalFrom=2026-01-01`),
  bad(`${list}?firstSignalFrom=yesterday`, 'firstSignalFrom'),
]);

const tiers = ['UNQUALIFIED', 'NURTURE', 'QUALIFIED', 'PRIORITY'];
const engagementTypes = ['LIKE', 'COMMENT', 'REPOST'];
const profileTypes = ['TEAMMATE', 'COMPETITOR', 'INFLUENCER', 'INVESTOR', 'CUSTOM'];

/** Paths below /api/v1/customer/, `:lead` and the like standing for ids that exist. */
const parameterRows: readonly Row[] = [
  // Positive controls: each address as it is, before anything is wrong about it.
  good('workspace-access'),
  ...personRows,
  ...enumRows('leads', 'view', 'compact'),
  ...enumRows('leads/count', 'by', 'country'),
  bad('leads/count?limit=5', 'limit'),
  bad('leads/count?sortBy=priority', 'sortBy'),
  good('leads'),
  good('leads/:lead'),
  good('leads/:lead/engagements'),
  good(signals),
  good(profiles),
  good(`${profiles}/:profile`),
  good(accounts),
  good(`${accounts}/:account`),
  good('leads/to-contact'),
  good('analytics/posts'),
  good('analytics/posts/:post/summary'),
  good('analytics/posts/:post/qualified-leads'),

  // people to contact
  good('leads/to-contact?limit=25'),
  bad('leads/to-contact?limit=26', 'limit'),
  bad('leads/to-contact?limit=0', 'limit'),
  bad('leads/to-contact?cursor=x', 'cursor'),
  good('leads/to-contact?since=2026-01-31'),
  bad('leads/to-contact?since=yesterday', 'since'),
  good('leads/to-contact?accountId=nobody'),
  bad('leads/to-contact?accountId=', 'accountId'),
  ...textRows('leads/to-contact', 'topic', 160),

  // owners, and `me`, which an API key is not
  ...['leads', signals, 'leads/to-contact'].flatMap((list) => [
    good(`${list}?ownerIds=${many(50, uuid)}`),
    bad(`${list}?ownerIds=${many(51, uuid)}`, 'ownerIds'),
    bad(`${list}?ownerIds=me`, 'ownerIds'),
    bad(`${list}?ownerIds=${uuid(1)},me`, 'ownerIds'),
    bad(`${list}?ownerIds=mine`, 'ownerIds'),
    bad(`${list}?ownerIds=`, 'ownerIds'),
  ]),

  // what is sorted and searched
  ...enumRows('leads', 'sortBy', 'priority'),
  ...enumRows('leads', 'sortOrder', 'asc'),
  ...enumRows(accounts, 'sortBy', 'trend'),
  ...textRows(signals, 'text', 160),
  ...enumListRows(signals, 'leadTier', tiers),
  ...textRows('analytics/posts', 'search', 160),
  good(`analytics/posts?authorProfileIds=${many(50, uuid)}`),
  bad(`analytics/posts?authorProfileIds=${many(51, uuid)}`, 'authorProfileIds'),
  bad('analytics/posts?dateFrom=2026-02-02&dateTo=2026-02-01', 'dateFrom'),
  bad('analytics/posts?limit=101', 'limit'),
  bad('analytics/posts?cursor=x', 'cursor'),

  // limit
  good('leads?limit=1'),
  good('leads?limit=100'),
  ...[
    '0',
    '101',
    '-1',
    '1.5',
    '1e2',
    '0x10',
    '010',
    'ten',
    '',
    '%20',
    '1,2',
    'NaN',
    'Infinity',
    '99999999999999999999',
  ].map((value) => bad(`leads?limit=${value}`, 'limit')),
  bad('leads?limit=10&limit=10', 'limit'),
  bad('leads?limit', 'limit'),
  ...[signals, profiles, accounts, 'leads/:lead/engagements', 'analytics/posts/:post/qualified-leads'].flatMap(
    (list) => [bad(`${list}?limit=101`, 'limit'), bad(`${list}?cursor=x`, 'cursor'), bad(`${list}?offset=1`, 'offset')],
  ),

  // cursor
  bad('leads?cursor=', 'cursor'),
  bad('leads?cursor=abc', 'cursor'),
  bad(`leads?cursor=${letters(256)}`, 'cursor'),
  bad(`leads?cursor=${letters(257)}`, 'cursor'),
  bad('leads?cursor=%00', 'cursor'),
  bad('leads?cursor=a&cursor=b', 'cursor'),
  bad('leads?cursor=..%2F..%2Fetc', 'cursor'),

  // integers, enumerations and texts
  ...percents.flatMap((name) => percentRows('leads', name)),
  ...percents.flatMap((name) => percentRows(signals, name)),
  ...percents.slice(0, 2).flatMap((name) => percentRows(accounts, name)),
  bad('leads?minIcpMatchPercent=60&maxIcpMatchPercent=59', 'minIcpMatchPercent'),
  good('leads?minIcpMatchPercent=60&maxIcpMatchPercent=60'),
  bad(`${signals}?minIntentScore=2&maxIntentScore=1`, 'minIntentScore'),
  bad(`${accounts}?minIntentScore=1`, 'minIntentScore'),
  ...enumListRows('leads', 'leadTier', tiers),
  ...enumListRows('leads', 'disposition', ['ACTIVE', 'CLIENT', 'BAD_LEAD']),
  ...enumListRows('leads', 'engagementTypes', engagementTypes),
  ...enumListRows(signals, 'engagementTypes', engagementTypes),
  ...enumListRows('leads/:lead/engagements', 'engagementTypes', engagementTypes),
  ...enumListRows(profiles, 'profileTypes', profileTypes),
  ...enumRows('leads', 'origin', 'agent'),
  ...enumRows(signals, 'disposition', 'CLIENT'),
  ...enumRows(signals, 'profileType', 'INVESTOR'),
  ...enumRows(profiles, 'profileType', 'CUSTOM'),
  ...enumRows(profiles, 'source', 'MANUAL_WATCHLIST'),
  ...enumRows(profiles, 'relationship', 'SELF'),
  ...enumRows(profiles, 'status', 'PAUSED'),
  ...enumRows(profiles, 'sortBy', 'followers'),
  ...enumRows(profiles, 'sortOrder', 'asc'),
  ...enumRows(accounts, 'sortBy', 'leadCount'),
  ...enumRows(accounts, 'sortOrder', 'desc'),
  ...textRows('leads', 'search', 160),
  ...textRows(signals, 'search', 160),
  ...textRows(signals, 'profileLabel', 80),
  ...textRows(profiles, 'search', 160),
  ...textRows(profiles, 'label', 80),
  ...textRows(accounts, 'search', 160),
  ...textRows(accounts, 'industry', 160),

  // lists of ids and names
  ...['monitoredProfileIds', 'ownerIds'].flatMap((name) => [
    good(`leads?${name}=${many(50, uuid)}`),
    good(`leads?${name}=${many(50, uuid)},${uuid(0)}`),
    bad(`leads?${name}=${many(51, uuid)}`, name),
    bad(`leads?${name}=not-a-uuid`, name),
    bad(`leads?${name}=${uuid(0)},,${uuid(1)}`, name),
  ]),
  good(`leads?companyNames=${many(25, (index) => `c${index}`)}`),
  bad(`leads?companyNames=${many(26, (index) => `c${index}`)}`, 'companyNames'),
  bad(`${signals}?companyNames=${many(26, (index) => `c${index}`)}`, 'companyNames'),
  good('leads?companyNames=%22Acme%2C%20Inc.%22'),
  bad('leads?companyNames=%22Acme', 'companyNames'),
  bad('leads?companyNames=%22Acme%22x', 'companyNames'),
  bad('leads?companyNames=Acme&companyNames=', 'companyNames'),

  // dates
  good('leads?dateFrom=2026-09-01&dateTo=2026-09-01'),
  good('leads?dateFrom=2026-09-01T00:00:00Z&dateTo=2026-09-01T00:00:00%2B00:00'),
  ...[
    '2026-13-01',
    '2026-02-30',
    '2026-9-1',
    '20260901',
    '01.09.2026',
    '2026-09-01T25:00:00Z',
    '2026-09-01T10:00',
    'now',
    '0',
  ].flatMap((value) => [bad(`leads?dateFrom=${value}`, 'dateFrom'), bad(`${accounts}?dateTo=${value}`, 'dateTo')]),
  bad('leads?dateFrom=2026-09-02&dateTo=2026-09-01', 'dateFrom'),
  bad(`${signals}?dateFrom=2026-09-02&dateTo=2026-09-01`, 'dateFrom'),
  bad('leads/:lead/engagements?dateFrom=2026-09-02&dateTo=2026-09-01', 'dateFrom'),
  bad(`${accounts}/:account?dateFrom=2026-09-02&dateTo=2026-09-01`, 'dateFrom'),

  // names of parameters
  bad('leads?page=1', 'page'),
  bad('leads?Limit=1', 'Limit'),
  bad('leads?limit%5B%5D=1', 'limit%5B%5D'),
  bad('leads?__proto__=1', '__proto__'),
  bad('leads?constructor=1', 'constructor'),
  bad('leads?api_key=ll_x', 'api_key'),
  bad('leads?leadId=1', 'leadId'),
  bad('leads/:lead?leadId=1', 'leadId'),
  bad('leads/:lead?limit=1', 'limit'),
  bad('workspace-access?x=1', 'x'),
  bad('analytics/posts/:post/summary?limit=1', 'limit'),
  bad('analytics/posts/:post/qualified-leads?leadTier=PRIORITY', 'leadTier'),
  bad('leads?=1', ''),

  // encodings
  ...[
    '%',
    '%4',
    '%zz',
    '%FF',
    '%C0%80',
    '%ED%A0%80',
    '%ED%B0%80',
    '%F5%80%80%80',
    '%00',
    'a%00b',
    '%0A',
    '%0D%0A',
    '%09',
    '%1B',
    '%7F',
    '%C2%80',
  ].map((value) => bad(`leads?search=${value}`, 'search')),
  bad('leads?companyNames=a%00', 'companyNames'),
  bad('leads?origin=agent%00', 'origin'),
  bad('leads?%FF=1', '%FF'),

  // wildcards and SQL are text like any other
  ...[
    '%25',
    '_',
    '%25%25_',
    '%5C',
    "'",
    '%27%20OR%201=1--',
    '%22',
    '%3B%20DROP%20TABLE%20leads',
    '%60',
    '*',
    '%F0%9F%98%80',
    '%E2%80%AE',
  ].flatMap((value) => [good(`leads?search=${value}`), good(`${accounts}?search=${value}`)]),
  good(`${profiles}?label=%25`),
  good(`${accounts}?industry=_oftware`),

  // ids in the path
  ...[
    'nothing',
    '1',
    '0',
    uuid(999),
    `${uuid(1)}x`,
    'null',
    "'",
    '%25',
    '_',
    letters(300),
    '..',
    '%2e%2e',
    ':lead%20',
    ':lead%2Fengagements',
  ].map((id) => missing(`leads/${id}`)),
  missing(`leads/${uuid(7)}/engagements`),
  missing('leads/x/engagements'),
  missing(`${profiles}/${uuid(7)}`),
  missing(`${profiles}/x`),
  missing(`${accounts}/x`),
  missing(`${accounts}/${letters(256)}`),
  bad(`${accounts}/${letters(257)}`, 'accountId'),
  missing(`${accounts}/%25`),
  missing(`${accounts}/_`),
  missing(`analytics/posts/${uuid(7)}/summary`),
  missing('analytics/posts/x/summary'),
  missing(`analytics/posts/${uuid(7)}/qualified-leads`),
  missing('analytics/posts/x/qualified-leads'),
  ...['%', '%zz', '%FF', '%00', '%0A', '%ED%A0%80'].flatMap((id) => [
    bad(`leads/${id}`, 'leadId'),
    bad(`${accounts}/${id}`, 'accountId'),
  ]),
  bad('analytics/posts/%00/summary', 'postId'),
  bad(`${profiles}/%00`, 'monitoredProfileId'),
  good('leads/:LEAD'),

  // addresses
  ...[
    '',
    'lead',
    'leads/',
    'Leads',
    'leads/:lead/',
    'leads/:lead/x',
    'leads//engagements',
    'leads/:lead/engagements/',
    'analytics',
    './leads',
    'leads/../leads',
    'lead%73',
    'leads;v=1',
    '/leads',
  ].map(missing),
];

const methodRows: readonly Row[] = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'].map((method) => ({
  path: 'leads',
  method,
  status: 405,
  code: 'method_not_allowed',
}));

const unauthorized = (headers: Row['headers'], path = 'leads'): Row => ({
  path,
  headers,
  status: 401,
  code: 'invalid_api_key',
});

const keyRows: readonly Row[] = [
  { path: 'leads?limit=1', headers: (key) => ({ Authorization: `Bearer ${key}` }), status: 200 },
  unauthorized(() => ({})),
  unauthorized(() => ({ Authorization: '' })),
  unauthorized(() => ({ Authorization: 'Bearer' })),
  unauthorized(() => ({ Authorization: 'Bearer ' })),
  unauthorized((key) => ({ Authorization: key })),
  unauthorized((key) => ({ Authorization: `Basic ${key}` })),
  unauthorized((key) => ({ Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` })),
  unauthorized((key) => ({ Authorization: `Token ${key}` })),
  unauthorized((key) => ({ Authorization: `ApiKey ${key}` })),
  unauthorized((key) => ({ Authorization: `Bearer${key}` })),
  unauthorized((key) => ({ Authorization: `Bearer "${key}"` })),
  unauthorized((key) => ({ Authorization: `Bearer ${key},` })),
  unauthorized((key) => ({ Authorization: `Bearer ${key} ${key}` })),
  unauthorized((key) => ({ Authorization: [`Bearer ${key}`, `Bearer ${key}`] })),
  unauthorized((key) => ({ Authorization: `Bearer ${key.slice(0, -1)}` })),
  unauthorized((key) => ({ Authorization: `Bearer ${key}A` })),
  unauthorized((key) => ({ Authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}` })),
  unauthorized((key) => ({ Authorization: `Bearer ${key.toUpperCase()}` })),
  unauthorized(() => ({ Authorization: `Bearer ll_${letters(43)}` })),
  unauthorized(() => ({ Authorization: `Bearer ${letters(4000)}` })),
  unauthorized((key) => ({ 'X-Api-Key': key })),
  unauthorized((key) => ({ Cookie: `api_key=${key}` })),
  unauthorized(() => ({}), 'leads?api_key=:key'),
  unauthorized(() => ({}), 'leads?access_token=:key'),
  unauthorized(() => ({}), 'leads?limit=wrong'),
  unauthorized(() => ({}), 'leads/nothing'),
  { path: 'leads?limit=1', headers: (key) => ({ Authorization: `bearer ${key}` }), status: 200 },
  { path: 'leads?limit=1', headers: (key) => ({ Authorization: `BEARER   ${key}` }), status: 200 },
];

/** All of them. */
export const rows: readonly Row[] = [...parameterRows, ...methodRows, ...keyRows];
