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

/** What becomes of attempts, so that nobody has to look for a server that takes no mails any more. */
@Injectable()
export class DeliveryMetricsService {
  private readonly attempts: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.attempts = new Counter({
      name: 'palisade_mail_attempts_total',
      help: 'Attempts to have a mail taken by a server, by what became of them',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // Prometheus sees how much a series has grown, and not that it began.
    for (const outcome of Object.keys(OUTCOMES)) this.attempts.inc({ outcome }, 0);
  }

  count({ kind }: Outcome): void {
    this.attempts.inc({ outcome: kind });
  }
}
