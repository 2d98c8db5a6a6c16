/**
 * The suppression key and the privacy ledger as files in DATA_DIR. Only the service can read them, and the database never holds
 * them.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config/settings';
import { SuppressionKey } from '../rules/privacy/key';
import { MasterKeys } from '../rules/privacy/master-key';
import { ledgerEntry, type LedgerEntry } from '../rules/privacy/ledger';
import type { PrivacyKeeper } from '../rules/privacy/keeper';
import { filePlace } from './file-place';
import { generatedSecret, readSecret } from './session-secret';
import { makeFolder } from '../shared/make-folder';

export const suppressionKeyFile = 'suppression-key';
/** The folder of scratch databases while undos run. */
const scratchFolders = 'undo';
export const ledgerFile = 'privacy-ledger.ndjson';

/** @param settings where the files are, and the keys that are set. */
export function privacyKeeper({
  DATA_DIR: dataDir,
  FILES_DIR: filesDir,
  SUPPRESSION_KEY: given,
  MASTER_KEY: master,
  MASTER_KEY_PREVIOUS: former,
}: Pick<Settings, 'DATA_DIR' | 'SUPPRESSION_KEY'> &
  Partial<Pick<Settings, 'FILES_DIR' | 'MASTER_KEY' | 'MASTER_KEY_PREVIOUS'>>): PrivacyKeeper {
  const machine = filePlace(dataDir, false);
  let known: SuppressionKey | undefined;
  const of = (secret: string | undefined) => (secret === undefined ? undefined : new SuppressionKey(secret));
  const path = join(dataDir, ledgerFile);
  return {
    scratch: join(dataDir, scratchFolders),
    ...(master === undefined && former === undefined ? {} : { master: new MasterKeys(master, former) }),
    places: { machine, files: filesDir === undefined ? machine : filePlace(filesDir, true) },
    key: () => (known ??= of(given ?? readSecret(join(dataDir, suppressionKeyFile)))),
    makeKey: () => (known ??= new SuppressionKey(given ?? generatedSecret(dataDir, suppressionKeyFile))),
    note(entries) {
      if (entries.length === 0) return;
      makeFolder(dataDir);
      appendFileSync(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600, flush: true });
    },
    *noted() {
      if (!existsSync(path)) return;
      for (const line of readFileSync(path, 'utf8').split('\n')) {
        const entry = entryIn(line);
        if (entry) yield entry;
      }
    },
  };
}

/** Skips a line that a crash cut short: its request is still in the database and is added again from there. */
function entryIn(line: string): LedgerEntry | undefined {
  try {
    return ledgerEntry.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
