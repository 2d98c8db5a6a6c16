/**
 * Mixed traffic on one workspace, through the front door: reads, MCP, refreshed connections, notes with `If-Match`, imports through the
 * console and discoveries. What was acknowledged is written down, and compared with the database at the end (`check.ts`).
 */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Client, type Answer } from './client';
import type { World } from './seed';

/** Pauses between two calls of one worker, and how many workers there are. */
const streams = {
  read: { workers: 4, everyMs: 400 },
  mcp: { workers: 2, everyMs: 500 },
  refresh: { workers: 1, everyMs: 1_000 },
  note: { workers: 2, everyMs: 1_000 },
  import: { workers: 1, everyMs: 20_000 },
  discovery: { workers: 1, everyMs: 15_000 },
} as const;
type Stream = keyof typeof streams;

const lead = z.object({
  data: z.object({ outreach: z.object({ note: z.string().nullable(), contactedAt: z.string().nullable() }) }),
});
const tokens = z.object({ refresh_token: z.string(), access_token: z.string() });
const started = z.object({ importId: z.string() });
const discovered = z.object({ discoveryId: z.string() });
const toolAnswer = z.object({ result: z.object({ isError: z.boolean().optional() }) });

/** What the service has acknowledged. */
export interface Acknowledged {
  /** Of each lead its last note, and when the answer said that it was contacted. */
  readonly notes: Map<string, { readonly note: string; readonly contactedAt: string | null }>;
  notesWritten: number;
  /** Ids of uploads whose import was started. */
  readonly imports: string[];
  /** Ids of discoveries by the key that each was asked for with. */
  readonly discoveries: Map<string, string>;
}

const reads = [
  '/api/v1/customer/leads?limit=20',
  '/api/v1/customer/leads?limit=20&sortBy=priority&leadTier=PRIORITY,QUALIFIED',
  '/api/v1/customer/leads/count?by=leadTier',
  '/api/v1/customer/leads?limit=10&search=sales',
  '/api/v1/customer/leads/signals?limit=20',
  '/api/v1/customer/account-reports?limit=20',
  '/api/v1/customer/changes?limit=50',
];
const tools = [
  { name: 'svc_list_leads', arguments: { limit: 10 } },
  { name: 'svc_find_people_to_contact', arguments: { limit: 5 } },
  { name: 'svc_get_workspace_access', arguments: {} },
];
export const peoplePerImport = 50;

export class Traffic {
  readonly client: Client;
  readonly acknowledged: Acknowledged = { notes: new Map(), notesWritten: 0, imports: [], discoveries: new Map() };
  /** What should not have been answered; one line each. */
  readonly wrong: string[] = [];
  private readonly refreshTokens: string[];
  private accessToken = '';
  private turn = 0;
  private running = true;

  /**
   * @param base of the service or its balancer.
   * @param pace how many times slower than 20 requests a second.
   */
  constructor(
    base: () => string,
    private readonly world: World,
    private readonly pace = 1,
  ) {
    this.client = new Client(base);
    this.refreshTokens = [...world.refreshTokens];
  }

  /** Runs until `stop`. A worker that meets an error says so and goes on. */
  async run(): Promise<void> {
    await this.refresh(0);
    const work: Record<Stream, (turn: number) => Promise<void>> = {
      read: (turn) => this.read(turn),
      mcp: (turn) => this.callTool(turn),
      refresh: (turn) => this.refresh(turn % this.refreshTokens.length),
      note: (turn) => this.note(turn % this.world.leadIds.length),
      import: (turn) => this.importFile(turn),
      discovery: (turn) => this.discover(turn),
    };
    const worker = async (name: Stream, first: number, step: number) => {
      const pause = streams[name].everyMs * this.pace;
      await setTimeout(pause * Math.random());
      for (let turn = first; this.running; turn += step) {
        await work[name](turn).catch((error: unknown) => this.wrong.push(`${name}: ${String(error)}`));
        await this.pause(pause);
      }
    };
    const names = Object.keys(work).filter((name): name is Stream => name in streams);
    await Promise.all(
      names.flatMap((name) =>
        Array.from({ length: streams[name].workers }, (_, at) => worker(name, at, streams[name].workers)),
      ),
    );
  }

  stop(): void {
    this.running = false;
  }

  private async pause(milliseconds: number): Promise<void> {
    const until = performance.now() + milliseconds;
    while (this.running && performance.now() < until) await setTimeout(Math.min(250, until - performance.now()));
  }

  private key(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { Authorization: `Bearer ${this.world.secret}`, ...more };
  }

  /** Notes what was answered with something else than was wanted. */
  private good(what: string, answer: Answer, wanted: readonly number[] = [200]): boolean {
    if (wanted.includes(answer.status)) return true;
    this.wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
    return false;
  }

  private async read(turn: number): Promise<void> {
    const path = reads[turn % reads.length] ?? '';
    this.good(path, await this.client.ask('read', { path, headers: this.key() }));
  }

