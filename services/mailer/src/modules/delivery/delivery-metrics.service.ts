import { Injectable } from '@nestjs/common';
import { Metrics } from '@palisade/nest-kit';
import { Counter } from 'prom-client';
import type { Outcome } from './outcome.types.ts';

const OUTCOMES = {
  sent: true,
  deferred: true,
  refused: true,
  unknown: true,
  server_failed: true,
} as const satisfies Record<Outcome['kind'], true>;

/** `any`: the first server that accepts the mail; `chosen`: only the one set for a campaign. */
type Servers = 'any' | 'chosen';

/** Counts outcomes of attempts, so that a failing server shows in metrics. */
@Injectable()
export class DeliveryMetricsService {
  private readonly attempts: Counter<'outcome' | 'servers'>;

  constructor({ registry }: Metrics) {
    this.attempts = new Counter({
      name: 'palisade_mail_attempts_total',
      help: 'Attempts to have a mail taken by a server, by what became of them and by which servers they could go',
      labelNames: ['outcome', 'servers'],
      registers: [registry],
    });
    // Prometheus sees how much a series has grown, and not that it appeared: so each begins at 0.
    for (const outcome of Object.keys(OUTCOMES))
      for (const servers of ['any', 'chosen'] satisfies Servers[]) this.attempts.inc({ outcome, servers }, 0);
  }

  count({ kind }: Outcome, servers: Servers): void {
    this.attempts.inc({ outcome: kind, servers });
  }
}
