/** What an assistant in the cloud needs of PUBLIC_URL and the proxy before it: scheme, certificate, paths, clocks, time, buffering. */
import { isRecord } from '../../../shared/records';
import { ask, StepFailed } from './site';
import type { StepResult } from './replay';

/** Assistants in the cloud reach https alone. */
const loopback = /^(localhost|127\.|\[::1\])/;
/** Longest difference of clocks that tokens survive. */
const clockToleranceMs = 60_000;
/** An answer that takes longer makes assistants give up on the service now and then. */
const slowMs = 3_000;

/**
 * @param publicUrl PUBLIC_URL without a final slash.
 * @param patienceMs how long an answer to half a request may take.
 */
export async function checkPublicAddress(
  publicUrl: string,
  tell: (step: StepResult) => void,
  patienceMs = slowMs,
): Promise<void> {
  const line = { assistant: 'any', by: 'PUBLIC_URL' };
  const url = new URL(publicUrl);
  const path = url.pathname.replace(/\/$/, '');
  const secure = url.protocol === 'https:';
  const schemeDetail = secure
    ? 'https'
    : loopback.test(url.hostname)
      ? 'http on this computer: assistants on it can connect, those on the web cannot'
      : 'http: assistants on the web refuse it, and those on people’s computers warn';
  tell({ ...line, step: 'scheme', ok: secure || loopback.test(url.hostname), detail: schemeDetail });
  // A proxy must pass each of these (docs/connect.md).
  const documents = [
    `${url.origin}/.well-known/oauth-protected-resource${path}/api/v1/mcp`,
    `${url.origin}/.well-known/oauth-protected-resource${path}/mcp`,
    `${url.origin}/.well-known/oauth-authorization-server${path}/api/v1/mcp/oauth`,
    `${publicUrl}/api/v1/mcp/oauth/.well-known/openid-configuration`,
    `${publicUrl}/api/v1/mcp/oauth/jwks`,
  ];
  for (const address of documents) {
    const began = performance.now();
    try {
      const answer = await ask(address, { headers: { accept: 'application/json' } });
      const took = Math.round(performance.now() - began);
      const good = answer.status === 200 && isRecord(answer.json);
      const what = good ? `JSON in ${took} ms` : `HTTP ${answer.status}, no JSON: the proxy does not pass this address`;
      tell({ ...line, step: new URL(address).pathname, ok: good && took < slowMs, detail: what });
      if (address === documents[0]) tellClock(line, answer.headers.get('date'), tell);
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      tell({ ...line, step: new URL(address).pathname, ok: false, detail: error.message });
      return;
    }
  }
  await tellBuffering(line, `${publicUrl}/api/v1/mcp`, tell, patienceMs);
}

/**
 * Sends the beginning of a request without a token, which the service refuses at once. A proxy that collects requests passes nothing on,
 * so no answer comes.
 */
async function tellBuffering(
  line: Pick<StepResult, 'assistant' | 'by'>,
  address: string,
  tell: (step: StepResult) => void,
  patienceMs: number,
): Promise<void> {
  const body = new ReadableStream({ start: (half) => half.enqueue(new TextEncoder().encode('{')) });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), patienceMs);
  const answered = await fetch(address, { method: 'POST', headers, body, duplex: 'half', signal: over.signal }).then(
    () => true,
    () => false,
  );
  clearTimeout(timer);
  over.abort();
  const passed = 'requests are passed on as they come';
  const held = 'the proxy holds a request back until it is whole (nginx: proxy_request_buffering off)';
  tell({ ...line, step: 'buffering', ok: answered, detail: answered ? passed : held });
}

function tellClock(
  line: Pick<StepResult, 'assistant' | 'by'>,
  date: string | null,
  tell: (step: StepResult) => void,
): void {
  const off = date === null ? Number.NaN : Math.abs(Date.parse(date) - Date.now());
  if (Number.isNaN(off)) return;
  const detail = `the address and this computer differ by ${Math.round(off / 1000)} s`;
  tell({ ...line, step: 'clock', ok: off <= clockToleranceMs, detail });
}
