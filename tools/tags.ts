/** Groups of operations in the OpenAPI document, in its order. */
export const tags = {
  Workspace: 'What the key may read.',
  Leads: 'Leads, their engagements, and signals.',
  Watchlist: 'Monitored profiles.',
  Changes: 'What changed since a given point, to keep another system in step.',
  Accounts: 'Companies, by their active leads.',
  'Post analytics': 'What one post brought.',
  'Audience analytics': 'Aggregates over the people who engaged, and audience discovery.',
  Agent: 'The automated lead-finding Agent.',
  Webhooks: 'Messages about what happens, as it happens.',
  Provisioning: 'For an application that keeps the members of a workspace by its own ids.',
} as const;

export type Tag = keyof typeof tags;
