/**
 * A resolver that never answers, while 200 pictures, 50 sign-ins by tokens of an application of one's own and due webhooks all need
 * names. What needs no name is answered all the time, and one kind of need takes nothing from the others.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const [isolated, scenario] = ['silent-resolver.sh', 'silent-resolver.cjs'].map((name) =>
  join(__dirname, 'support', name),
);

const folder = mkdtempSync(join(tmpdir(), 'leadlight-resolver-'));
afterAll(() => rmSync(folder, { recursive: true }));

const phase = z.looseObject({ phase: z.string() });

const withNames = async () => {
  const child = spawn(isolated ?? '', [join(folder, 'resolv.conf'), process.execPath, scenario ?? ''], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = (await text(child.stdout)).trim().split('\n');
  const phases = lines.map((line) => phase.parse(JSON.parse(line)));
  const answered = { reads: { 200: 10 }, healthz: { 200: 10 }, readyz: { 200: 10 }, passwords: { 303: 2 } };
  const signedIn = { 200: 50 };
  expect(phases.slice(0, 4)).toEqual([
    { phase: 'control', signedIn, ...answered },
    // The resolver answers about the keys, and only about them.
    { phase: 'attacked', signedIn, ...answered },
    { phase: 'attacked', signedIn, ...answered },
    { phase: 'attacked', signedIn, ...answered },
  ]);
  const pictures = z.object({ pictures: z.record(z.string(), z.number()) }).parse(phases[4]).pictures;
  expect(Object.keys(pictures).filter((status) => status !== '404' && status !== '503')).toEqual([]);
  expect(phases[5]).toEqual({ phase: 'silent', signedIn: { 503: 50 }, ...answered });
  const { fetches, asked } = z.object({ fetches: z.number(), asked: z.number() }).parse(phases[6]);
  // Fifty sign-ins at once share a fetch, or a few where they take longer than keys are used; by themselves they were two hundred.
  // Most pictures were refused before their name was asked for.
  expect(fetches).toBeLessThan(50);
  expect(asked).toBeLessThan(100);
};

// Needs a network namespace. Containers may forbid that; test/net/host-names.test.ts has the same for one process.
const { status } = spawnSync(isolated ?? '', [join(folder, 'probe'), 'true'], { stdio: 'ignore' });
if (status === 0) test('a resolver that keeps silent', withNames, 240_000);
else test('a resolver that keeps silent: left out, because this machine gives no network namespaces', () => undefined);
