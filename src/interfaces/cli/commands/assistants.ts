import { z } from 'zod';
import { listAttempts } from '../../../store/oauth/attempts';
import { command, parameter, type CommandGroup } from '../command';
import { tableLines, timestamp } from '../text';

const attempts = command({
  name: 'attempts',
  summary: 'Show the last attempts of assistants to connect, newest first: the step, and why it was refused.',
  details:
    'The last 200 of seven days, without tokens, codes or addresses of people. Equal attempts in a row are one line. REQUEST is the X-Request-Id, which the log has too.',
  options: {
    limit: parameter('--limit <n>', 'how many, 1 to 200', z.coerce.number().int().min(1).max(200).default(50)),
  },
  examples: ['assistants attempts', 'assistants attempts --limit 200 --json'],
  async run(context, _args, options) {
    const db = await context.database();
    const found = (await listAttempts(db, options.limit)).map((row) => ({
      at: timestamp(row.at),
      times: row.times,
      step: row.step,
      outcome: row.outcome,
      clientId: row.client_id,
      clientName: row.client_name,
      organizationId: row.organization_id === '' ? null : row.organization_id,
      code: row.code,
      reason: row.reason,
      requestId: row.request_id === '' ? null : row.request_id,
    }));
    return {
      data: { attempts: found },
      lines: tableLines(
        ['AT', 'TIMES', 'STEP', 'OUTCOME', 'CLIENT', 'WHY', 'REQUEST'],
        found.map((one) => [
          one.at,
          one.times,
          one.step,
          one.outcome,
          one.clientName ?? one.clientId,
          [one.code, one.reason].filter(Boolean).join(': ') || null,
          one.requestId,
        ]),
      ),
    };
  },
});

export const assistants: CommandGroup = {
  name: 'assistants',
  summary: 'How assistants connect: what they tried, and why it did not work.',
  commands: [attempts],
};
