import { makeLink } from '../../../auth/one-time-links';
import { hasOrganizations } from '../../../store/access/organizations';
import { isEmpty, migrateUp } from '../../../store/facade/migrate';
import { command } from '../command';
import { answersMs, notReadyMs, wholeStopMs } from '../../../service/stopping';
import { endWithin, untilSignal } from '../until-signal';

export const serve = command({
  name: 'serve',
  summary: 'Run the service: REST, MCP, authorization server and consent page on one port.',
  details:
    'Logs JSON lines to standard output. SIGTERM stops it after SHUTDOWN_DELAY_MS. Until then /readyz answers 503 and requests are ' +
    'answered. SIGINT stops it without the delay. Requests that have arrived are answered. Stopping takes at most 9 seconds (with a delay above 5 seconds: ' +
    'the delay and 4 more). A second signal ends the process at once. In an empty database it creates the tables and prints an address where the first owner ' +
    'and workspace are created. Otherwise it needs a current schema (`leadlight migrate`).',
  examples: ['serve', 'serve   # with PORT=8080 PUBLIC_URL=https://leads.example.com in the environment'],
  async run(context) {
    const { settings, startService, terminal } = context;
    const db = await context.database({ anySchema: true, create: true });
    if (await isEmpty(db)) await migrateUp(db);
    const service = await startService(settings);
    // A program that reads the next line may stop the service at once.
    const stopped = untilSignal();
    terminal.err(`Leadlight serves ${service.url}`);
    if (!(await hasOrganizations(db))) {
      const address = await makeLink(db, { kind: 'SETUP', createdBy: null }, `${service.url}/app`);
      terminal.err(
        `Nobody has set up this service yet. Open this address within an hour. It works once:\n  ${address}`,
      );
    }
    const signal = await stopped;
    const circumstances = {
      setDelayMs: settings.SHUTDOWN_DELAY_MS,
      host: settings.HOST,
      readinessAskedAgoMs: service.readinessAskedAgo(),
    };
    const delayMs = signal === 'SIGTERM' ? notReadyMs(circumstances) : 0;
    await endWithin(wholeStopMs(delayMs), async () => {
      if (delayMs > 0) await service.drain(delayMs);
      await service.stop(answersMs(delayMs));
    });
    return { data: { url: service.url, stopped: true }, lines: [] };
  },
});
