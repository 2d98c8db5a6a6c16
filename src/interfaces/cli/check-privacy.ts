/** What `doctor` says about erasures and suppressions: the key, leftovers of people, and whether to replay a restored backup. */
import { leftoversIn } from '../../privacy/leftovers';
import { ledgerState } from '../../privacy/replay';
import { findOrganization } from '../../store/access/organizations';
import type { Database } from '../../database/database';
import { unfinishedErasures } from '../../store/privacy/erasure-jobs';
import { keyState } from '../../store/statements/key-check';
import { workspacesWithMarkedPeople } from '../../store/marks/marked-rows';
import { filesWithoutPlace, knownPlaces, waitingPlaces } from '../../store/privacy/file-places';
import { leftScratches } from '../../store/undo/scratch-folders';
import type { Finding } from './checks';
import { waitingWords } from './commands/privacy-machines';
import { count } from './text';
import { keeperOf } from '../../store/statements/keeper';

/** @param now epoch ms. */
export async function checkPrivacy(db: Database, now: number): Promise<Finding[]> {
  const check = 'privacy';
  const problem = (message: string): Finding => ({ check, level: 'problem', message });
  const findings: Finding[] = [];
  const { behind, undeleted, unnoted } = await ledgerState(db);
  if (behind > 0) {
    const people = count(behind, 'request', 'requests');
    findings.push(
      problem(`the ledger has ${people} that the database does not know; run \`leadlight privacy replay\``),
    );
  }
  for (const id of undeleted) {
    findings.push(problem(`workspace ${id} was deleted and exists again; run \`leadlight privacy replay\``));
  }
  if (unnoted > 0) {
    const message = `${count(unnoted, 'mark')} of the database are not in this machine's ledger yet; a worker adds them within the hour`;
    findings.push({ check, level: 'warning', message });
  }
  const unfinished = await unfinishedErasures(db, now);
  if (unfinished > 0) {
    findings.push(
      problem(
        `${count(unfinished, 'erasure')} did not finish; run \`leadlight worker\`, or see \`leadlight jobs list\``,
      ),
    );
  }
  findings.push(...(await checkFiles(db)));
  const copies = leftScratches(keeperOf(db));
  if (copies.length > 0) {
    const message = `an undo was killed and left ${copies.join(', ')}, which holds data of people; the next start of \`serve\` or \`worker\` removes it`;
    findings.push({ check, level: 'warning', message });
  }
  const state = await keyState(db);
  if (state === 'missing' || state === 'different') {
    const what = state === 'missing' ? 'is missing' : 'is not the one that this database was used with';
    return [
      ...findings,
      problem(
        `SUPPRESSION_KEY ${what}: workspaces with erased or suppressed people store nothing; put the key back (docs/privacy.md)`,
      ),
    ];
  }
  for (const id of await workspacesWithMarkedPeople(db)) {
    const name = (await findOrganization(db, id))?.name ?? id;
    const left = Object.entries(await leftoversIn(db, id));
    const where = left.map(([table, times]) => `${times} in ${table}`).join(', ');
    findings.push(
      left.length > 0
        ? problem(`${name}: people who must not be stored are stored: ${where}; run \`leadlight privacy replay\``)
        : { check, level: 'ok', message: `${name}: no erased or suppressed person is stored` },
    );
  }
  return findings.length > 0 ? findings : [{ check, level: 'ok', message: 'nobody was erased or suppressed' }];
}

/** Files of other machines that wait for an erasure, and files whose machine nobody knows. */
async function checkFiles(db: Database): Promise<Finding[]> {
  const check = 'privacy';
  const findings = (await waitingPlaces(db)).map((place): Finding => ({
    check,
    level: 'problem',
    message: `${waitingWords(place)}; \`leadlight privacy machines\` gives up one whose disk is destroyed`,
  }));
  const shared = (await knownPlaces(db)).filter((place) => place.shared);
  if (shared.length > 1) {
    const where = shared.map(({ name, folder }) => `${folder} on ${name}`).join(', ');
    findings.push({ check, level: 'warning', message: `FILES_DIR is not one folder that all share: ${where}` });
  }
  const unknown = db.dialect === 'sqlite' ? 0 : await filesWithoutPlace(db);
  if (unknown > 0) {
    const message = `an older release noted ${count(unknown, 'file')} without its machine; a start of this release on that machine notes it`;
    findings.push({ check, level: 'warning', message });
  }
  return findings;
}
