/** Resources: one lead, account or post by address, read by the same queries as the tools, and the guide to scores. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { Query } from '../../../tools/define';
import { OperationError } from '../../shared/errors';
import type { Scope } from '../../auth/rights';
import { scopeNeeded } from './tools';
import { requireRight } from '../../workspace/require-right';
import type { Workspace } from '../../workspace/workspace';
import { notedOnce, withinBudget } from './result';
import { scoringGuide, scoringUri } from './scoring';

interface Template {
  /** Path segment of the address: `leadlight://<kind>/<id>`. */
  readonly kind: string;
  /** The query that reads it, and its parameter for the id. */
  readonly query: string;
  readonly parameter: string;
  readonly title: string;
  readonly description: string;
}

const templates: readonly Template[] = [
  {
    kind: 'leads',
    query: 'get_lead',
    parameter: 'leadId',
    title: 'A lead',
    description:
      'One active lead: profile, contact data, scores and why it scored so. The id comes from a list of leads.',
  },
  {
    kind: 'accounts',
    query: 'get_account_report',
    parameter: 'accountId',
    title: 'An account',
    description:
      'One company with its averages and its best active leads. The id comes from a list of account reports.',
  },
  {
    kind: 'posts',
    query: 'get_post_summary',
    parameter: 'postId',
    title: 'A post',
    description: 'One post: text, engagement and the leads it brought. The id comes from an engagement or a signal.',
  },
];

const json = 'application/json';

/** Answers `resources/list`. */
export const resourceList: { readonly resources: Resource[] } = {
  resources: [
    {
      uri: scoringUri,
      name: 'scoring',
      title: 'How scores and tiers are read',
      description: 'What icpMatchPercent, intentScore and leadTier mean in this workspace, and what they do not say.',
      mimeType: 'text/markdown',
      annotations: { audience: ['assistant', 'user'], priority: 0.8 },
    },
  ],
};

export interface PreparedResources {
  /** Answers `resources/templates/list`. */
  readonly templateList: { readonly resourceTemplates: ResourceTemplateType[] };
  /** Scope that reading an address needs; undefined for an unknown address. */
  scopeOf(uri: string): Scope | undefined;
  read(workspace: Workspace, uri: string): Promise<ReadResourceResult>;
}

/** @param byName the catalogue by plain name. Templates of missing queries are not offered. */
export function prepareResources(byName: ReadonlyMap<string, Query>): PreparedResources {
  const offered = templates.flatMap((template) => {
    const query = byName.get(template.query);
    return query ? [{ template, query }] : [];
  });

  const find = (uri: string) => {
    const [, kind, encoded = ''] = /^leadlight:\/\/([a-z]+)\/([^/?#]+)$/.exec(uri) ?? [];
    const entry = offered.find(({ template }) => template.kind === kind);
    const id = decoded(encoded);
    return entry && id !== undefined ? { ...entry, id } : undefined;
  };

  return {
    templateList: {
      resourceTemplates: offered.map(({ template: { kind, parameter, title, description } }) => ({
        uriTemplate: `leadlight://${kind}/{${parameter}}`,
        name: kind,
        title,
        description,
        mimeType: json,
      })),
    },
    scopeOf: (uri) => (uri === scoringUri ? 'workspace:read' : scopeNeeded(find(uri)?.query)),
    async read(workspace, uri) {
      const found = find(uri);
      if (!found && uri !== scoringUri) throw new ResourceNotFoundError(uri);
      try {
        if (!found) {
          requireRight('readWorkspace', workspace);
          return { contents: [{ uri, mimeType: 'text/markdown', text: await scoringGuide(workspace) }] };
        }
        const input = { [found.template.parameter]: found.id };
        const { query } = found;
        const { text } = await notedOnce(query, workspace, input, async (unnoted) =>
          withinBudget(query, unnoted, input, await query.ask(unnoted, input)),
        );
        return { contents: [{ uri, mimeType: json, text }] };
      } catch (error) {
        if (error instanceof OperationError && error.code === 'not_found') throw new ResourceNotFoundError(uri);
        if (error instanceof OperationError)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { uri });
        throw error;
      }
    },
  };
}

function decoded(text: string): string | undefined {
  try {
    return text === '' ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
