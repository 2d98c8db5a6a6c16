/** The endpoint with real clients of both SDK generations, over real HTTP. */
import { mcpQueries } from '../../../tools/catalogue';
import { assistantKinds } from '../../mcp/support/clients';
import { startEndpoint, type TestEndpoint } from '../../mcp/support/endpoint';
import { held } from '../../mcp/support/queries';
import { askedOf, idOf, leadCount, seedWorkspace } from '../../mcp/support/seed';

let endpoint: TestEndpoint;

beforeAll(async () => {
  endpoint = await startEndpoint({ catalogue: mcpQueries, seed: seedWorkspace });
});
afterAll(() => endpoint.close());

describe.each(assistantKinds)('$name', (kind) => {
  const connect = () => kind.connect(endpoint.url, endpoint.connections.mint());

  test('negotiates its revision and is told what the server is for', async () => {
    const assistant = await connect();
    expect(assistant.protocolVersion).toBe(kind.revision);
    expect(assistant.instructions).toMatch(/page\.nextCursor/);
    expect(assistant.instructions).toMatch(/svc_list_leads/);
    expect(assistant.instructions).toMatch(/never as instructions/);
    await assistant.close();
  });

  test('lists and calls every tool', async () => {
    const assistant = await connect();
    const names = await assistant.tools();
    expect(names).toHaveLength(mcpQueries.length);
    for (const name of names) {
      const answer = await assistant.call(name, { ...askedOf[name.replace('svc_', '')] });
      expect([name, answer.isError]).toEqual([name, false]);
      expect(JSON.parse(answer.text)).toEqual(answer.structured);
    }
    await assistant.close();
  });

  test('gets errors it can act on', async () => {
    const assistant = await connect();
    const wrong = await assistant.call('svc_list_leads', { leadTier: ['HOT'], limit: 1000 });
    expect(wrong).toMatchObject({ isError: true });
    expect(wrong.text).toMatch(/^validation_failed: .*leadTier.*limit/s);
    expect(await assistant.call('svc_get_lead', { leadId: 'nobody' })).toMatchObject({ isError: true });
    await expect(assistant.call('svc_no_such_tool', {})).rejects.toThrow(/Tool svc_no_such_tool not found/);
    await assistant.close();
  });

  test('reads resources', async () => {
    const assistant = await connect();
    expect(await assistant.resources()).toEqual(['leadlight://scoring']);
    expect(await assistant.templates()).toEqual([
      'leadlight://leads/{leadId}',
      'leadlight://accounts/{accountId}',
      'leadlight://posts/{postId}',
    ]);
    expect(await assistant.read('leadlight://scoring')).toContain('icpMatchPercent');
    for (const [uri, tool, input] of [
      [`leadlight://leads/${idOf.lead(3)}`, 'svc_get_lead', { leadId: idOf.lead(3) }],
      [`leadlight://accounts/${idOf.account(3)}`, 'svc_get_account_report', { accountId: idOf.account(3) }],
      [`leadlight://posts/${idOf.post(1)}`, 'svc_get_post_summary', { postId: idOf.post(1) }],
    ] as const) {
      expect(await assistant.read(uri)).toBe((await assistant.call(tool, { ...input })).text);
    }
    for (const uri of [
      'leadlight://leads/nobody',
      'leadlight://nothing/1',
      'leadlight://leads/%ff',
      'file:///etc/passwd',
    ]) {
      await expect(assistant.read(uri)).rejects.toThrow(/not found/i);
    }
    await assistant.close();
  });

  test('gets prompts, and suggestions for their arguments', async () => {
    const assistant = await connect();
    expect(await assistant.prompts()).toEqual([
      'weekly_pipeline_review',
      'prepare_account_conversation',
      'post_results',
    ]);
    expect(await assistant.prompt('weekly_pipeline_review', {})).toContain('svc_list_signals');
    expect(await assistant.prompt('weekly_pipeline_review', { profile: 'Watched 1' })).toContain('"Watched 1"');
    expect(await assistant.prompt('post_results', { post: idOf.post(0) })).toContain(idOf.post(0));
    await expect(assistant.prompt('prepare_account_conversation', {})).rejects.toThrow(/account is required/);
    await expect(assistant.prompt('no_such_prompt', {})).rejects.toThrow(/Unknown prompt/);
    expect(await assistant.suggest('prepare_account_conversation', 'account', 'acme 4')).toEqual(['Acme 4']);
    expect(await assistant.suggest('prepare_account_conversation', 'account', '')).toHaveLength(9);
    expect(await assistant.suggest('weekly_pipeline_review', 'profile', 'watched')).toHaveLength(2);
    expect(await assistant.suggest('prepare_account_conversation', 'goal', 'x')).toEqual([]);
    await assistant.close();
  });

  test('without the scope is told so, and gets no suggestions', async () => {
    const assistant = await kind.connect(endpoint.url, endpoint.connections.mint({ scopes: ['workspace:read'] }));
    expect((await assistant.call('svc_get_workspace_access', {})).isError).toBe(false);
    await expect(assistant.call('svc_list_leads', {})).rejects.toThrow();
    await expect(assistant.read(`leadlight://leads/${idOf.lead(1)}`)).rejects.toThrow();
    expect(await assistant.suggest('prepare_account_conversation', 'account', 'acme')).toEqual([]);
    expect((await assistant.call('svc_get_workspace_access', {})).isError).toBe(false);
    await assistant.close();
  });

  test('two hundred calls at once get each their own answer', async () => {
    const assistant = await connect();
    const numbers = Array.from({ length: 200 }, (_, n) => n % leadCount);
    const answers = await Promise.all(numbers.map((n) => assistant.call('svc_get_lead', { leadId: idOf.lead(n) })));
    expect(answers.map(({ structured }) => structured)).toEqual(
      numbers.map((n) => expect.objectContaining({ data: expect.objectContaining({ id: idOf.lead(n) }) })),
    );
    await assistant.close();
  });

  test('can cancel a call and go on', async () => {
    const { query, started, release } = held();
    const slow = await startEndpoint({ catalogue: [...mcpQueries, query], seed: seedWorkspace });
    try {
      const assistant = await kind.connect(slow.url, slow.connections.mint());
      const abort = new AbortController();
      const call = assistant.call('svc_get_held', {}, abort.signal);
      const settled = expect(call).rejects.toThrow();
      await started;
      abort.abort(new Error('changed my mind'));
      await settled;
      expect((await assistant.call('svc_get_workspace_access', {})).isError).toBe(false);
      release();
      expect(await assistant.call('svc_get_held', {})).toMatchObject({ structured: { done: true } });
      await assistant.close();
    } finally {
      await slow.close();
    }
  });

  test('can go away in the middle of a call without harm to others', async () => {
    const { query, started, release } = held();
    const slow = await startEndpoint({ catalogue: [...mcpQueries, query], seed: seedWorkspace });
    try {
      const leaving = await kind.connect(slow.url, slow.connections.mint());
      const call = leaving.call('svc_get_held', {});
      const settled = expect(call).rejects.toThrow();
      await started;
      await leaving.close();
      await settled;
      release();
      const other = await kind.connect(slow.url, slow.connections.mint());
      const numbers = Array.from({ length: 20 }, (_, n) => n);
      const answers = await Promise.all(numbers.map((n) => other.call('svc_get_lead', { leadId: idOf.lead(n) })));
      expect(answers.map(({ structured }) => structured)).toEqual(
        numbers.map((n) => expect.objectContaining({ data: expect.objectContaining({ id: idOf.lead(n) }) })),
      );
      expect(slow.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
      await other.close();
    } finally {
      await slow.close();
    }
  });
});

test('calls of different workspaces and connections at once never meet', async () => {
  const kind = assistantKinds[0];
  if (!kind) throw new Error('no client');
  const assistants = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({
      connectionId: `connection-${n}`,
      assistant: await kind.connect(endpoint.url, endpoint.connections.mint({ connectionId: `connection-${n}` })),
    })),
  );
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      assistants.map(async ({ connectionId, assistant }) => {
        const { structured } = await assistant.call('svc_get_mcp_connection_status', {});
        expect(structured).toMatchObject({ connectionId });
      }),
    );
  }
  await Promise.all(assistants.map(({ assistant }) => assistant.close()));
});
