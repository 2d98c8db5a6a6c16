import { readTraceParent } from './trace-context';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a traceparent names trace, span and whether it is kept', () => {
  expect(readTraceParent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: true });
  expect(readTraceParent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, sampled: false });
  // A later version may say more.
  expect(readTraceParent(`cc-${traceId}-${spanId}-01-what-comes`)).toEqual({ traceId, spanId, sampled: true });
});

test.each([
  ['nothing', undefined],
  ['no text', { traceparent: 1 }],
  ['the version that never is', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-x`],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['large letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['too long', `cc-${traceId}-${spanId}-01-${'x'.repeat(200)}`],
  ['a line break', `00-${traceId}-${spanId}-01\n`],
  ['two', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
])('%s is none', (_what, text) => {
  expect(readTraceParent(text)).toBeUndefined();
});
