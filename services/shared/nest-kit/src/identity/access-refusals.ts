import { Injectable, Logger } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { Counter } from 'prom-client';
import { Metrics } from '../metrics/metrics.ts';
import type { Caller } from './identity.ts';

/** What happens to honest people every day: counted, and no line each. */
const ORDINARY: ReadonlySet<string> = new Set([
  'not_authenticated',
  'token_expired',
  'token_session_ended',
  'reauthentication_required',
]);

/** Maximum log lines per code and minute; further ones are counted, and reported with the first of the next minute. */
const LINES_PER_MINUTE = 20;

export interface Refusal {
  /** Stable, such as `admin_required`; as in the answer. */
  code: string;
  /** The route's or method's own pattern, never the address as it was written: that may hold anything. */
  route: string;
  caller: Caller | null;
  /** Address of the connection's peer. */
  peer: string;
  /** Why an internal token was not believed. */
  reason?: string;
}

/** Refused calls, for monitoring: a counter, and a bounded number of log lines. */
@Injectable()
export class AccessRefusals {
  private readonly logger = new Logger(AccessRefusals.name);
  private readonly counter: Counter<'code'>;
  private readonly lines = new Map<string, { minute: number; count: number }>();

  constructor({ registry }: Metrics) {
    this.counter = new Counter({
      name: 'palisade_access_refused_total',
      help: 'Refused requests and calls, by error code',
      labelNames: ['code'],
      registers: [registry],
    });
  }

  note({ code, route, caller, peer, reason }: Refusal, now = Date.now()): void {
    this.counter.inc({ code });
    if (ORDINARY.has(code)) return;
    const unreported = this.turn(code, Math.floor(now / MINUTE_MS));
    if (unreported === null) return;
    this.logger.warn(
      {
        code,
        route,
        peer,
        ...fieldsOf(caller),
        ...(reason && { reason }),
        ...(unreported > 0 && { unreported }),
      },
      'access refused',
    );
  }

  /** How many before this one had no line; null: neither has this one. Codes are our own, so there are few. */
  private turn(code: string, minute: number): number | null {
    const before = this.lines.get(code);
    if (before === undefined || before.minute !== minute) {
      this.lines.set(code, { minute, count: 1 });
      return Math.max(0, (before?.count ?? 0) - LINES_PER_MINUTE);
    }
    before.count++;
    return before.count <= LINES_PER_MINUTE ? 0 : null;
  }
}

function fieldsOf(caller: Caller | null): Record<string, string> {
  switch (caller?.kind) {
    case undefined:
      return {};
    case 'service':
      return { caller: caller.service };
    case 'anonymous':
      return { caller: 'anonymous', client_address: caller.clientAddress };
    case 'user':
      return {
        caller: caller.scopes.length > 0 ? 'api_key' : 'session',
        user_id: caller.userId,
        client_address: caller.clientAddress,
      };
  }
}
