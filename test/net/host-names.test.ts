/** Looking up names that strangers bring: shared, few at once, ended with their deadline, and never on libuv's threads. */
import dns from 'node:dns';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange } from '../../src/shared/http-client/exchange';
import { endableLookups, operatorLookups, systemLookups } from '../../src/shared/http-client/host-names';
import { SharedLookups } from '../../src/shared/http-client/shared-lookups';
import { startNameServer, type NameServer } from './support/name-server';

let server: NameServer;
let folder: string;
let hostsFile: string;
const system = jest.spyOn(dns, 'lookup');

beforeAll(async () => {
  server = await startNameServer({ 'known.example': '203.0.113.7', 'other.example': '203.0.113.8' });
  folder = mkdtempSync(join(tmpdir(), 'leadlight-hosts-'));
  hostsFile = join(folder, 'hosts');
  writeFileSync(
    hostsFile,
    '# pinned\n127.0.0.1 localhost\n192.0.2.9\tPinned.example alias # why\n::7 pinned.example\nnonsense x\n',
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => system.mockClear());

const lookups = () => endableLookups({ servers: [server.address], hostsFile });
const patient = () => new AbortController().signal;
const outcome = (promise: Promise<unknown>) =>
  promise.then(String, (error: unknown) => (error instanceof Error ? error.message : String(error)));

test('positive control: a name is asked of the name server', async () => {
  expect(await lookups().find('known.example', patient())).toEqual([{ address: '203.0.113.7', family: 4 }]);
});

test('sixty who ask for one name at once: one question for each family', async () => {
  const [names, before] = [lookups(), server.asked.length];
  const found = await Promise.all(Array.from({ length: 60 }, () => names.find('other.example', patient())));
  expect(new Set(found.map((one) => one[0]?.address))).toEqual(new Set(['203.0.113.8']));
  expect(server.asked.slice(before)).toEqual(['other.example', 'other.example']);
});

test('sixty names that are never answered end with their deadline, and the next name is answered', async () => {
  const names = lookups();
  const deadlines = Array.from({ length: 60 }, () => new AbortController());
  const hanging = deadlines.map(({ signal }, n) => names.find(`n${n}.silent.example`, signal));
  const ended = Promise.all(hanging.map(outcome));
  for (const deadline of deadlines) deadline.abort();
  expect(new Set(await ended)).toEqual(new Set(['the lookup took too long']));
  expect(await names.find('known.example', patient())).toHaveLength(1);
  // No thread was ever taken: this is what stopped all others.
  expect(system.mock.calls.map(([name]) => name).filter((name) => isIP(name) === 0)).toEqual([]);
});

test('one who leaves takes nothing from those who stay', async () => {
  const names = lookups();
  const leaving = new AbortController();
  const [left, stayed] = [names.find('known.example', leaving.signal), names.find('known.example', patient())];
  leaving.abort();
  expect(await outcome(left)).toBe('the lookup took too long');
  expect(await stayed).toHaveLength(1);
});

test.each([
  ['localhost', ['127.0.0.1']],
  ['LOCALHOST.', ['127.0.0.1']],
  ['app.localhost', ['127.0.0.1', '::1']],
  ['pinned.example', ['192.0.2.9', '::7']],
  ['ALIAS', ['192.0.2.9']],
])('%s is known without a name server', async (name, wanted) => {
  const before = server.asked.length;
  const found = await lookups().find(name, patient());
  expect(found.map(({ address }) => address)).toEqual(wanted);
  expect(server.asked).toHaveLength(before);
});

test('without a file of hosts localhost is still this machine', async () => {
  const names = endableLookups({ servers: [server.address], hostsFile: join(folder, 'missing') });
  expect(await names.find('localhost', patient())).toHaveLength(2);
});

test('what a setting names is looked up as the system does, and reached', async () => {
  const host = createServer((_req, res) => {
    res.setHeader('Content-Type', 'application/json');
    res.end('{}');
  });
  await new Promise<void>((resolve) => host.listen(0, resolve));
  const url = new URL(`http://localhost:${(host.address() as AddressInfo).port}`);
  const wanted = { url, method: 'GET', headers: {}, timeoutMs: 10_000, maxBytes: 100, namedBy: 'operator' } as const;
  expect((await exchange(wanted, { members: 1, depth: 1 })).value).toEqual({});
  host.close();
  expect(await systemLookups().find('localhost', patient())).not.toHaveLength(0);
});

describe('names in settings', () => {
  /** The system’s lookups, none of which is ever answered. */
  const stuck = (atOnce: number, waiting: number) =>
    new SharedLookups(() => new Promise(() => undefined), { atOnce, waiting, canEnd: false });
  const found = [{ address: '203.0.113.7', family: 4 }];

  test('are found as the system does it: the name servers are not asked', async () => {
    const before = server.asked.length;
    const known = new SharedLookups(() => Promise.resolve([{ address: '10.0.0.7', family: 4 }]), {
      atOnce: 1,
      waiting: 1,
      canEnd: false,
    });
    expect(await operatorLookups(lookups(), known)('known.example', patient())).toMatchObject([
      { address: '10.0.0.7' },
    ]);
    const unknown = new SharedLookups(() => Promise.reject(new Error('not there')), {
      atOnce: 1,
      waiting: 1,
      canEnd: false,
    });
    expect(await outcome(operatorLookups(lookups(), unknown)('known.example', patient()))).toBe('not there');
    expect(server.asked).toHaveLength(before);
  });

  test.each([
    ['has no answer', stuck(1, 64), 0],
    ['has no turn', stuck(1, 64), 20],
    ['takes no more names', stuck(1, 20), 21],
  ])('are asked of the name servers when the system %s', async (_name, system, others) => {
    const find = operatorLookups(lookups(), system);
    const deadlines = Array.from({ length: others }, () => new AbortController());
    const waiting = deadlines.map(({ signal }, n) => outcome(find(`n${n}.silent.example`, signal)));
    expect(await find('known.example', patient())).toEqual(found);
    for (const deadline of deadlines) deadline.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(others === 0 ? [] : ['the lookup took too long']));
  });
});

describe('lookups that cannot be ended', () => {
  const setUp = () => {
    const begun: string[] = [];
    const over: (() => void)[] = [];
    const names = new SharedLookups(
      (hostname) => {
        begun.push(hostname);
        return new Promise((resolve) => over.push(() => resolve([{ address: '203.0.113.1', family: 4 }])));
      },
      { atOnce: 2, waiting: 3, canEnd: false },
    );
    return { begun, over, names };
  };

  test('two at once take a thread each, three more names wait, a further one is refused', async () => {
    const { begun, over, names } = setUp();
    const found = ['a', 'b', 'c', 'd', 'e'].map((name) => names.find(name, patient()));
    expect(await outcome(names.find('f', patient()))).toBe('too many names are looked up');
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    for (let n = 0; n < 5; n += 1) {
      over[n]?.();
      await found[n];
      await new Promise(setImmediate);
    }
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('one that nobody waits for keeps its thread and is shared with who asks again; one that waited is dropped', async () => {
    const { begun, over, names } = setUp();
    const leaving = new AbortController();
    const left = ['a', 'b', 'c'].map((name) => outcome(names.find(name, leaving.signal)));
    leaving.abort();
    await Promise.all(left);
    const again = names.find('a', patient());
    over[0]?.();
    expect(await again).toHaveLength(1);
    over[1]?.();
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
  });
});
