/** The REST routes: which address asks which question. Parameters of the path go to the input of the same name. */
import type { Query } from '../../tools/define';

export interface RouteDefinition {
  /** Path below the API prefix, in OpenAPI's notation. */
  readonly path: string;
  /** Name of the question in the catalogue. */
  readonly query: string;
  /** What the answer holds, one or many of: the name of its schema in the OpenAPI document. */
  readonly resource: string;
}

/** Endpoints 1 to 11 of the interface, in its order. All of them are `GET`. */
export const routeTable: readonly RouteDefinition[] = [
  { path: '/customer/workspace-access', query: 'get_workspace_access', resource: 'WorkspaceAccess' },
  { path: '/customer/leads', query: 'list_leads', resource: 'Lead' },
  { path: '/customer/leads/{leadId}', query: 'get_lead', resource: 'LeadDetail' },
  { path: '/customer/leads/{leadId}/engagements', query: 'list_lead_engagements', resource: 'Engagement' },
  { path: '/customer/leads/signals', query: 'list_signals', resource: 'Signal' },
  { path: '/customer/watchlist/profiles', query: 'list_watchlist_profiles', resource: 'MonitoredProfile' },
  {
    path: '/customer/watchlist/profiles/{monitoredProfileId}',
    query: 'get_watchlist_profile',
    resource: 'MonitoredProfile',
  },
  { path: '/customer/account-reports', query: 'list_account_reports', resource: 'AccountReport' },
  { path: '/customer/account-reports/{accountId}', query: 'get_account_report', resource: 'AccountReportDetail' },
  {
    path: '/customer/analytics/posts/{postId}/qualified-leads',
    query: 'list_post_qualified_leads',
    resource: 'QualifiedLead',
  },
  { path: '/customer/analytics/posts/{postId}/summary', query: 'get_post_summary', resource: 'PostSummary' },
];

/** Every address below one of these belongs to this door, whether it exists or not. */
export const pathPrefixes = ['/customer/'] as const;

/** Names of the `{parameters}` in a path. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

export interface Route {
  readonly path: string;
  readonly resource: string;
  readonly query: Query;
  readonly parameters: readonly string[];
}

/** A route and the raw segments that stand for its parameters. */
export interface Match<R extends Route> {
  readonly route: R;
  readonly segments: readonly string[];
}

/** Finds routes by path. A path without parameters wins over one with, so `/leads/signals` is no lead's id. */
export class Router<R extends Route> {
  private readonly fixed = new Map<string, Match<R>>();
  private readonly patterns: { readonly pattern: RegExp; readonly route: R }[] = [];

  constructor(routes: readonly R[]) {
    for (const route of routes) {
      if (route.parameters.length === 0) this.fixed.set(route.path, { route, segments: [] });
      else this.patterns.push({ pattern: patternOf(route.path), route });
    }
  }

  /** @param path raw path below the API prefix, without the query string. */
  match(path: string): Match<R> | undefined {
    const fixed = this.fixed.get(path);
    if (fixed) return fixed;
    for (const { pattern, route } of this.patterns) {
      const match = pattern.exec(path);
      if (match) return { route, segments: match.slice(1) };
    }
    return undefined;
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+)')}$`);
}

/**
 * Joins the table with the catalogue.
 * @throws Error when a route names a question that the catalogue does not have, or a parameter the question does not take.
 */
export function routesOf(catalogue: readonly Query[], table: readonly RouteDefinition[] = routeTable): Route[] {
  return table.map(({ path, resource, query: name }) => {
    const query = catalogue.find((candidate) => candidate.name === name);
    if (!query) throw new Error(`route ${path} asks ${name}, which is not in the catalogue`);
    const parameters = pathParameters(path);
    const missing = parameters.find((parameter) => !Object.hasOwn(query.input.shape, parameter));
    if (missing !== undefined) throw new Error(`route ${path} gives ${missing}, which ${name} does not take`);
    return { path, resource, query, parameters };
  });
}
