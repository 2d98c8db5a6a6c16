import { openTracing, type TracingSettings } from './open-tracing';

jest.mock('@opentelemetry/sdk-trace-base', () => {
  throw new Error('the packages of OpenTelemetry are loaded');
});

const open = (endpoint: string | undefined) => {
  const settings: TracingSettings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: undefined,
    OTEL_SERVICE_NAME: 'leadlight',
  };
  return openTracing(settings, '1.0.0', { warn: () => undefined });
};

test('control: where traces are sent, the packages of OpenTelemetry are loaded', async () => {
  await expect(open('http://127.0.0.1:4318')).rejects.toThrow('are loaded');
});

test('where no traces are sent, none of them is', async () => {
  await expect(open(undefined)).resolves.toBeUndefined();
});
