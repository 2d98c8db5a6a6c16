/** A file of 100 MB (200 in the proofs) on its way into a service of its own and out of a browser: memory stays flat, a broken line and a cancel cost nothing. */
import { mkdtempSync, openSync, closeSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ConsoleSessions } from '../../../src/auth/console-sessions';
import { addMember } from '../../../src/store/access/members';
import { createOrganization } from '../../../src/store/access/organizations';
import { Browser } from '../../console/support';
import { startProcess, type ServiceProcess } from '../../oauth/support/processes';
import { atLength } from '../../support/at-length';
import { openTestDatabase, type OpenTestDatabase } from '../../support/databases';
import { DemoConsole } from './support/demo';

const MB = 1024 * 1024;
const partBytes = 8 * MB;
const parts = atLength(12, 25);
/** Wide: the file is half as much again, three times this in the proofs, and a service that held it would show all of it. */
const mayGrow = 64 * MB;

const header = 'kind,profileUrl,name,headline,postUrl,occurredAt\n';
/** So many bytes of rows, from the first row's number on; the last one is filled with spaces. */
function rowsOf(bytes: number, from: number): Buffer {
  const lines: string[] = [];
  let length = 0;
  for (let at = from; ; at += 1) {
    const line = `like,https://www.linkedin.com/in/person-${at % 20_000},Person ${at % 20_000},Head of Sales at Acme ${at % 90},https://www.linkedin.com/feed/update/urn:li:activity:${7402746946853253120n + BigInt(at)},2026-11-01T10:00:00Z\n`;
    if (length + line.length > bytes - 1) break;
    lines.push(line);
    length += line.length;
  }
  return Buffer.from(`${lines.join('')}${' '.repeat(bytes - length - 1)}\n`);
}
const part = (at: number): Buffer =>
  at === 0
    ? Buffer.concat([Buffer.from(header), rowsOf(partBytes - header.length, 0)])
    : rowsOf(partBytes, at * 30_000);

const uploaded = z.object({ uploadId: z.string(), bytes: z.number() });
const shown = z.object({
  status: z.string(),
  progress: z.object({ bytes: z.number(), totalBytes: z.number() }).nullable(),
});

