/**
 * Tracing with OpenTelemetry. Its packages are loaded only when `OTEL_EXPORTER_OTLP_ENDPOINT` is set (contract, section 11). Spans:
 * each request, and each MCP call inside it.
 */
import type { Link, SpanContext } from '@opentelemetry/api';
import type { Settings } from '../../config/settings';
import type { Logger } from '../http/logging';
import type { SpanStart, TraceSpan, Tracing } from '../http/tracing';

export type TracingSettings = Pick<
  Settings,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME'
>;

/** Milliseconds after which a collector that does not answer is given up. */
const timeoutMillis = 5_000;

/** @returns undefined where nothing is traced. */
export async function openTracing(
  settings: TracingSettings,
  version: string,
  log: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = settings;
  if (endpoint === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/(?<!\/)\/+$/, '')}/v1/traces`,
    headers: pairsOf(headers),
    timeoutMillis,
  });
  let failing = false;
  const reporting: InstanceType<typeof sdk.BatchSpanProcessor> = new sdk.BatchSpanProcessor({
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        // Once, not for each batch.
        if (result.error && !failing) log.warn({ why: result.error.message }, 'traces could not be sent');
        failing = result.error !== undefined;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  });
  const resource = resourceFromAttributes({
    'service.name': settings.OTEL_SERVICE_NAME,
    'service.version': version,
  });
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [reporting] });
  const tracer = provider.getTracer('leadlight', version);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const contexts = new WeakMap<TraceSpan, SpanContext>();

  return {
    begin({ kind, name, parent, inside, facts }: SpanStart): TraceSpan {
      const around = inside && contexts.get(inside);
      const remote: SpanContext | undefined = parent && {
        traceId: parent.traceId,
        spanId: parent.spanId,
        traceFlags: parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
        isRemote: true,
      };
      const links: Link[] = remote && around ? [{ context: around }] : [];
      const above = remote ?? around;
      const span = tracer.startSpan(
        name,
        { kind: kind === 'request' ? SpanKind.SERVER : SpanKind.INTERNAL, attributes: { ...facts }, links },
        above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT,
      );
      const { traceId, spanId } = span.spanContext();
      const begun: TraceSpan = {
        traceId,
        spanId,
        end(more, { failed, name: better }) {
          if (better !== undefined) span.updateName(better);
          span.setAttributes({ ...more });
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
      contexts.set(begun, span.spanContext());
      return begun;
    },
    close: () => provider.shutdown(),
  };
}

const pairsOf = (text: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (text ?? '').split(',').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