  private async callTool(turn: number): Promise<void> {
    const params = tools[turn % tools.length];
    const call = {
      path: '/api/v1/mcp',
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.accessToken}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: (this.turn += 1), method: 'tools/call', params }),
    };
    const answer = await this.client.ask('mcp', call, ({ text }) => text.includes('service_unavailable'));
    if (!this.good(params?.name ?? '', answer)) return;
    const { result } = toolAnswer.parse(JSON.parse(answer.text));
    if (result.isError) this.wrong.push(`${params?.name}: ${answer.text.slice(0, 300)}`);
  }

  private async refresh(at: number): Promise<void> {
    const { clientId: client_id } = this.world;
    const answer = await this.client.ask('refresh', {
      path: '/api/v1/mcp/oauth/token',
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', refresh_token: this.refreshTokens[at], client_id }),
    });
    if (!this.good('refresh', answer)) return;
    const { refresh_token, access_token } = tokens.parse(JSON.parse(answer.text));
    this.refreshTokens[at] = refresh_token;
    this.accessToken = access_token;
  }

  /** Each lead is changed by one worker alone, so what it reads must be what was acknowledged last. */
  private async note(at: number): Promise<void> {
    const id = this.world.leadIds[at] ?? '';
    const path = `/api/v1/customer/leads/${id}`;
    const note = `note ${(this.turn += 1)} ${randomUUID()}`;
    // Somebody else changes the lead when it is scored: then it is read again, as clients do.
    for (let tries = 0; tries < 10; tries += 1) {
      const read = await this.client.ask('read', { path, headers: this.key() });
      if (!this.good('lead', read)) return;
      const before = lead.parse(JSON.parse(read.text)).data.outreach.note;
      const last = this.acknowledged.notes.get(id)?.note ?? null;
      if (before !== last)
        this.wrong.push(`lead ${id}: read ${before ?? 'no note'} after ${last ?? 'none'} was acknowledged`);
      const headers = {
        'Content-Type': 'application/json',
        'If-Match': read.headers.get('etag') ?? '',
        'Idempotency-Key': randomUUID(),
      };
      const body = JSON.stringify({ outreach: { status: 'CONTACTED', note } });
      const answer = await this.client.ask('note', { path, method: 'PATCH', headers: this.key(headers), body });
      if (answer.status === 412) continue;
      if (!this.good('note', answer)) return;
      const { contactedAt } = lead.parse(JSON.parse(answer.text)).data.outreach;
      this.acknowledged.notes.set(id, { note, contactedAt });
      this.acknowledged.notesWritten += 1;
      return;
    }
    this.wrong.push(`lead ${id}: ten times 412`);
  }

  /** As the pages do it: the file goes up in parts that may be sent again, then its import is started. */
  private async importFile(turn: number): Promise<void> {
    const uploadId = randomUUID();
    const post = 7_200_000_000_000_000_000n + BigInt(turn);
    const row = (n: number) =>
      `https://www.linkedin.com/in/ACoAAT${turn.toString(36).padStart(6, '0')}X${n.toString(36).padStart(10, '0')},` +
      `Person ${turn} ${n},Sales Director at Globex ${n},2nd,https://www.linkedin.com/feed/update/urn:li:activity:${post}/,` +
      `${new Date().toISOString()}\n`;
    const file = `profileLink,name,job,degree,postUrl,timestamp\n${Array.from({ length: peoplePerImport }, (_, n) => row(n)).join('')}`;
    const site = {
      Origin: 'http://leadlight.test',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: `leadlight-console=${this.world.cookie}`,
    };
    const api = `/app/api/${this.world.organizationId}`;
    const uploaded = await this.client.ask('import', {
      path: `${api}/upload`,
      method: 'POST',
      headers: {
        ...site,
        'Content-Type': 'application/octet-stream',
        'Upload-Id': uploadId,
        'Upload-Offset': '0',
        'Upload-Length': String(Buffer.byteLength(file)),
        'Repr-Digest': `sha-256=:${createHash('sha256').update(file).digest('base64')}:`,
      },
      body: file,
    });
    // 409 with the whole length: the answer to an earlier attempt was lost.
    const whole = uploaded.headers.get('upload-offset') === String(Buffer.byteLength(file));
    if (!(uploaded.status === 409 && whole) && !this.good('upload', uploaded)) return;
    const answer = await this.client.ask('import', {
      path: `${api}/start_import`,
      method: 'POST',
      headers: { ...site, 'Content-Type': 'application/json' },
      body: JSON.stringify({ uploadId, fileName: `traffic-${turn}.csv` }),
    });
    // Started by an attempt whose answer was lost, and over already: what it brought is looked for at the end.
    const over = answer.status === 404 && answer.attempts > 1;
    if (!over && !this.good('import', answer)) return;
    if (!over) started.parse(JSON.parse(answer.text));
    this.acknowledged.imports.push(uploadId);
  }

  private async discover(turn: number): Promise<void> {
    const idempotencyKey = randomUUID();
    const postUrn = this.world.postUrns[turn % this.world.postUrns.length];
    const answer = await this.client.ask('discovery', {
      path: '/api/v1/audience-analytics/network-posts/find-audience',
      method: 'POST',
      headers: this.key({ 'Content-Type': 'application/json' }),
      body: JSON.stringify({ postUrn, idempotencyKey }),
    });
    if (!this.good('discovery', answer, [200, 202])) return;
    const { discoveryId } = discovered.parse(JSON.parse(answer.text));
    this.acknowledged.discoveries.set(idempotencyKey, discoveryId);
  }
}

/** Has the workspace's messages sent to an address, through the front door. */
export async function addWebhook(client: Client, world: World, url: string): Promise<void> {
  const answer = await client.ask('webhook', {
    path: '/api/v1/customer/webhooks',
    method: 'POST',
    headers: { Authorization: `Bearer ${world.secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, types: ['leads.changed'] }),
  });
  if (answer.status >= 300) throw new Error(`the webhook was refused: ${answer.status} ${answer.text}`);
}
