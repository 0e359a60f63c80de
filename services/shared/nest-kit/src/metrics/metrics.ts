import { Injectable } from '@nestjs/common';
import { OPEN_METRICS_TYPE, toOpenMetrics, wantsOpenMetrics } from '@palisade/tracing';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { exemplarsOf } from './durations.ts';

/** The service's own registry of Prometheus metrics, with those of the process in it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** For whoever asks for OpenMetrics, with exemplars. */
  async expose(accept: string | undefined): Promise<{ text: string; contentType: string }> {
    const { registry } = this;
    const text = await registry.metrics();
    return wantsOpenMetrics(accept)
      ? { text: toOpenMetrics(text, exemplarsOf(registry)), contentType: OPEN_METRICS_TYPE }
      : { text, contentType: registry.contentType };
  }
}
