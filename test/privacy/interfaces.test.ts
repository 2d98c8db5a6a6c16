/**
 * Somebody who objected is tried at each interface by itself: every address of REST, every tool and resource of MCP, every command that
 * reads. All come from the one catalogue, so what is added to it is tried too.
 */
import { queries } from '../../tools/catalogue';
import { personRequests } from '../../src/privacy/requests';
import { importFile } from '../../src/ingest/import/importer';
import { workOffQueue } from '../../src/scoring/rescore';
import { storeIcp } from '../../src/store/access/icp';
import { addConsidered, saveCandidates, undecided } from '../../src/store/agent/candidates';
import { insertRun } from '../../src/store/agent/runs';
import type { Database } from '../../src/database/database';
import { newId } from '../../src/database/new-id';
import { organizations } from '../../src/store/tables/access';
import { insertInto } from '../../src/database/define';
import { operator, type Operator } from '../cli/recorded-terminal';
import { activity, importOptions, memberId, ndjson, now, slugUrl } from '../import/support/site';
import { assistantKinds } from '../mcp/support/clients';
import { startEndpoint, type TestEndpoint } from '../mcp/support/endpoint';
import { byProfile, ines, rows } from './support/household';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const words = [ines.name, ines.slug, ines.memberId, ines.headline, ines.comment, ines.mail];
const shownIn = (text: string) => words.filter((word) => text.toLowerCase().includes(word.toLowerCase()));

/** She comments, is enriched and writes a post; nobody else mentions her. */
const file = ndjson([
  rows.comment,
  rows.facts,
  rows.own,
  ...rows.others.map((row) => ({ ...row, commentText: 'Well said' })),
  { kind: 'like', memberId: memberId(4), name: 'Other 4', headline: 'VP Sales at Globex', postUrl: activity(1) },
]);

async function seed(db: Database, organizationId: string): Promise<void> {
  await insertInto(db, organizations, [{ id: organizationId, name: 'Acme', revision: 0, created_at: now }]);
  await storeIcp(db, organizationId, JSON.stringify({ titles: ['vp sales', 'chief quixotry officer'] }), now);
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-interfaces-'));
  writeFileSync(join(folder, 'rows.ndjson'), file);
  await importFile(db, organizationId, join(folder, 'rows.ndjson'), importOptions);
  rmSync(folder, { recursive: true, force: true });
  await workOffQueue(db, organizationId, now);
  await candidateOf(db, organizationId);
}

/** The agent has met her. */
async function candidateOf(db: Database, organizationId: string): Promise<void> {
  const [person] = await db.select<{ id: string }>('SELECT id FROM people WHERE display_name = ?', [ines.name]);
  const id = newId();
  const counts = { credits_held: 0, credits_consumed: 0, posts_scanned: 1, people_considered: 1, people_qualified: 1 };
  await insertRun(db, {
    organization_id: organizationId,
    id,
    kind: 'AGENT',
    started_by: 'request',
    status: 'COMPLETED',
    active: null,
    job_id: null,
    batch_id: null,
    day: '2026-11-20',
    ...counts,
    candidates: 1,
    leads_created: 0,
    stop_reason: null,
    failure_code: null,
    failure_message: null,
    created_at: now,
    started_at: now,
    finished_at: now,
    updated_at: now,
  });
  await addConsidered(db, organizationId, id, [{ personId: person?.id ?? '', postUrn: activity(1), paid: true }], now);
  const [row] = await undecided(db, organizationId, id, 1);
  if (!row) throw new Error('nobody was considered');
  const said = { decision: 'ACCEPTED', display_name: ines.name, headline: ines.headline, position: 1 } as const;
  await saveCandidates(db, [{ ...row, ...said, reasons: '["Fits."]', lead_id: person?.id ?? null }]);
}

/** Inputs under which a query is asked: without any, or with every id there is where it needs one. */
async function inputsOf(db: Database, query: (typeof queries)[number]): Promise<Record<string, string>[]> {
  const idsIn = async (table: string) =>
    (await db.select<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id);
  const ids: Record<string, string[]> = {
    leadId: await idsIn('people'),
    postId: await idsIn('posts'),
    accountId: await idsIn('accounts'),
    monitoredProfileId: await idsIn('monitored_profiles'),
    postUrn: [activity(1), activity(2)],
    discoveryId: [newId()],
    batchId: await idsIn('batches'),
  };
  if (query.input.safeParse({}).success) return [{}];
  const needed = Object.entries(ids).filter(([name]) => name in query.input.shape);
  return needed.flatMap(([name, values]) => values.map((value) => ({ [name]: value })));
}

