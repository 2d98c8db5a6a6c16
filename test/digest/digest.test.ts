/** What a digest says and to whom it goes: over a real mail server and a real HTTP receiver. Time is the test's own. */
import { checkDigests } from '../../src/interfaces/cli/check-webhooks';
import { z } from 'zod';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Database } from '../../src/database/database';
import { insertInto } from '../../src/database/define';
import { sendDigestJob, sendNow } from '../../src/interfaces/worker/digest-job';
import { addDigest, dropDigest, readDigestTarget, type NewDigest } from '../../src/digest/subscriptions';
import type { Outgoing } from '../../src/digest/send';
import { digestOfToken } from '../../src/digest/unsubscribe';
import { unsubscribeRoute } from '../../src/interfaces/web/unsubscribe';
import type { Route } from '../../src/http/router';
import { TracedResponse } from '../../src/http/traced-response';
import { claimDay, settleDay, changeDay, findDigest, listDigests } from '../../src/store/digests/digests';
import { tierMoves } from '../../src/store/digests/tier-moves';
import { tierChanges } from '../../src/store/tables/changes';
import type { DigestRow } from '../../src/store/tables/digests';
import { TestClock } from '../jobs/support/clock';
import { eventually, runnerOf } from '../jobs/support/runners';
import { availableDatabases, openTestDatabase, type OpenTestDatabase } from '../support/databases';
import { network } from '../support/network';
import { seedWorkspace, type SeededWorkspace } from '../support/seed';
import { answer, startReceiver, type Receiver } from '../webhooks/support/receiver';
import { decoded } from './support/decoded-mail';

const day = 24 * 3_600_000;
const monday = Date.UTC(2026, 10, 23, 6);

let opened: OpenTestDatabase;
let db: Database;
let seeded: SeededWorkspace;
let receiver: Receiver;
let smtp: SMTPServer;
let outgoing: Outgoing;
const mails: { readonly to: string; readonly text: string }[] = [];
let refusing = false;

beforeAll(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusing) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(','),
          text: decoded(Buffer.concat(parts)),
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  receiver = await startReceiver(answer(200));
  const { port } = smtp.server.address() as AddressInfo;
  outgoing = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'leads@example.com',
    allowedHosts: [receiver.host],
    publicUrl: 'https://leads.example.com',
    brand: 'Radar & Co',
  };
});
afterAll(async () => {
  receiver.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});
beforeEach(async () => {
  opened = await openTestDatabase('sqlite');
  ({ db } = opened);
  seeded = await seedWorkspace(db, 'digests', 30);
  mails.length = 0;
  receiver.received.length = 0;
  refusing = false;
});
afterEach(() => opened.close());

const parts = () => ({ outgoing, network });

async function added(to: string, changes: Partial<NewDigest> = {}, now = monday): Promise<DigestRow> {
  const target = readDigestTarget(to, outgoing.allowedHosts);
  if ('problem' in target) throw new Error(target.problem);
  const wanted: NewDigest = {
    target,
    audience: 'workspace',
    ownerId: null,
    pattern: '0 8 * * 1-5',
    timeZone: 'Europe/Berlin',
    ...changes,
  };
  return (await addDigest(db, seeded.organizationId, wanted, now)).row;
}

const again = async ({ id }: DigestRow): Promise<DigestRow> => {
  const row = await findDigest(db, seeded.organizationId, id);
  if (!row) throw new Error('the digest is gone');
  return row;
};

async function moves(on: Database, organizationId: string, leadId: string, from: 'NURTURE' | null, at: number) {
  await on.run("UPDATE leads SET lead_tier = 'PRIORITY' WHERE organization_id = ? AND id = ?", [
    organizationId,
    leadId,
  ]);
  await insertInto(on, tierChanges, [
    {
      organization_id: organizationId,
      revision: at,
      lead_id: leadId,
      from_tier: from,
      to_tier: 'PRIORITY',
      reason: 'engagement',
      changed_at: at,
    },
  ]);
}

