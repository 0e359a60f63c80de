import type { Metrics } from '@palisade/nest-kit';
import type { FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { isPrivate, peerOf } from './private-addresses.ts';

/** Only those of the installation are named, and of them so many. */
const MAX_NAMED = 10;

/**
 * Neighbours that say for whom they ask and are not believed: everybody who comes by them counts as one address. That is how a
 * proxy looks that is missing in PALISADE_TRUSTED_PROXIES, or has another address since its network was made anew.
 */
export class UnbelievedProxies {
  private readonly counter: Counter<'address'>;
  private readonly named = new Set<string>();

  constructor({ registry }: Metrics) {
    this.counter = new Counter({
      name: 'palisade_unbelieved_proxy_requests_total',
      help: 'Requests with X-Forwarded-For from a private address that is no trusted proxy',
      labelNames: ['address'],
      registers: [registry],
    });
  }

  note(request: Pick<FastifyRequest, 'headers' | 'ip' | 'raw'>): void {
    if (!('x-forwarded-for' in request.headers)) return;
    const address = peerOf(request.raw);
    // Of a proxy that is believed it is the address that it names.
    if (request.ip.replace(/^::ffff:/i, '') !== address || !isPrivate(address)) return;
    if (this.named.size < MAX_NAMED) this.named.add(address);
    this.counter.inc({ address: this.named.has(address) ? address : 'others' });
  }
}
