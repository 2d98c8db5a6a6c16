import { createLogger } from '../../../http/logging';
import { configuredJobs } from '../../worker/configured';
import { startWorker } from '../../worker/worker';
import { command } from '../command';
import { answersMs, stopMs } from '../../../service/stopping';
import { endWithin, untilSignal } from '../until-signal';

export const worker = command({
  name: 'worker',
  summary: 'Run the jobs in a process of its own: scoring what is queued, everybody once a day, cleaning up.',
  details:
    'Set RUN_WORKER=false for `leadlight serve` beside it. Several workers share the work. SIGTERM or SIGINT stops it after ' +
    'the step under way, within 9 seconds; what was not finished goes on elsewhere, or when a worker starts again.',
  examples: ['worker'],
  async run(context) {
    const db = await context.database();
    const log = createLogger(context.settings);
    const running = startWorker(db, log, {
      concurrency: context.settings.JOB_CONCURRENCY,
      alone: true,
      jobs: configuredJobs(context.settings),
    });
    log.info('worker started');
    await untilSignal();
    await endWithin(stopMs, async () => {
      await running.stop(answersMs(0));
      log.info('worker stopped');
      log.flush();
    });
    return { data: { stopped: true }, lines: [] };
  },
});
