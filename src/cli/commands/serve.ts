import { command } from '../command';
import { untilSignal } from '../until-signal';

export const serve = command({
  name: 'serve',
  summary: 'Run the service: REST, MCP, authorization server and consent page on one port.',
  details:
    'Logs JSON lines to standard output. SIGTERM or SIGINT stops it: running requests finish, new ones are refused, within ' +
    '10 seconds. Needs a current schema (`leadlight migrate`).',
  examples: ['serve', 'serve   # with PORT=8080 PUBLIC_URL=https://leads.example.com in the environment'],
  async run(context) {
    const service = await context.startService(context.settings);
    context.terminal.err(`Leadlight serves ${service.url}`);
    await untilSignal();
    await service.stop();
    return { data: { url: service.url, stopped: true }, lines: [] };
  },
});
