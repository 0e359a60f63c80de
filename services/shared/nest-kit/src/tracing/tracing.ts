import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { SPAN_COUNTERS, type SpanCounts, samplingRatio } from '@palisade/tracing';
import type { SpanExport } from '@palisade/tracing/export';
import { Counter, type Registry } from 'prom-client';
import { useSpanMaker } from './spans.ts';

/** A collector that does not answer costs its spans, not the end of the service. */
const SHUTDOWN_TIMEOUT_MS = 2_000;

/** The service's spans: whether there are any, and that the last ones are sent when it ends. */
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly spans: SpanExport | null) {}

  /** @param settings null: no spans, whatever the environment says */
  static async begin(
    service: string,
    settings: Parameters<typeof samplingRatio>[0] | null,
    registry: Registry,
  ): Promise<Tracing> {
    const ratio = settings && samplingRatio(settings);
    if (ratio === null) {
      countSpans(registry, { exported: 0, failed: 0, dropped: 0 });
      return new Tracing(null);
    }
    const [{ beginExport }, { otelSpans }] = await Promise.all([
      import('@palisade/tracing/export'),
      import('./otel-spans.ts'),
    ]);
    const spans = beginExport(`palisade-${service}`, `${hostname()}:${process.pid}`);
    countSpans(registry, spans.counts);
    useSpanMaker(otelSpans(spans, ratio));
    return new Tracing(spans);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.spans === null) return;
    useSpanMaker(null);
    // Spans that could not be sent count as failed.
    const sent = this.spans.shutdown().catch(() => undefined);
    await Promise.race([sent, sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

function countSpans(registry: Registry, counts: Readonly<SpanCounts>): void {
  new Counter({
    ...SPAN_COUNTERS,
    labelNames: ['result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [result, count] of Object.entries(counts)) this.inc({ result }, count);
    },
  });
}
