import { z } from 'zod';

/** The standard variables of OpenTelemetry that decide whether there are spans; its exporter reads further ones itself. */
export const tracingFields = {
  /** Where sampled traces go, by OTLP over HTTP. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().default(''),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().default(''),
  /** Share of requests, 0–1, that begin a sampled trace once there is an endpoint. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
} as const;

/** Null: nothing is traced. */
export function samplingRatio(settings: {
  OTEL_EXPORTER_OTLP_ENDPOINT: string;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}): number | null {
  const isNowhere =
    settings.OTEL_EXPORTER_OTLP_ENDPOINT === '' && settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT === '';
  return isNowhere ? null : settings.OTEL_TRACES_SAMPLER_ARG;
}
