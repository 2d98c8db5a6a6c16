/**
 * The addresses of the MCP endpoint. They are one service: `{base_url}/mcp`, `{PUBLIC_URL}/mcp` (some assistants mistrust long
 * paths), and `{PUBLIC_URL}/mcp/{organizationId}` for one workspace, so that a person can connect several side by side. Each is
 * a resource of its own (RFC 8707, RFC 9728).
 */
import { apiPrefix } from '../../config/settings';

/** The identifiers that are derived from the public address of the service. */
export interface Addresses {
  /** `PUBLIC_URL`, without a final slash. */
  readonly publicUrl: string;
  readonly baseUrl: string;
  readonly issuer: string;
  /** The first address of the endpoint, and the audience of tokens for which none was named. */
  readonly resource: string;
}

export function addressesOf(publicUrl: string): Addresses {
  const root = publicUrl.replace(/(?<!\/)\/+$/, '');
  const baseUrl = `${root}${apiPrefix}`;
  return { publicUrl: root, baseUrl, issuer: `${baseUrl}/mcp/oauth`, resource: `${baseUrl}/mcp` };
}

/** An address of the endpoint, below PUBLIC_URL. */
export type McpPath = `${typeof apiPrefix}/mcp` | '/mcp' | `/mcp/${string}`;

export const fixedMcpPaths = [`${apiPrefix}/mcp`, '/mcp'] as const satisfies readonly McpPath[];
const workspacePath = /^\/mcp\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The workspace of a path like `/mcp/{organizationId}`; undefined for any other. */
export function workspaceOfPath(path: string): string | undefined {
  return workspacePath.exec(path)?.[1];
}

export const workspaceMcpPath = (organizationId: string): McpPath => `/mcp/${organizationId}`;

/** Names of this machine that browsers and programs use for each other. */
const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost'];

export class McpAddresses {
  readonly first: Addresses;
  /** By host and port. Only a loopback PUBLIC_URL has two. */
  private readonly byHost: ReadonlyMap<string, Addresses>;

  constructor(publicUrl: string) {
    this.first = addressesOf(publicUrl);
    const url = new URL(this.first.publicUrl);
    const names = loopbackNames.includes(url.hostname) ? loopbackNames : [];
    this.byHost = new Map(
      names.map((name) => {
        const other = new URL(this.first.publicUrl);
        other.hostname = name;
        return [other.host, other.host === url.host ? this.first : addressesOf(other.href)];
      }),
    );
  }

  /** The addresses at the host that a request was sent to: PUBLIC_URL's, or the other name of loopback. */
  at(host: string | null | undefined): Addresses {
    return (host && this.byHost.get(host)) || this.first;
  }

  /** The host to remember of a request: null where it is that of PUBLIC_URL. */
  otherHost(host: string | undefined): string | null {
    return host !== undefined && this.at(host) !== this.first ? host : null;
  }

  /** Origins of this service's own pages. */
  get origins(): readonly string[] {
    return this.all().map(({ publicUrl }) => new URL(publicUrl).origin);
  }

  get issuers(): readonly string[] {
    return this.all().map(({ issuer }) => issuer);
  }

  isIssuer(issuer: string): boolean {
    return this.issuers.includes(issuer);
  }

  /**
   * The path of a resource that is one of this endpoint's addresses.
   * @param resource with or without a final slash, because clients differ in writing it.
   */
  pathOf(resource: string): McpPath | undefined {
    const bare = resource.replace(/\/$/, '');
    for (const { publicUrl } of this.all()) {
      if (!bare.startsWith(`${publicUrl}/`)) continue;
      const path = bare.slice(publicUrl.length);
      const fixed = fixedMcpPaths.find((one) => one === path);
      if (fixed) return fixed;
      const organizationId = workspaceOfPath(path);
      if (organizationId !== undefined) return workspaceMcpPath(organizationId);
    }
    return undefined;
  }

  /** The workspace to which a resource of ours leads; undefined: any. */
  workspaceOf(resource: string | null): string | undefined {
    const path = resource === null ? undefined : this.pathOf(resource);
    return path === undefined ? undefined : workspaceOfPath(path);
  }

  /** Whether a token with this `aud` and `org` is one of ours (contract §3). */
  isAudience(audience: string, organizationId: string): boolean {
    const path = this.pathOf(audience);
    if (path === undefined || audience.endsWith('/')) return false;
    const only = workspaceOfPath(path);
    return only === undefined || only === organizationId;
  }

  /** The `aud` of a connection's tokens: what it was connected with, while that is still an address of ours. */
  audienceOf(resource: string | null): string {
    return resource !== null && this.pathOf(resource) !== undefined ? resource : this.first.resource;
  }

  private all(): readonly Addresses[] {
    return this.byHost.size > 0 ? [...this.byHost.values()] : [this.first];
  }
}

/** Address of the metadata about a resource: the well-known part is between host and path (RFC 9728 §3.1). */
export function resourceMetadataUrl(resource: string): string {
  const url = new URL(resource);
  return `${url.origin}/.well-known/oauth-protected-resource${url.pathname}`;
}
