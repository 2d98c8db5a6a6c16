/** Commands about webhooks and the messages sent to them. */
import { z } from 'zod';
import { action, query } from '../../../../tools/catalogue';
import { messageStatuses, webhookTypes } from '../../../shared/values';
import { deliveryJobName, deliveryKey } from '../../../store/webhooks/emit';
import { heldKey } from '../../../store/jobs/listing';
import { parameter, type CommandGroup } from '../command';
import { commaList, limitOption, listCommand } from '../list-command';
import { workspaceCommand } from '../workspace-command';
import { workUntilTried } from '../work-here';

const webhookId = parameter('<webhook id>', 'from `webhook list`', z.uuid('is not an id').toLowerCase());

const typeList = z
  .string()
  .transform(commaList)
  .pipe(z.array(z.enum(webhookTypes, `must be a comma-separated list of: ${webhookTypes.join(', ')}`)));

const add = workspaceCommand({
  name: 'add',
  summary: 'Send messages about events to an address. Prints the secret that signs them, once.',
  details: `Types: ${webhookTypes.join(', ')}. docs/webhooks.md says what each holds and how to verify it.`,
  arguments: {
    url: parameter('<url>', 'an https address, or any if WEBHOOK_ALLOWED_HOSTS lists its host', z.string()),
  },
  options: {
    types: parameter('--types <types>', 'types of messages, comma-separated; default all', typeList.optional()),
  },
  examples: ['webhook add https://hooks.example.com/leadlight --types leads.changed,lead.deleted'],
  async run({ organizationId, workspace }, { url }, options) {
    const { data } = await action.createWebhook.act(workspace, { url, types: options.types ?? [...webhookTypes] });
    return {
      data: { organizationId, ...data },
      lines: [
        `Webhook ${data.id}`,
        `  ${data.types.join(', ')}`,
        `  secret ${data.secret}`,
        '  It is not shown again.',
      ],
    };
  },
});

const list = listCommand({
  name: 'list',
  summary: 'List the webhooks of a workspace, and why one was disabled.',
  examples: ['webhook list --json'],
  query: query.listWebhooks,
  input: () => ({ limit: 100 }),
  rows: 'webhooks',
  columns: {
    ID: 'id',
    STATUS: 'status',
    SINCE: 'disabledAt',
    WHY: 'disabledReason',
    ADDRESS: 'url',
    TYPES: 'types',
  },
});

const change = workspaceCommand({
  name: 'change',
  summary: 'Change the address or the types of a webhook. The secret stays. Waiting messages go to the new address.',
  arguments: { id: webhookId },
  options: {
    url: parameter(
      '--url <url>',
      'an https address, or any if WEBHOOK_ALLOWED_HOSTS lists its host',
      z.string().optional(),
    ),
    types: parameter('--types <types>', 'new types of messages, comma-separated', typeList.optional()),
  },
  examples: ['webhook change 0198c0de-0000-7000-8000-000000000000 --types leads.changed'],
  async run({ organizationId, workspace }, { id }, { url, types }) {
    const wanted = { ...(url === undefined ? {} : { url }), ...(types === undefined ? {} : { types }) };
    const { data } = await action.changeWebhook.act(workspace, { id, ...wanted });
    return { data: { organizationId, ...data }, lines: [`Webhook ${id} to ${data.url}`, `  ${data.types.join(', ')}`] };
  },
});

const remove = workspaceCommand({
  name: 'remove',
  summary: 'Remove a webhook with its waiting messages and its log.',
  arguments: { id: webhookId },
  examples: ['webhook remove 0198c0de-0000-7000-8000-000000000000'],
  async run({ workspace }, { id }) {
    await action.deleteWebhook.act(workspace, { id });
    return { data: { id, removed: true }, lines: [`Removed webhook ${id}`] };
  },
});

const rotate = workspaceCommand({
  name: 'rotate',
  summary: 'Give a webhook a new secret. For a day messages carry signatures of both secrets.',
  arguments: { id: webhookId },
  examples: ['webhook rotate 0198c0de-0000-7000-8000-000000000000'],
  async run({ organizationId, workspace }, { id }) {
    const { data } = await action.rotateWebhookSecret.act(workspace, { id });
    return {
      data: { organizationId, ...data },
      lines: [`secret ${data.secret}`, 'It is not shown again. The former secret also signs for 24 hours.'],
    };
  },
});

const delivery = z.looseObject({
  id: z.string(),
  status: z.string(),
  attempts: z.number(),
  lastStatus: z.number().nullable(),
  lastError: z.string().nullable(),
});

