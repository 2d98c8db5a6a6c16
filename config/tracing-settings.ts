/** Settings of tracing. Names and meanings are those of OpenTelemetry (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). */
import { z } from 'zod';
import type { SettingDefinition } from './definition';
import * as kind from './kinds';

export const tracingDefinitions = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: kind.httpUrl.optional(),
    fallback: undefined,
    allowed: 'an http(s) URL without query, fragment or credentials; default none: nothing is traced',
    purpose: 'Address of an OpenTelemetry collector. Traces go to its /v1/traces (OTLP over HTTP, JSON).',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: z
      .string()
      .regex(/^[\w-]{1,100}=[\x21-\x2b\x2d-\x7e]{1,1000}(?:,[\w-]{1,100}=[\x21-\x2b\x2d-\x7e]{1,1000}){0,9}$/)
      .optional(),
    fallback: undefined,
    secret: true,
    allowed: 'up to 10 pairs such as api-key=secret, separated by commas; default none',
    purpose: 'Headers for the collector, such as its key.',
  },
  OTEL_SERVICE_NAME: {
    schema: kind.label(60),
    fallback: 'leadlight',
    allowed: 'a name of up to 60 characters',
    purpose: 'Name of this service in traces.',
  },
} satisfies Record<string, SettingDefinition>;
