/** A real HTTP server that speaks `/chat/completions` as OpenAI and Ollama document it, and answers as it is told. */
import { z } from 'zod';
import { startReceiver, type Answering, type Receiver } from '../../webhooks/support/receiver';

const words = z.strictObject({ type: z.literal('string'), enum: z.array(z.string()) });
/** What a request must be. */
const request = z.strictObject({
  model: z.string(),
  temperature: z.number(),
  messages: z.tuple([
    z.strictObject({ role: z.literal('system'), content: z.string() }),
    z.strictObject({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string(),
      strict: z.literal(true),
      schema: z.strictObject({
        type: z.literal('object'),
        properties: z.union([z.strictObject({ class: words }), z.strictObject({ seniority: words, function: words })]),
        required: z.union([z.tuple([z.literal('class')]), z.tuple([z.literal('seniority'), z.literal('function')])]),
        additionalProperties: z.literal(false),
      }),
    }),
  }),
});
const asked = z.strictObject({ post: z.string().nullable(), comment: z.string() });
const askedTitle = z.strictObject({ title: z.string() });

/** An answer with this text in it. */
export const completes =
  (content: string): Answering =>
  (res) => {
    const body = {
      ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1_764_000_000, model: 'fake' },
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 300, completion_tokens: 8, total_tokens: 308 },
    };
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

export interface FakeModel {
  /** Value of READER_URL. */
  readonly url: string;
  readonly host: string;
  readonly received: Receiver['received'];
  /** What each request asked. */
  asked(): z.infer<typeof asked>[];
  /** The titles that were asked about. */
  titles(): string[];
  /** The class of each comment, by its text; as JSON. */
  reads(classOf: (comment: string) => string, roleOf?: (title: string) => object): void;
  /** Answers otherwise. */
  answers(answering: Answering): void;
  close(): void;
}

export async function startFakeModel(): Promise<FakeModel> {
  const receiver = await startReceiver();
  const read = (body: string) => {
    const { messages, response_format } = request.parse(JSON.parse(body));
    const content: unknown = JSON.parse(messages[1].content);
    return { content, schema: response_format.json_schema.schema };
  };
  const contents = () => receiver.received.map(({ body }) => read(body).content);
  return {
    url: `http://${receiver.host}/v1`,
    host: receiver.host,
    received: receiver.received,
    asked: () => contents().flatMap((content) => asked.safeParse(content).data ?? []),
    titles: () => contents().flatMap((content) => askedTitle.safeParse(content).data?.title ?? []),
    reads(classOf, roleOf = () => ({ seniority: 'none', function: 'none' })) {
      receiver.answering = (res, req, one) => {
        if (one.path !== '/v1/chat/completions') return void res.writeHead(404).end();
        const { content } = read(one.body);
        const title = askedTitle.safeParse(content).data?.title;
        const said = title === undefined ? { class: classOf(asked.parse(content).comment) } : roleOf(title);
        completes(JSON.stringify(said))(res, req, one);
      };
    },
    answers(answering) {
      receiver.answering = answering;
    },
    close: () => receiver.close(),
  };
}
