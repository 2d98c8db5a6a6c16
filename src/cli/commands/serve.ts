import { command } from '../command';
import { untilSignal } from '../until-signal';

/** Milliseconds that the process may take to end by itself. */
const lingerMs = 1_000;

export const serve = command({
  name: 'serve',
  summary: 'Run the service: REST, MCP, authorization server and consent page on one port.',
  details:
    'Logs JSON lines to standard output. SIGTERM stops it after SHUTDOWN_DELAY_MS, in which /readyz is 503 and requests are ' +
    'answered; SIGINT at once. What has arrived is answered, within 10 seconds. A second signal ends it there. Needs a current schema (`leadlight migrate`).',
  examples: ['serve', 'serve   # with PORT=8080 PUBLIC_URL=https://leads.example.com in the environment'],
  async run(context) {
    const service = await context.startService(context.settings);
    context.terminal.err(`Leadlight serves ${service.url}`);
    if ((await untilSignal()) === 'SIGTERM') await service.drain(context.settings.SHUTDOWN_DELAY_MS);
    await service.stop();
    // What could not be ended by then (a connection to a database that hangs) does not hold the process.
    setTimeout(() => process.exit(), lingerMs).unref();
    return { data: { url: service.url, stopped: true }, lines: [] };
  },
});
