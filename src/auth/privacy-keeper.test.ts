/** The key and the ledger as files: made once, readable by the service alone, and read again by the next process. */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerEntry } from '../rules/privacy/ledger';
import { ledgerFile, privacyKeeper, suppressionKeyFile } from './privacy-keeper';

let folder: string;
/** Not made yet. */
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leadlight-keeper-'));
  dataDir = join(folder, 'deep', 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const keeper = (given?: string) => privacyKeeper({ DATA_DIR: dataDir, SUPPRESSION_KEY: given });
const entry = (at: number): LedgerEntry => ({
  ...{ at, request: 'erased', organizationId: 'org', subject: 's', marks: [{ digest: 'd', kind: 'member' }] },
});
const modeOf = (name: string) => statSync(join(dataDir, name)).mode & 0o777;

test('a key is made once, when it is needed, and is that of the next process', () => {
  const first = keeper();
  expect(first.key()).toBeUndefined();
  expect(existsSync(join(dataDir, suppressionKeyFile))).toBe(false);
  const { fingerprint } = first.makeKey();
  expect([first.key()?.fingerprint, first.makeKey().fingerprint]).toEqual([fingerprint, fingerprint]);
  expect([keeper().key()?.fingerprint, keeper().makeKey().fingerprint]).toEqual([fingerprint, fingerprint]);
  expect(modeOf(suppressionKeyFile)).toBe(0o600);
});

test('a key that is set comes before the file, and makes none', () => {
  const given = keeper('a key of at least 32 characters, yes');
  expect(given.key()?.fingerprint).toBe(given.makeKey().fingerprint);
  expect(existsSync(join(dataDir, suppressionKeyFile))).toBe(false);
  const made = keeper().makeKey().fingerprint;
  expect(keeper('a key of at least 32 characters, yes').makeKey().fingerprint).not.toBe(made);
});

test('the ledger has every line that was noted, in order, and none that a crash cut short', () => {
  expect([...keeper().noted()]).toEqual([]);
  keeper().note([]);
  expect(existsSync(dataDir)).toBe(false);
  keeper().note([entry(1), entry(2)]);
  keeper().note([entry(3)]);
  expect([...keeper().noted()].map(({ at }) => at)).toEqual([1, 2, 3]);
  expect([modeOf(ledgerFile), readFileSync(join(dataDir, ledgerFile), 'utf8').split('\n').length]).toEqual([0o600, 4]);
  appendFileSync(join(dataDir, ledgerFile), '{"at":4,"request":"era\n{"at":5,"request":"eaten"}\n');
  keeper().note([entry(6)]);
  expect([...keeper().noted()].map(({ at }) => at)).toEqual([1, 2, 3, 6]);
  expect([...keeper().noted()][0]).toEqual(entry(1));
});

test('a file that holds no key is not taken for one', () => {
  keeper().note([entry(1)]);
  writeFileSync(join(dataDir, suppressionKeyFile), 'short');
  expect(keeper().key()).toBeUndefined();
  expect(() => keeper().makeKey()).toThrow(/suppression-key/);
});
