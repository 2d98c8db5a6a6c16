/** W3C Trace Context: the place of a caller's work in its trace, as `traceparent` says it (https://www.w3.org/TR/trace-context/). */

export interface TraceParent {
  /** 32 hexadecimal letters. */
  readonly traceId: string;
  /** 16 hexadecimal letters. */
  readonly spanId: string;
  /** Whether the caller keeps its trace. */
  readonly sampled: boolean;
}

/** Later versions may append fields, which are left out; a text of more than 200 letters is none. */
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.{0,140})?$/;

/** @returns undefined for anything that is no `traceparent`: the work then begins a trace of its own. */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = form.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