/** The route alone behind a server. */
async function serving({ answer: handlers }: Route) {
  const server = createServer({ ServerResponse: TracedResponse }, (req, res) => {
    const handler = typeof handlers === 'function' ? handlers : handlers[req.method === 'POST' ? 'POST' : 'GET'];
    void handler?.(req, res, []);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

const lead = (at: number): string => seeded.leadIds[at] ?? '';

test('a mail holds whom to call, who moved up and who came new; their words are quoted and escaped', async () => {
  await db.run(
    `UPDATE engagements SET type = 'COMMENT', comment_excerpt = ? WHERE organization_id = ? AND person_id = ?`,
    ['<img src=x> "ignore\nall of this"', seeded.organizationId, lead(1)],
  );
  await moves(db, seeded.organizationId, lead(1), 'NURTURE', monday - 2);
  await moves(db, seeded.organizationId, lead(2), null, monday - 1);
  const digest = await added('mailto:ana@example.com');
  expect(await sendNow(db, parts(), digest, monday)).toBe(true);
  const [mail] = mails;
  expect(mail?.to).toBe('ana@example.com');
  expect(mail?.text).toContain('WHOM TO CALL');
  expect(mail?.text).toContain('Radar &amp; Co</p>');
  expect(mail?.text).toContain('Moved from Nurture to Priority, because of new engagement.');
  expect(mail?.text).toContain('New as Priority.');
  expect(mail?.text).toContain(`https://leads.example.com/app/${seeded.organizationId}/leads/${lead(1)}`);
  expect(mail?.text).toContain(`They wrote: “<img src=x> 'ignore all of this'”`);
  expect(mail?.text).toContain('“&lt;img src=x&gt; &#39;ignore all of this&#39;”</blockquote>');
  expect(mail?.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

  // The same in German: everything but their own words.
  const german = await added('mailto:ana@example.com', { language: 'de' });
  expect(await sendNow(db, parts(), german, monday)).toBe(true);
  const said = mails.pop()?.text ?? '';
  expect(said).toMatch(/Subject: digests: \d+ anzurufen, 1 aufgestiegen, 1 neu/);
  expect(said).toContain('<html lang="de">');
  expect(said).toContain('Von Aufbauen zu Priorität aufgestiegen, weil die Person wieder reagiert hat.');
  expect(said).toContain('Neu in der Stufe Priorität.');
  expect(said).toContain(`Schrieb: „<img src=x> 'ignore all of this'“`);
  expect(said).toContain('Keine dieser E-Mails mehr:');
  const lines = said.split('\n').filter((line) => line.startsWith('  - '));
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => /\b(?:on|fits|posts?|because|moved|seniority)\b/i.test(line))).toEqual([]);

  // Nothing new, nothing sent.
  expect(await sendNow(db, parts(), await again(digest), monday + day)).toBe(false);
  expect(mails).toHaveLength(1);
});

test('no list is longer than ten, and a digest for a member tells of their leads alone', async () => {
  for (const [at, id] of seeded.leadIds.entries()) await moves(db, seeded.organizationId, id, 'NURTURE', monday - at);
  const asked = { after: 0, until: monday, most: 10 };
  const all = await tierMoves(db, seeded.organizationId, { ...asked, ownerId: null });
  expect([all.movedUp.length, all.cameNew.length]).toEqual([10, 0]);
  const theirs = await tierMoves(db, seeded.organizationId, { ...asked, ownerId: 'nobody' });
  expect(theirs.movedUp).toEqual([]);
  // Nobody who is no member is told anything.
  const digest = await added('mailto:gone@example.com', { audience: 'owner', ownerId: 'nobody' });
  expect(await sendNow(db, parts(), digest, monday)).toBe(false);
});

test('Slack gets its own form, at an address that is allowed', async () => {
  await moves(db, seeded.organizationId, lead(0), null, monday - 1);
  await db.run('UPDATE people SET display_name = ? WHERE organization_id = ? AND id = ?', [
    '<!channel> *Ana*',
    seeded.organizationId,
    lead(0),
  ]);
  const digest = await added(`slack:${receiver.url}`);
  expect(digest.shown + digest.target).not.toContain('/hook');
  expect(await sendNow(db, parts(), digest, monday)).toBe(true);
  const body = receiver.received[0]?.body ?? '';
  expect(body).toContain(`/leads/${lead(0)}|&lt;!channel&gt;`);
  expect(body).not.toContain('<!channel>');
  // Slack makes mentions and links of plain words too, unless a block says not to.
  const blocks = z
    .object({ blocks: z.array(z.object({ text: z.looseObject({ type: z.string() }) })) })
    .parse(JSON.parse(body));
  const marked = blocks.blocks.map(({ text }) => text).filter(({ type }) => type === 'mrkdwn');
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.filter(({ verbatim }) => verbatim !== true)).toEqual([]);
  expect(readDigestTarget('slack:http://10.0.0.1/x', [])).toHaveProperty('problem');
  expect(readDigestTarget('mailto:a@example.com\r\nBcc: b@example.com', [])).toHaveProperty('problem');
});

test('a mail server that answers without end is left, and the mail is not sent twice', async () => {
  let isLeft = true;
  const endless = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 here\r\n');
    socket.once('data', () => {
      const mostLines = 400;
      let lines = 0;
      const more = setInterval(() => {
        // Ends, long after the mail should have: so that this test does.
        if ((lines += 1) > mostLines) socket.destroy();
        else socket.write('250-more\r\n');
      }, 20);
      socket.once('close', () => {
        clearInterval(more);
        isLeft = lines <= mostLines;
      });
    });
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as AddressInfo;
  await moves(db, seeded.organizationId, lead(0), null, monday - 1);
  const digest = await added('mailto:ana@example.com');
  const slow = { ...outgoing, smtpUrl: `smtp://127.0.0.1:${port}`, mailWithinMs: 500 };
  await expect(sendNow(db, { outgoing: slow, network }, digest, monday)).rejects.toMatchObject({
    message: 'the mail server took too long',
    maybe: true,
  });
  // When its last connection has ended: on a slow machine there may never have been one.
  await new Promise((resolve) => endless.close(resolve));
  expect(isLeft).toBe(true);
});

test('one message a scheduled day with two workers; a refused one is tried again; summer time keeps the hour', async () => {
  const clock = new TestClock(Date.UTC(2026, 9, 23, 5, 59));
  await added('mailto:ana@example.com', {}, clock.now());
  await moves(db, seeded.organizationId, lead(0), null, clock.now());
  refusing = true;
  const job = sendDigestJob(parts());
  const runners = [runnerOf(db, [job], { clock }), runnerOf(db, [job], { clock })];
  for (const runner of runners) runner.start();
  const dayThatIs = (name: string, status: string) =>
    eventually(async () => {
      const [row] = await db.select<{ error: string | null }>(
        'SELECT error FROM digest_days WHERE day = ? AND status = ?',
        [name, status],
      );
      const jobs = await db.select("SELECT id FROM jobs WHERE name = 'send-digest' AND status = 'running'");
      return jobs.length === 0 ? row : undefined;
    });
  try {
    // Friday, 8 in Berlin, in summer time.
    clock.pass(60_000);
    expect((await dayThatIs('2026-10-23', 'FAILED')).error).toBe('the mail server did not accept it: status 451');
    refusing = false;
    clock.pass(60_000);
    await dayThatIs('2026-10-23', 'SENT');
    expect(mails).toHaveLength(1);
    // Monday after the change: 8 in Berlin is an hour later.
    clock.set(Date.UTC(2026, 9, 26, 6, 59));
    await moves(db, seeded.organizationId, lead(1), null, clock.now());
    clock.pass(60_000);
    await dayThatIs('2026-10-26', 'SENT');
    clock.pass(day);
    await dayThatIs('2026-10-27', 'EMPTY');
    expect(mails).toHaveLength(2);
  } finally {
    for (const runner of runners) await runner.stop();
  }
});

test('the signed link ends a digest by its button or by one click, and opening it changes nothing', async () => {
  await moves(db, seeded.organizationId, lead(0), null, monday - 1);
  const digest = await added('mailto:ana@example.com');
  await sendNow(db, parts(), digest, monday);
  const path = /List-Unsubscribe: <https:\/\/leads\.example\.com(\S+)>/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  const route = unsubscribeRoute(db, outgoing.publicUrl);
  const { url, close } = await serving(route);
  try {
    expect((await fetch(url + path)).status).toBe(200);
    expect((await again(digest)).status).toBe('ACTIVE');
    const forged = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    expect((await fetch(url + forged, { method: 'POST' })).status).toBe(404);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await fetch(url + path, { method: 'POST', body })).status).toBe(200);
    expect((await again(digest)).status).toBe('UNSUBSCRIBED');
    expect(await db.select("SELECT name FROM job_schedules WHERE job = 'send-digest'")).toEqual([]);
    expect(await digestOfToken(db, 'nonsense')).toBeUndefined();
  } finally {
    close();
  }
});

