/**
 * The README and docs/first-steps.md followed literally: its commands as they stand there, in a shell and a fresh copy of the tree, up to an assistant that signs
 * in through the browser's pages and lists the leads that the agent has found. The copy is built there; its packages are those of the
 * tests, and `npm ci` is the one command that is not run.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { Memory } from '../../oauth/support/sdk-clients';
import { formTokenIn, Visitor } from '../../web/support/visitor';

const root = join(__dirname, '..', '..', '..');
const pages = ['README.md', 'docs/first-steps.md'].map((page) => readFileSync(join(root, page), 'utf8')).join('\n');

/** The commands of the block below a heading. */
function commandsBelow(heading: string): string[] {
  const [, below = ''] = pages.split(`${heading}\n`);
  const block = /```sh\n(.*?)```/s.exec(below)?.[1] ?? '';
  return block.split('\n').filter((line) => line.trim() !== '');
}

let folder: string;
let child: ChildProcess | undefined;

const git = (folderOf: string, ...args: string[]) =>
  execFileSync('git', ['-C', folderOf, ...args], { encoding: 'utf8' });

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'leadlight-clone-'));
  // What a clone has: files that git knows, or would take.
  for (const path of git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0')) {
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  }
  mkdirSync(`${copy}-home`);
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('npm', ['run', 'build'], { cwd: copy, stdio: 'ignore' });
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
}, 600_000);
afterAll(() => {
  for (const path of [copy, `${copy}-home`]) rmSync(path, { recursive: true, force: true });
});
beforeEach(() => {
  folder = copy;
});
afterEach(async () => {
  const running = child;
  child = undefined;
  if (running) {
    const ended = new Promise((resolve) => running.once('close', resolve));
    // The whole group: npx starts the service by a shell, which would go on by itself.
    if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    await ended;
  }
});

const environment = () => ({
  PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  // npm keeps its cache there, which is no file of the clone.
  HOME: `${folder}-home`,
  LOG_LEVEL: 'warn',
  SHUTDOWN_DELAY_MS: '0',
});

/** Runs commands up to the one that serves. @returns what they printed. */
function follow(commands: readonly string[]): string {
  expect(commands.at(-1)).toMatch(/^npx leadlight serve\b/);
  const script = commands.slice(0, -1).filter((line) => !line.startsWith('npm ci'));
  // npx finds the program in `bin` of package.json each time, in a second. The last command finds it in that way.
  const shortcut = 'npx() { shift; node bin/leadlight.js "$@"; }';
  return execFileSync('bash', ['-euo', 'pipefail', '-c', [shortcut, ...script].join('\n')], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The last command, with what the first ones exported. @returns what `wanted` finds in what it says: the address once it is ready. */
async function serve(commands: readonly string[], wanted = /serves (\S+)\n/): Promise<string> {
  const lines = [...commands.filter((line) => line.startsWith('export ')), `exec ${commands.at(-1) ?? ''}`];
  const env = { ...environment(), PORT: '0' };
  const running = spawn('bash', ['-c', lines.join('\n')], { cwd: folder, env, detached: true });
  child = running;
  let said = '';
  return new Promise((resolve, reject) => {
    running.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      const url = wanted.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    });
    running.once('close', () => reject(new Error(`it ended: ${said}`)));
  });
}

/** What a person does in the browser that an assistant opened: signs in and approves. @returns where they are sent back to. */
async function approve(url: string, opened: URL, password: string): Promise<URL> {
  const redirect = await fetch(opened, { redirect: 'manual' });
  const requestToken = new URL(redirect.headers.get('location') ?? '', url).searchParams.get('requestToken') ?? '';
  const browser = new Visitor({ url });
  const page = () => browser.get(`/consent?requestToken=${requestToken}`);
  const signIn = { requestToken, formToken: formTokenIn((await page()).text), email: 'ada@example.com', password };
  expect((await browser.post('/sign-in', signIn)).status).toBe(303);
  const { text } = await page();
  const answer = await browser.post('/consent', {
    ...{ requestToken, formToken: formTokenIn(text), decision: 'approve' },
    organizationId: /name="organizationId"\s+value="([^"]+)"/.exec(text)?.[1] ?? '',
    scope: [...text.matchAll(/name="scope"\s+value="([^"]+)"/g)].map((match) => match[1] ?? ''),
  });
  const back = /https?:\/\/127\.0\.0\.1:33418\/callback\?[^"'<\s]+/.exec(answer.text)?.[0] ?? '';
  return new URL(back.replaceAll('&amp;', '&'));
}

const passwordIn = (printed: string) => /password {2}(\S+)/.exec(printed)?.[1] ?? '';

