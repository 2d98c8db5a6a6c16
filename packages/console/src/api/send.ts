/** Sends a request below `…/app/api/`, and returns the raw answer. */
import { appBase } from '../base';
import { preferredLanguage } from '../language';

export interface Sending {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  /** Bytes of a file, instead of JSON. */
  readonly part?: { readonly bytes: Blob; readonly headers: Readonly<Record<string, string>> };
  readonly signal?: AbortSignal;
  /** Arrives although the page is left or loaded again in the same moment. */
  readonly outlives?: boolean;
}

/** Browsers hold no more than 64 KB for pages that are gone. */
const mostOutliving = 16_000;

export interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  readonly requestId: string | null;
  /** When it was answered, to the second. */
  readonly date?: string | null;
  /** Where an upload goes on, if the answer says so. */
  readonly uploadOffset?: string | null;
}

function headersOf(method: string, part: Sending['part']): Record<string, string> {
  if (part) return { 'Content-Type': 'application/octet-stream', ...part.headers };
  return method === 'POST' ? { 'Content-Type': 'application/json' } : {};
}

/** @throws the error of `fetch` when the server cannot be reached. */
export async function send(
  path: string,
  { method = 'POST', body, part, signal, outlives }: Sending = {},
): Promise<Answered> {
  const json = JSON.stringify(body ?? {});
  const response = await fetch(`${appBase}api/${path}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    // Sentences of the service come in the language of the page.
    headers: { Accept: 'application/json', 'Accept-Language': preferredLanguage(), ...headersOf(method, part) },
    ...(method === 'POST' ? { body: part?.bytes ?? json } : {}),
    keepalive: outlives === true && json.length < mostOutliving,
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return {
    ok: response.ok,
    status: response.status,
    text,
    requestId: response.headers.get('X-Request-Id'),
    date: response.headers.get('Date'),
    uploadOffset: response.headers.get('Upload-Offset'),
  };
}