describe('who objected to being contacted', () => {
  let endpoint: TestEndpoint;
  beforeAll(async () => {
    endpoint = await startEndpoint({ catalogue: queries, withRest: true, seed });
  });
  afterAll(() => endpoint.close());

  const overRest = async (): Promise<Map<string, string>> => {
    const texts = new Map<string, string>();
    for (const query of queries) {
      const { rest } = query;
      if (rest?.method !== 'GET') continue;
      for (const input of await inputsOf(endpoint.db, query)) {
        const used = new Set<string>();
        const path = rest.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
          used.add(name);
          return encodeURIComponent(input[name] ?? '');
        });
        const further = new URLSearchParams(Object.entries(input).filter(([name]) => !used.has(name)));
        const answer = await fetch(`${endpoint.origin}/api/v1${path}?${further.toString()}`, {
          headers: { Authorization: `Bearer ${endpoint.apiKey}` },
        });
        texts.set(query.name, (texts.get(query.name) ?? '') + (await answer.text()));
      }
    }
    return texts;
  };

  const overMcp = async (): Promise<Map<string, string>> => {
    const [kind] = assistantKinds;
    if (!kind) throw new Error('no client');
    const assistant = await kind.connect(endpoint.url, endpoint.connections.mint());
    const texts = new Map<string, string>();
    try {
      for (const tool of await assistant.tools()) {
        const query = queries.find(({ name }) => `svc_${name}` === tool);
        for (const input of query ? await inputsOf(endpoint.db, query) : [{}]) {
          const { text } = await assistant.call(tool, input);
          texts.set(tool, (texts.get(tool) ?? '') + text);
        }
      }
      for (const uri of await assistant.resources()) texts.set(uri, await assistant.read(uri));
      const leads = (await endpoint.db.select<{ id: string }>('SELECT id FROM people')).map(({ id }) => id);
      for (const template of await assistant.templates()) {
        for (const id of leads) {
          const uri = template.replaceAll(/\{[^}]*\}/g, id);
          texts.set(template, (texts.get(template) ?? '') + (await assistant.read(uri).catch(() => '')));
        }
      }
    } finally {
      await assistant.close();
    }
    return texts;
  };

  const showing = (texts: ReadonlyMap<string, string>) =>
    [...texts].filter(([, text]) => shownIn(text).length > 0).map(([name]) => name);

  it('is in no answer over REST and MCP, and was in those that name people', async () => {
    const before = { rest: await overRest(), mcp: await overMcp() };
    const naming = ['list_leads', 'get_lead', 'list_signals', 'find_people_to_contact', 'get_post_summary'];
    expect(showing(before.rest)).toEqual(expect.arrayContaining([...naming, 'get_account_report', 'list_posts']));
    const tools = [...naming, 'list_agent_candidates'].map((name) => `svc_${name}`);
    expect(showing(before.mcp)).toEqual(expect.arrayContaining(tools));
    const requests = personRequests(endpoint.db, endpoint.organizationId, () => now);
    await requests.object(byProfile);
    // At once, before anything is scored again, and after it.
    expect([showing(await overRest()), showing(await overMcp())]).toEqual([[], []]);
    await workOffQueue(endpoint.db, endpoint.organizationId, now);
    const after = { rest: await overRest(), mcp: await overMcp() };
    expect([showing(after.rest), showing(after.mcp)]).toEqual([[], []]);
    expect([...after.rest.keys()]).toEqual([...before.rest.keys()]);
    expect(after.mcp.get('svc_list_leads')).toContain('Other 4');
  });
});

describe('the commands', () => {
  let op: Operator;
  beforeAll(() => (op = operator()));
  afterAll(() => op.dispose());

  it('show nobody who objected', async () => {
    for (const line of ['migrate', 'workspace create Acme', 'icp set examples/icp.yaml']) {
      expect((await op.run(line)).status).toBe(0);
    }
    writeFileSync(join(op.dataDir, 'rows.ndjson'), file);
    await op.run(`import ${join(op.dataDir, 'rows.ndjson')} --format generic`);
    const lines = [
      ...['lead list', 'lead list --json', 'watchlist list --json', 'account duplicates --json', 'import list --json'],
      ...['audit --json', 'jobs list --json', 'privacy report --json', 'doctor --json', 'workspace list --json'],
    ];
    const shown = async () => {
      let text = '';
      for (const line of lines) text += (await op.run(line)).out;
      return shownIn(text);
    };
    expect(await shown()).toContain(ines.name);
    expect((await op.run(`privacy do-not-contact ${slugUrl(ines.slug)}`)).status).toBe(0);
    expect(await shown()).toEqual([]);
  });
});
