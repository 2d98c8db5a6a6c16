/**
 * A model by script, behind the address of the Messages API, so that a program calls a tool without a login at its vendor: it asks
 * for one tool of this service, and ends once it has the answer.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fieldOf } from '../../src/shared/records';

export interface Model {
  readonly url: string;
  /** How many of this service's tools the program offered since the last look, and what the called one answered. */
  look(): { readonly offered: number; readonly answer: string };
  close(): Promise<void>;
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** @param tool the end of the name of the tool to call. */
export async function startModel(tool: string): Promise<Model> {
  let seen = { offered: 0, answer: '' };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked: unknown = body.startsWith('{') ? JSON.parse(body) : {};
      const names = asList(fieldOf(asked, 'tools')).map((one) => String(fieldOf(one, 'name')));
      const offered = names.filter((name) => name.includes('svc_')).length;
      const answer = answerIn(asked);
      seen = { offered: Math.max(seen.offered, offered), answer: answer ?? seen.answer };
      const called = answer === undefined ? names.find((name) => name.endsWith(tool)) : undefined;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of reply(called)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    look() {
      const looked = seen;
      seen = { offered: 0, answer: '' };
      return looked;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a tool answered, from the last message of a request. */
function answerIn(asked: unknown): string | undefined {
  const parts = asList(fieldOf(asList(fieldOf(asked, 'messages')).at(-1), 'content'));
  const result = parts.find((part) => fieldOf(part, 'type') === 'tool_result');
  return result === undefined ? undefined : JSON.stringify(fieldOf(result, 'content'));
}

/** The events of an answer: a call of the tool, or its end. */
function reply(tool: string | undefined): readonly { readonly type: string; readonly [member: string]: unknown }[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
  const block =
    tool === undefined ? { type: 'text', text: '' } : { type: 'tool_use', id: 'toolu_1', name: tool, input: {} };
  const delta =
    tool === undefined ? { type: 'text_delta', text: 'done' } : { type: 'input_json_delta', partial_json: '{}' };
  const stop = { stop_reason: tool === undefined ? 'end_turn' : 'tool_use', stop_sequence: null };
  return [
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage },
    { type: 'message_stop' },
  ];
}
