/** Writes the answers of this endpoint: one flat list of header names and values, which node sends as it is. */
import type { HeaderTable } from '../http/security-headers';
import type { TracedResponse } from '../http/traced-response';
import { echoedId, refusalBody, type Refusal } from './refusal';

export class Reply {
  private readonly headers: string[];

  constructor(
    private readonly res: TracedResponse,
    fixed: readonly string[],
  ) {
    this.headers = [...fixed, 'X-Request-Id', res.requestId];
  }

  /** Adds headers to whatever will be answered. */
  add(...namesAndValues: readonly string[]): void {
    this.headers.push(...namesAndValues);
  }

  /** @param text the body; empty for none. */
  send(status: number, contentType: string | null, text: string): void {
    if (this.res.headersSent || this.res.destroyed) return;
    if (contentType !== null) this.add('Content-Type', contentType);
    // 204 has no body and says no length (RFC 9110, section 8.6).
    if (status !== 204) this.add('Content-Length', String(Buffer.byteLength(text)));
    this.res.writeHead(status, this.headers);
    this.res.end(text);
  }

  /** @param message what was asked, where it could be read: its id is echoed. */
  refuse(refusal: Refusal, message?: unknown): void {
    for (const [name, value] of Object.entries(refusal.headers ?? {})) this.add(name, value);
    this.send(refusal.status, 'application/json', refusalBody(refusal, echoedId(message), this.res.requestId));
  }
}

/** What every answer carries. */
export function fixedHeaders(security: HeaderTable, variesByOrigin: boolean): readonly string[] {
  return [...security.flat(), 'Cache-Control', 'private, no-store', ...(variesByOrigin ? ['Vary', 'Origin'] : [])];
}
