import { mailedLinksStayHere } from '../../../../config/public-address';
import { createLogger } from '../../../http/logging';
import { configuredJobs } from '../../worker/configured';
import { startWorker } from '../../worker/worker';
import { command } from '../command';
import { orderFiles, watchErasures } from '../../../privacy/file-erasures';
import { logDamage } from '../../../service/log-damage';
import { answersMs, stopMs } from '../../../service/stopping';
import { endWithin, untilSignal } from '../until-signal';

export const worker = command({
  name: 'worker',
  summary: 'Run the jobs in a separate process: scoring, daily scoring of all people, cleaning up.',
  details:
    'Set RUN_WORKER=false for `leadlight serve` then. Several workers share the work. SIGTERM or SIGINT stops it after ' +
    'the current step, within 9 seconds. Unfinished jobs go on in another worker, or when one starts again.',
  examples: ['worker'],
  async run(context) {
    const db = await context.database();
    const log = createLogger(context.settings);
    logDamage(db, log);
    const onTrouble = (err: unknown) => log.warn({ err }, 'a file waits for an erasure');
    for (const failure of (await orderFiles(db)).failures) onTrouble(failure);
    const erasing = watchErasures(db, onTrouble);
    const running = startWorker(db, log, {
      concurrency: context.settings.JOB_CONCURRENCY,
      alone: true,
      jobs: configuredJobs(context.settings),
    });
    const warning = mailedLinksStayHere(context.settings);
    if (warning !== undefined) log.warn(warning);
    log.info('worker started');
    await untilSignal();
    await endWithin(stopMs, async () => {
      await Promise.all([running.stop(answersMs(0)), erasing.stop()]);
      log.info('worker stopped');
      log.flush();
    });
    return { data: { stopped: true }, lines: [] };
  },
});
