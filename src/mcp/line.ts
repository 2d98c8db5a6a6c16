/**
 * The short way for the messages that clients send nearly always. The SDK's HTTP handlers make a transport, a web-standard
 * response and its stream for each message, which costs more than the rest of a call. A line is a prepared server that stays
 * connected: the SDK's protocol still reads, checks and answers the message, and only what surrounds it is done once.
 *
 * A line takes nothing but messages that the SDK's handlers would pass on unchanged (`takes`), and hands back what its server
 * refuses before running it; both then go the long way, so that every refusal is written by the SDK.
 */
import type { IncomingHttpHeaders } from 'node:http';
import {
  PerRequestHTTPServerTransport,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type AuthInfo,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  type MessageExtraInfo,
  type Transport,
} from '@modelcontextprotocol/server';
import { writeResponse } from './result';
import { claimedRevision, statelessRevision } from './revision';
import { buildServer, type Era, type Prepared } from './server';

/** Requests that leave nothing behind in the server that answers them. */
const methods: ReadonlySet<string> = new Set(['tools/call', 'tools/list', 'resources/read']);

/** A response, or undefined when the message was refused before anything ran. */
type Answered = JSONRPCMessage | undefined;

/** Lines that wait for their next message. One serves one message at a time. */
export class Lines {
  private readonly idle: Line[] = [];

  /** @param most idle lines to keep. */
  constructor(
    private readonly prepared: Prepared,
    private readonly era: Era,
    private readonly most = 256,
  ) {}

  /**
   * Whether the SDK's handler would pass this message on as it is: its shape is right, its headers say what its body says.
   * What is refused here is not wrong, only not sure.
   */
  takes(headers: IncomingHttpHeaders, message: unknown): message is JSONRPCRequest {
    if (!isJSONRPCRequest(message) || !methods.has(message.method)) return false;
    return this.era === 'stateless' ? this.agrees(headers, message) : acceptsBoth(headers.accept);
  }

  /** @returns the response as text; undefined when the message has to go the long way. */
  async ask(message: JSONRPCRequest, authInfo: AuthInfo): Promise<string | undefined> {
    const line = this.idle.pop() ?? (await Line.open(this.prepared, this.era));
    const answered = await line.ask(message, authInfo);
    if (this.idle.length < this.most) this.idle.push(line);
    return answered && ('result' in answered ? writeResponse(answered) : JSON.stringify(answered));
  }

  /** The headers that 2026-07-28 wants repeat the body, letter by letter. */
  private agrees(headers: IncomingHttpHeaders, { method, params }: JSONRPCRequest): boolean {
    if (headers['mcp-protocol-version'] !== statelessRevision || headers['mcp-method'] !== method) return false;
    if (claimedRevision({ params }) !== statelessRevision) return false;
    const name = headers['mcp-name'];
    if (method === 'tools/call') return name === params?.['name'] && this.prepared.tools.byName.has(String(name));
    // An address may be written in another form in the header.
    return method !== 'resources/read' && name === undefined;
  }
}

/** One prepared server and the transport that it stays connected to. */
class Line {
  private settle: ((answered: Answered) => void) | undefined;

  private constructor(
    private readonly transport: Transport,
    private readonly extra: MessageExtraInfo,
  ) {
    transport.send = (message) => {
      if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) this.settle?.(message);
      return Promise.resolve();
    };
  }

  static async open(prepared: Prepared, era: Era): Promise<Line> {
    // The SDK binds a server to 2026-07-28 by the kind of transport it is connected to.
    const classification: MessageClassification = { era: 'modern', revision: statelessRevision };
    const line =
      era === 'stateless'
        ? new Line(new PerRequestHTTPServerTransport({ classification }), { classification })
        : new Line(plainTransport(), {});
    await buildServer(prepared, era).connect(line.transport);
    return line;
  }

  ask(message: JSONRPCRequest, authInfo: AuthInfo): Promise<Answered> {
    return new Promise((resolve) => {
      // The server refuses within this call, and runs handlers only after it: a refusal has run nothing.
      this.settle = () => resolve(undefined);
      this.transport.onmessage?.(message, { ...this.extra, authInfo });
      this.settle = resolve;
    });
  }
}

function plainTransport(): Transport {
  const nothing = () => Promise.resolve();
  return { start: nothing, send: nothing, close: nothing };
}

/** As the specification demands of every client, and the SDK's transport of every request. */
function acceptsBoth(accept: string | undefined): boolean {
  return accept?.includes('application/json') === true && accept.includes('text/event-stream');
}