test('from an empty database to leads by itself, and an assistant that lists them', async () => {
  const commands = commandsBelow('## From an empty database to leads by itself');
  const printed = follow(commands);
  // The example posts are of November 2026, and interest fades: of later years nobody is accepted any more.
  expect(printed).toMatch(/COMPLETED\n {2}1 post, \d+ candidates, \d+ qualified, no leads: a preview creates none/);
  const created = Number(/(\d+) new leads?\n/.exec(printed)?.[1]);
  expect(created).toBeGreaterThanOrEqual(0);
  const url = await serve(commands);

  const memory = new Memory();
  const address = new URL(`${url}/api/v1/mcp`);
  const first = new StreamableHTTPClientTransport(address, { authProvider: memory });
  await expect(new Client({ name: 'assistant', version: '1' }).connect(first)).rejects.toThrow();
  if (!memory.opened) throw new Error('the assistant opened no page');
  await first.finishAuth((await approve(url, memory.opened, passwordIn(printed))).searchParams);

  const assistant = new Client({ name: 'assistant', version: '1' });
  await assistant.connect(new StreamableHTTPClientTransport(address, { authProvider: memory }));
  const ask = async (name: string, given: Record<string, unknown>) =>
    (await assistant.callTool({ name, arguments: given })).structuredContent;
  const leads = z.object({ data: z.array(z.looseObject({ id: z.string(), origin: z.string() })) });
  const listed = leads.parse(await ask('svc_list_leads', { origin: 'agent' })).data;
  expect(listed).toHaveLength(created);
  const status = z.looseObject({ status: z.string(), lastRun: z.looseObject({ leadsCreated: z.number() }) });
  expect(status.parse(await ask('svc_get_agent_status', {}))).toMatchObject({
    status: 'ACTIVE',
    lastRun: { leadsCreated: created },
  });
  const candidate = z.object({
    decision: z.string(),
    reasons: z.array(z.string()).min(1),
    leadId: z.string().nullable(),
  });
  const met = z.object({ candidates: z.array(candidate.loose()) }).parse(await ask('svc_list_agent_candidates', {}));
  const accepted = met.candidates.filter((one) => one.decision === 'ACCEPTED').map((one) => one.leadId);
  expect(accepted.sort()).toEqual(listed.map((lead) => lead.id).sort());
  await assistant.close();
});

test('a browser of one’s own: the server prints the address where everything else is done', async () => {
  const commands = commandsBelow('## Use it');
  follow(commands);
  const address = new URL(await serve(commands, /(http\S+\/app\/setup#lk_\S+)\n/));
  const link = await fetch(`${address.origin}/app/api/link`, {
    method: 'POST',
    headers: { Origin: address.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: address.hash.slice(1) }),
  });
  expect(await link.json()).toMatchObject({ kind: 'SETUP' });
  // Nothing that was made is one `git add` away.
  expect(git(folder, 'add', '--all', '--dry-run')).toBe('');
});

test('files of one’s own: import, a list, a key, and a program that reads with it', async () => {
  const commands = commandsBelow('## With export files');
  const printed = follow(commands);
  expect(printed).toMatch(/Leads: \d+ new/);
  const key = /key {2}(ll_\S+)/.exec(printed)?.[1] ?? '';
  // Whom to call first: name, job, tier, why, link, as the README shows them, the best first.
  const people = [...printed.matchAll(/^\d\. .+ - .+ \((\w+)\)\n((?: {3}.+\n)+)/gm)];
  expect(people).toHaveLength(5);
  const [shown = ''] = /^1\. .+ - .+ \(/m.exec(pages) ?? [];
  expect(people[0]?.[0].startsWith(shown)).toBe(true);
  for (const [, , lines = ''] of people) {
    expect(lines).toMatch(/^ {3}\S.* (on|before) \d+ \w{3} \d{4}/m);
    expect(lines).toMatch(/^ {3}https:\/\/www\.linkedin\.com\/in\/\S+$/m);
  }
  expect(passwordIn(printed)).not.toBe('');
  expect(printed).toMatch(/^Created key CRM sync of Acme Sales: workspace, leads, leadContactData, icp$/m);
  expect(printed).toMatch(/^acme\.backup: [\d,]+ rows of \d+ tables, /m);
  // Nothing that was made is one `git add` away.
  expect(git(folder, 'add', '--all', '--dry-run')).toBe('');
  const url = await serve(commands);
  const answer = await fetch(`${url}/api/v1/customer/leads?limit=1`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const { data } = z.looseObject({ data: z.array(z.unknown()) }).parse(await answer.json());
  expect(data).toHaveLength(1);
});

test('packages/reader/README.md: the example gives what stands behind it', () => {
  const readme = readFileSync(join(root, 'packages/reader/README.md'), 'utf8');
  const [, example = ''] = /```js\n([^]*?)```/.exec(readme) ?? [];
  const lines = [...example.matchAll(/^(\w.*?);? \/\/ (.*)$/gm)].map(([, asked = '', given = '']) => ({
    asked,
    given,
  }));
  expect(lines.length).toBeGreaterThan(3);
  const [start = ''] = example.split('\n').filter((line) => line.startsWith('const '));
  const says = lines.map(({ asked, given }) => `[${asked}, ${given}]`).join(', ');
  const code = `${start.replace('@leadlight/reader', `${copy}/packages/reader`)}\nprocess.stdout.write(JSON.stringify([${says}]))`;
  const pairs = z
    .array(z.tuple([z.unknown(), z.unknown()]))
    .parse(JSON.parse(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' })));
  for (const [asked, given] of pairs) expect(asked).toEqual(given);
});