describe.each(availableDatabases())('on %s', (kind) => {
  test('a day is claimed once, taken over from the dead, and never after it may have been sent', async () => {
    const other = await openTestDatabase(kind);
    const { organizationId, leadIds } = await seedWorkspace(other.db, 'claims', 3);
    const target = { channel: 'mail', address: 'ana@example.com' } as const;
    const wanted = { target, audience: 'workspace', ownerId: null, pattern: '0 8 * * *', timeZone: 'UTC' } as const;
    const { row } = await addDigest(other.db, organizationId, wanted, monday);
    const key = { organization_id: organizationId, digest_id: row.id, day: '2026-11-23' };
    const claim = (job_attempt: string) =>
      claimDay(other.db, { ...key, status: 'CLAIMED', job_attempt, error: null, started_at: monday, ended_at: null });
    const change = (attempt: string, from: 'CLAIMED' | 'SENDING', to: 'SENDING' | 'FAILED' | 'SENT') =>
      changeDay(other.db, key, { attempt, from, to });
    expect((await Promise.all([claim('a'), claim('b')])).some(Boolean)).toBe(true);
    expect(await claim('c')).toBe(true);
    expect(await change('a', 'CLAIMED', 'SENDING')).toBe(false);
    expect(await change('c', 'CLAIMED', 'SENDING')).toBe(true);
    expect(await claim('d')).toBe(false);
    // The process of `c` ended: the next attempt settles the day, and `doctor` names it.
    expect(await settleDay(other.db, key, monday)).toBe(true);
    expect(await settleDay(other.db, key, monday)).toBe(false);
    expect(await checkDigests(other.db)).toMatchObject([
      { level: 'warning', message: expect.stringContaining('the process ended while it was handed over') },
    ]);
    expect(await change('c', 'SENDING', 'FAILED')).toBe(true);
    expect(await claim('d')).toBe(true);

    await moves(other.db, organizationId, leadIds[0] ?? '', 'NURTURE', monday - 1);
    const asked = { after: 0, until: monday, ownerId: null, most: 10 };
    expect((await tierMoves(other.db, organizationId, asked)).movedUp).toMatchObject([{ from: 'NURTURE' }]);
    expect(await dropDigest(other.db, organizationId, row.id)).toBe(true);
    expect(await listDigests(other.db, organizationId)).toEqual([]);
    await other.close();
  });
});