describe('over HTTP', () => {
  let opened: OpenTestDatabase;
  let service: ServiceProcess;
  let admin: Browser;
  let organizationId: string;
  const dataDir = mkdtempSync(join(tmpdir(), 'leadlight-large-upload-'));

  beforeAll(async () => {
    opened = await openTestDatabase('sqlite');
    organizationId = (await createOrganization(opened.db, 'Acme'))?.id ?? '';
    const person = { organizationId, email: 'ada@acme.example', displayName: 'Ada', passwordHash: null } as const;
    const added = await addMember(opened.db, { ...person, role: 'ADMIN', active: true });
    service = await startProcess({ DATABASE_URL: opened.database.url, DATA_DIR: dataDir, RUN_WORKER: 'true' });
    admin = new Browser(service);
    admin.cookies.set('leadlight-console', await new ConsoleSessions(opened.db).start(added?.userId ?? ''));
  });
  afterAll(async () => {
    await service.kill();
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The most memory since the last look, as the kernel counted it. */
  const peak = () => {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8')) ?? [];
    writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
    return Number(kilobytes) * 1024;
  };
  const fieldsAt = (at: { uploadId: string; bytes: number } | undefined) => ({
    Origin: admin.origin,
    'Content-Type': 'application/octet-stream',
    'Sec-Fetch-Site': 'same-origin',
    ...(at ? { 'Upload-Id': at.uploadId, 'Upload-Offset': String(at.bytes) } : {}),
  });
  /** Sends a part until it is taken, from where the upload is: what arrived of a broken one stays. */
  const send = async (body: Buffer, at?: { uploadId: string; bytes: number }) => {
    for (let from = at, rest = body; ;) {
      // While a broken part is still being received, this one may be refused before it is read, which ends the line.
      const answer = await admin
        .request('POST', `${organizationId}/upload`, rest, fieldsAt(from))
        .catch(() => ({ code: 'conflict' as const, body: undefined }));
      if (answer.code !== 'conflict') return uploaded.parse(answer.body);
      if (at) from = uploaded.parse((await admin.get(`${organizationId}/upload/${at.uploadId}`)).body);
      if (at && from) rest = body.subarray(from.bytes - at.bytes);
    }
  };
  /** Breaks the line in the middle of a part. */
  const breakOff = (body: Buffer, at: { uploadId: string; bytes: number }) =>
    new Promise<void>((done) => {
      const [name, value] = admin.session;
      const headers = { ...fieldsAt(at), Cookie: `${name}=${value}`, 'Content-Length': body.length };
      const path = `/app/api/${organizationId}/upload`;
      const sent = request({ host: '127.0.0.1', port: service.port, method: 'POST', path, headers });
      sent.once('error', () => done());
      sent.once('close', () => done());
      sent.write(body.subarray(0, body.length / 2), () => sent.destroy());
    });
  const call = async (name: string, input: object) => (await admin.post(`${organizationId}/${name}`, input)).body;
  const files = () => readdirSync(join(dataDir, 'uploads', organizationId));

  it('a large file goes up in parts without more memory than 16 MB take, over a broken line, and a cancelled import leaves no file', async () => {
    // The control, after one to warm up.
    for (let round = 0; round < 2; round += 1) {
      peak();
      let at = await send(part(0));
      at = await send(part(1), at);
      expect(at.bytes).toBe(2 * partBytes);
      // The thread that reads it counts too.
      expect(await call('preview_import', { uploadId: at.uploadId, fileName: 'small.csv' })).toMatchObject({
        problem: null,
      });
    }
    const control = peak();

    let at = await send(part(0));
    const { uploadId } = at;
    for (let sent = 1; sent < parts; sent += 1) {
      if (sent === 12) {
        await breakOff(part(sent), at);
        // Nothing has arrived there.
        const wrong = await admin.request('POST', `${organizationId}/upload`, Buffer.from('x'), {
          ...fieldsAt({ uploadId, bytes: at.bytes + partBytes }),
        });
        expect(wrong.code).toBe('conflict');
      }
      at = await send(part(sent), at);
    }
    expect(at.bytes).toBe(parts * partBytes);
    expect(peak() - control).toBeLessThan(mayGrow);

    const given = { uploadId, fileName: 'large.csv' };
    const preview = await call('preview_import', given);
    expect(preview).toMatchObject({ problem: null, whole: false, rows: expect.any(Number) });
    expect(peak() - control).toBeLessThan(mayGrow);

    const { importId } = await call('start_import', given);
    // Asked more often, a person's requests of a minute are used up before the import is through.
    const pollMs = 200;
    const state = async () => shown.parse(await call('get_import', { importId }));
    for (let found = await state(); !((found.progress?.bytes ?? 0) > partBytes); found = await state()) {
      expect(['ready', 'running']).toContain(found.status);
      await setTimeout(pollMs);
    }
    expect(await call('cancel_import', { importId })).toMatchObject({ status: 'asked' });
    while ((await state()).status === 'running') await setTimeout(pollMs);
    expect((await state()).status).toBe('cancelled');
    expect(files().filter((name) => name.startsWith(uploadId) && !name.includes('rejects'))).toEqual([]);
  });
});

describe('from a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-large-file-'));
  const path = join(folder, 'large.csv');
  let demo: DemoConsole;
  beforeAll(async () => {
    const file = openSync(path, 'w');
    for (let at = 0; at < parts; at += 1) writeSync(file, part(at));
    closeSync(file);
    demo = await DemoConsole.start({ DATA_DIR: folder });
  });
  afterAll(async () => {
    await demo.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('sends a large file part by part, one that broke once more, with a heap that stays small', async () => {
    const { page, context, complaints } = await demo.signedIn({}, 'ADMIN');
    await page.goto(demo.at('import'));
    let broken = 0;
    let sent = 0;
    // The line goes down while the fifth part is on its way, and comes back once that failed.
    page.on('request', (asked) => {
      if (!asked.url().endsWith('/upload')) return;
      sent += 1;
      if (sent === 5) void context.setOffline(true);
    });
    page.on('requestfailed', (asked) => {
      if (!asked.url().endsWith('/upload')) return;
      broken += 1;
      void context.setOffline(false);
    });
    const devtools = await context.newCDPSession(page);
    const heap = async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize;
    };
    const before = await heap();
    await page.locator('input[type=file]').setInputFiles(path);
    const card = page.locator('article.card');
    await card.locator('.figures').first().waitFor({ timeout: 180_000 });
    expect(broken).toBeGreaterThan(0);
    // Where a piece of the broken part arrived, sending it again is refused, and the page goes on behind that piece.
    expect([parts, parts + 1]).toContain(sent - broken);
    expect((await heap()) - before).toBeLessThan(partBytes);
    // A reload forgets nothing of what is there.
    await page.reload();
    await card.locator('.figures').first().waitFor();
    await card.getByRole('button', { name: 'Remove' }).click();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
