/** The machines that hold files about people, and the erasures that wait for them. */
import { z } from 'zod';
import { forgetPlace, knownPlaces, type WaitingPlace } from '../../../store/privacy/file-places';
import { command, parameter } from '../command';
import { CliError } from '../exit-codes';
import { actAsOperator } from '../operator';
import { count, tableLines } from '../text';

const dateOf = (epochMs: number) => (epochMs === 0 ? 'never' : new Date(epochMs).toISOString());

/** One sentence about a machine whose files wait for an erasure. */
export function waitingWords({ machine, folder, seenAt, erasures, since, error }: WaitingPlace): string {
  const failed = error === null ? '' : `; it failed: ${error}`;
  return (
    `${count(erasures, 'erasure')} of ${dateOf(since)} or later wait for ${machine} (${folder}), last seen ${dateOf(seenAt)}; ` +
    `it works them off before it serves again${failed}`
  );
}

export const machines = command({
  name: 'machines',
  summary: 'List the machines that hold files about people, and what waits for them.',
  details:
    'Uploads, refused rows and copies of an undo are bound to their machine, or to the folder that all share (FILES_DIR). --forget ' +
    'gives up a machine whose disk no longer exists: its files and the erasures that wait for it are no longer known.',
  options: {
    forget: parameter('--forget <id>', 'the id of a machine whose disk is destroyed', z.uuid().optional()),
  },
  examples: ['privacy machines', 'privacy machines --forget 0b8f0c4e-6b1f-4d0c-9a5e-2f6f0a1c7d33'],
  async run(context, _args, { forget }) {
    const db = await context.database();
    if (forget !== undefined) {
      await actAsOperator(db, 'forget_machine', async () => {
        if (!(await forgetPlace(db, forget))) throw new CliError('not_found', `no machine has the id ${forget}`);
        return { answer: undefined, changed: { kind: 'database', id: forget, detail: 'machine forgotten' } };
      });
    }
    const places = await knownPlaces(db);
    const rows = places.map(({ id, name, folder, shared, seenAt, files, erasures }) => [
      id,
      name,
      shared ? `${folder} (shared)` : folder,
      dateOf(seenAt),
      String(files),
      String(erasures),
    ]);
    return {
      data: { machines: places },
      lines: tableLines(['ID', 'MACHINE', 'FOLDER', 'LAST SEEN', 'FILES', 'ERASURES THAT WAIT'], rows),
    };
  },
});
