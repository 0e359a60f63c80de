import { Injectable } from '@nestjs/common';
import { OPEN_METRICS_TYPE, toOpenMetrics, wantsOpenMetrics } from '@palisade/tracing';
import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { logLinesLost } from '../logging/log-output.ts';
import { exemplarsOf } from './durations.ts';

/** The service's own registry of Prometheus metrics, with those of the process in it. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    new Counter({
      name: 'palisade_log_lines_lost_total',
      help: 'Lines of the process’s own log that could not be written',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(logLinesLost());
      },
    });
  }

  /** For scrapers that ask for OpenMetrics, with exemplars. */
  async expose(accept: string | undefined): Promise<{ text: string; contentType: string }> {
    const { registry } = this;
    const text = await registry.metrics();
    return wantsOpenMetrics(accept)
      ? { text: toOpenMetrics(text, exemplarsOf(registry)), contentType: OPEN_METRICS_TYPE }
      : { text, contentType: registry.contentType };
  }
}
