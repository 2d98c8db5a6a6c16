/** Keeps this machine's ledger complete, by noting requests that another machine received. */
import { z } from 'zod';
import { define } from '../jobs/definition';
import { completeLedger } from './replay';

export const ledgerJob = define({
  name: 'complete-privacy-ledger',
  lane: 'upkeep',
  input: z.object({}),
  schedule: { pattern: '27 * * * *' },
  keepsDone: false,
  async run(context) {
    const added = await completeLedger(context.db);
    if (added > 0) context.log.info({ added }, 'privacy ledger completed');
  },
});