const test = workspaceCommand({
  name: 'test',
  summary: 'Send a test message to a webhook and show the answer.',
  arguments: { id: webhookId },
  options: {
    wait: parameter('--no-wait', 'only queue the message, for a service or worker', z.boolean().default(true)),
  },
  examples: ['webhook test 0198c0de-0000-7000-8000-000000000000'],
  async run({ db, organizationId, workspace }, { id }, options, context) {
    const { data } = await action.testWebhook.act(workspace, { id });
    if (!options.wait) return { data: { organizationId, message: data }, lines: [`${data.id} is queued.`] };
    const deliveries = async () => {
      const answer = await query.listWebhookDeliveries.ask(workspace, { id, limit: 20 });
      return z
        .array(delivery)
        .parse(answer['data'])
        .find((one) => one.id === data.id);
    };
    await workUntilTried(context, db, organizationId, deliveryJobName, async () => {
      const message = await deliveries();
      // The test message waits behind a message that cannot be delivered.
      const waits = (await heldKey(db, deliveryKey(organizationId, id)))?.status === 'waiting';
      return !message || message.attempts > 0 || waits;
    });
    const message = await deliveries();
    const said = message?.lastStatus === null ? message.lastError : `status ${message?.lastStatus ?? '-'}`;
    const lines = [
      message?.attempts === 0
        ? `${data.id} waits: an earlier message is not delivered yet (\`webhook deliveries ${id}\`).`
        : `${data.id} ${message?.status ?? 'gone'}: ${said ?? 'no answer'}`,
    ];
    const delivered = message?.status === 'DELIVERED';
    return { data: { organizationId, message: message ?? data }, lines, exit: delivered ? 'ok' : 'failed' };
  },
});

const pause = workspaceCommand({
  name: 'pause',
  summary: 'Pause a webhook. Its messages wait until it is resumed.',
  arguments: { id: webhookId },
  examples: ['webhook pause 0198c0de-0000-7000-8000-000000000000'],
  async run({ organizationId, workspace }, { id }) {
    const { data } = await action.pauseWebhook.act(workspace, { id });
    return { data: { organizationId, ...data }, lines: [`Webhook ${id} is ${data.status}`] };
  },
});

const resume = workspaceCommand({
  name: 'resume',
  summary: 'Resume a paused or disabled webhook.',
  arguments: { id: webhookId },
  examples: ['webhook resume 0198c0de-0000-7000-8000-000000000000'],
  async run({ organizationId, workspace }, { id }) {
    const { data } = await action.resumeWebhook.act(workspace, { id });
    return { data: { organizationId, ...data }, lines: [`Webhook ${id} is ${data.status}`] };
  },
});

const deliveries = listCommand({
  name: 'deliveries',
  summary: 'List the messages of a webhook, newest first, with the answers to them.',
  arguments: { id: webhookId },
  options: {
    status: parameter(
      '--status <status>',
      `only ${messageStatuses.join(', ')}`,
      z.enum(messageStatuses, `must be one of ${messageStatuses.join(', ')}`).optional(),
    ),
    limit: limitOption(100, 50),
  },
  examples: ['webhook deliveries 0198c0de-0000-7000-8000-000000000000 --status FAILED'],
  query: query.listWebhookDeliveries,
  input: ({ id, status, limit }) => ({ id, limit, ...(status === undefined ? {} : { status }) }),
  rows: 'deliveries',
  columns: {
    ID: 'id',
    TYPE: 'type',
    STATUS: 'status',
    ATTEMPTS: 'attempts',
    QUEUED: 'createdAt',
    NEXT: 'dueAt',
    ANSWER: 'lastStatus',
    ERROR: 'lastError',
  },
});

const replay = workspaceCommand({
  name: 'replay',
  summary: 'Send one message of a webhook again or, with --since, all failed messages from that date on.',
  arguments: {
    id: webhookId,
    message: parameter('[message id]', 'from `webhook deliveries`', z.string().optional()),
  },
  options: {
    since: parameter('--since <date>', 'YYYY-MM-DD or RFC 3339', z.string().optional()),
  },
  examples: [
    'webhook replay 0198c0de-0000-7000-8000-000000000000 --since 2026-11-20',
    'webhook replay 0198c0de-0000-7000-8000-000000000000 msg_0198c0de-0000-7000-8000-000000000001',
  ],
  async run({ organizationId, workspace }, { id, message }, { since }) {
    const what = {
      ...(message === undefined ? {} : { messageId: message }),
      ...(since === undefined ? {} : { since }),
    };
    const { data } = await action.replayWebhook.act(workspace, { id, ...what });
    return { data: { organizationId, ...data }, lines: [`${data.replayed} messages are queued again`] };
  },
});

export const webhook: CommandGroup = {
  name: 'webhook',
  summary: 'Webhooks: messages about events to other systems (docs/webhooks.md).',
  commands: [add, list, change, remove, rotate, test, pause, resume, deliveries, replay],
};
