/** What is asked of both sides. */

export interface Scenario {
  readonly name: string;
  /** A query of the catalogue, and its parameters. */
  readonly query: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string | number | readonly string[]>>;
  /** Requests of a round, at full length. */
  readonly count: number;
}

/** A lead far down the list and what its cursor holds. */
export interface DeepPosition {
  readonly lastSignalAt: number;
  readonly id: string;
}

export const scenarios: readonly Scenario[] = [
  { name: 'leads, page 1', query: 'list_leads', path: '/customer/leads', parameters: {}, count: 600 },
  {
    name: 'leads, six filters',
    query: 'list_leads',
    path: '/customer/leads',
    parameters: {
      leadTier: ['QUALIFIED', 'PRIORITY'],
      minIcpMatchPercent: 60,
      minIntentScore: 40,
      engagementTypes: ['COMMENT'],
      dateFrom: '2026-01-15',
      origin: 'watchlist',
    },
    count: 400,
  },
  // The cursor is added when the database is open.
  { name: 'leads, at depth 150,000', query: 'list_leads', path: '/customer/leads', parameters: {}, count: 600 },
  { name: 'signals, page 1', query: 'list_signals', path: '/customer/leads/signals', parameters: {}, count: 500 },
  {
    name: 'account reports, page 1',
    query: 'list_account_reports',
    path: '/customer/account-reports',
    parameters: {},
    count: 800,
  },
  { name: 'one lead', query: 'get_lead', path: '/customer/leads/', parameters: {}, count: 4_000 },
];

/** The parameters as a query string, lists as comma lists. */
export function queryString(parameters: Scenario['parameters']): string {
  const parts = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'object' ? value.join(',') : String(value))}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** The parameters of a list that its cursor belongs to. */
export const filtersOf = (asked: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => !['limit', 'cursor', 'view'].includes(name)));
