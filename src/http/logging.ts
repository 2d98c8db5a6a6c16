/**
 * The log: JSON lines through pino. One line per request is written here rather than by a middleware, so that one place decides
 * what a line may hold. Query strings, headers and bodies never appear, because they carry credentials.
 */
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Settings } from '../../config/settings';
import { standardLog } from './standard-stream';
import type { TracedResponse } from './traced-response';

export type { Logger };

/** Lines are written out in blocks of this many characters: a system call per line would cost more than the line. */
const blockLength = 15 * 1024;

/**
 * Makes the service's log.
 * @param stream where lines go. Default: standard output, in blocks, without ever waiting for it.
 */
export function createLogger(settings: Pick<Settings, 'LOG_LEVEL'>, stream?: DestinationStream): Logger {
  const options = {
    level: settings.LOG_LEVEL,
    base: undefined,
    timestamp,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: describeError },
  };
  if (stream) return pino(options, stream);
  const log = pino(
    options,
    standardLog({
      blockLength,
      onRecovered: (dropped) => log.warn({ dropped }, 'log lines could not be written and were dropped'),
    }),
  );
  return log;
}

/** RFC 3339 with milliseconds. Many requests share a millisecond, and printing a date costs more than comparing two. */
function timestamp(): string {
  const now = Date.now();
  if (now !== printed.at) printed = { at: now, text: `,"time":"${new Date(now).toISOString()}"` };
  return printed.text;
}

let printed = { at: 0, text: '' };

/** An error without the properties that drivers add. Those hold SQL and its parameters. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type } = error;
  const [message, stack] = [
    withoutValues(error.message),
    error.stack === undefined ? undefined : withoutValues(error.stack),
  ];
  return { type, message, stack, ...('code' in error && error.code !== undefined ? { code: error.code } : {}) };
}

/** Removes values: servers quote duplicate keys, and any text may hold a person's address. */
function withoutValues(text: string): string {
  return text
    .replace(/Duplicate entry '.{0,200}?' for key/gs, "Duplicate entry '…' for key")
    .replace(/[^\s'"<>()[\]{},;:=/]+/g, (word) => (/.(?:@|%40)./.test(word) ? '…' : word));
}

/**
 * Writes the line of an answered (or given up) request.
 * @param path template of the requested address.
 */
export function logRequest(log: Logger, res: TracedResponse, path: string, milliseconds: number): void {
  if (!log.isLevelEnabled('info')) return;
  const { req } = res;
  log.info({
    request_id: res.requestId,
    trace_id: res.span?.traceId,
    method: req.method,
    path,
    status: res.headersSent ? res.statusCode : undefined,
    ms: Math.round(milliseconds * 10) / 10,
    // pino leaves undefined fields out of the line.
    caller: res.callerId || undefined,
    organization: res.organizationId || undefined,
    aborted: res.aborted || !res.writableFinished || undefined,
  });
}
