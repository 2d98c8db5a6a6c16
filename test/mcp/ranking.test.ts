/**
 * The right tool wins: prompts as people write them, the tool that must rank first by BM25 over names and descriptions, and those
 * that must not come near. The questions of a sales team (support/questions.ts) are among them.
 */
import { mcpQueries } from '../../tools/catalogue';
import { prepareTools } from '../../src/interfaces/mcp/tools';
import { rank } from './support/bm25';
import { questions } from './support/questions';

const texts = new Map(
  prepareTools(mcpQueries, '').list.tools.map(({ name, title = '', description = '' }) => [
    name,
    // What a model is told of words of others belongs to no tool more than to another.
    `${name} ${title} ${description.split(" Other people's words, ")[0] ?? ''}`,
  ]),
);

interface Pair {
  readonly prompt: string;
  /** One of these: a question of two calls is found by either. */
  readonly wins: readonly string[];
  /** Not among the first three. */
  readonly not?: readonly string[];
}

const pairs: readonly Pair[] = [
  { prompt: 'Whom should I contact today, and why?', wins: ['find_people_to_contact'], not: ['list_posts'] },
  { prompt: 'Give me a call list', wins: ['find_people_to_contact'], not: ['list_signals', 'count_leads'] },
  { prompt: 'Compare this week with last week', wins: ['get_activity_summary'], not: ['list_leads', 'list_posts'] },
  { prompt: 'How many leads do we have by country?', wins: ['count_leads'], not: ['get_lead', 'list_posts'] },
  { prompt: 'Who commented lately and what did they say?', wins: ['list_signals'], not: ['count_leads'] },
  { prompt: 'Which accounts are heating up?', wins: ['list_account_reports'], not: ['get_post_summary'] },
  { prompt: 'Prepare a meeting with a company', wins: ['get_account_report'], not: ['list_posts'] },
  { prompt: 'Explain the score of this one lead', wins: ['get_lead'], not: ['count_leads'] },
  { prompt: 'What has this person liked and commented on before?', wins: ['list_lead_engagements'] },
  { prompt: 'List leads by seniority and industry', wins: ['list_leads'], not: ['get_agent_status'] },
  { prompt: 'Which posts worked best?', wins: ['list_posts'], not: ['count_leads'] },
  { prompt: 'Show the text of one post and how many people engaged', wins: ['get_post_summary'] },
  { prompt: 'Qualified people who engaged with one post', wins: ['list_post_qualified_leads'] },
  { prompt: 'Audience of one post by title and company size', wins: ['get_post_audience'] },
  { prompt: 'Audience of all our posts in 90 days', wins: ['get_organization_audience'] },
  { prompt: 'Is audience analytics ready?', wins: ['get_audience_readiness'], not: ['list_leads'] },
  { prompt: 'When does the agent run next?', wins: ['get_agent_status'], not: ['list_leads'] },
  { prompt: 'Which candidates did the agent reject?', wins: ['list_agent_candidates'], not: ['list_leads'] },
  { prompt: 'Which competitors do we watch?', wins: ['list_watchlist_profiles'], not: ['count_leads'] },
  { prompt: 'One watched profile by its id', wins: ['get_watchlist_profile'] },
  { prompt: 'What may I read in this workspace?', wins: ['get_workspace_access'] },
  { prompt: 'Whom do we sell to?', wins: ['get_workspace_access'] },
  { prompt: 'What is our ideal customer profile?', wins: ['get_workspace_access'] },
  { prompt: 'When does the token of my connection run out?', wins: ['get_mcp_connection_status'] },
  {
    prompt: 'Which leads moved to a higher tier, and for what reason?',
    wins: ['list_tier_changes'],
    not: ['list_posts'],
  },
  ...questions.map(({ question, tool, then, not = [] }) => ({
    prompt: question,
    wins: then ? [tool, then.tool] : [tool],
    not,
  })),
];

test.each(pairs.map((pair) => [pair.prompt, pair] as const))('%s', (prompt, { wins, not = [] }) => {
  const order = rank(texts, prompt);
  expect(wins).toContain(order[0]);
  for (const name of not) expect(order.slice(0, 3)).not.toContain(name);
});

test('every tool wins at least once', () => {
  const winners = new Set(pairs.flatMap(({ wins }) => wins));
  const unasked = [...texts.keys()].filter((name) => !winners.has(name));
  // Its prompt comes with the tool.
  expect(unasked).toEqual([]);
});

test('descriptions are short sentences, without semicolons', () => {
  for (const { name, description } of prepareTools(mcpQueries, '').list.tools) {
    expect([name, description]).toEqual([name, expect.not.stringContaining(';')]);
  }
});
