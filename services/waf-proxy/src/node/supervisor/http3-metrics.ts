import { Counter, Gauge, type Registry } from 'prom-client';
import type { Http3Counts } from './http3-counts.ts';
import type { Http3Front } from './http3-front.ts';

type Help = Partial<Record<keyof Http3Counts, { name: string; help: string }>>;

const GAUGES: Help = {
  connections: { name: 'connections', help: 'QUIC connections, handshakes included' },
  streams: { name: 'streams', help: 'Requests of HTTP/3 under way' },
  memoryBytes: { name: 'memory_bytes', help: 'Memory of the HTTP/3 front' },
};

const COUNTERS: Help = {
  handshakes: { name: 'handshakes_total', help: 'QUIC handshakes that were begun' },
  handshakesFailed: { name: 'handshakes_failed_total', help: 'QUIC handshakes that did not come to an end' },
  retries: { name: 'retries_total', help: 'Clients that had to prove their address first (Retry)' },
  refused: { name: 'connections_refused_total', help: 'QUIC connections for which there was no room' },
  shed: { name: 'connections_shed_total', help: 'QUIC connections that were ended for want of memory' },
  requests: { name: 'requests_total', help: 'Requests of HTTP/3' },
  requestsBroken: { name: 'requests_broken_total', help: 'Requests of HTTP/3 whose stream was reset' },
  migrations: { name: 'migrations_total', help: 'QUIC connections that went on from another address' },
};

/** Metrics of the HTTP/3 front, beside those of the workers. */
export function registerHttp3(registry: Registry, front: Http3Front): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `palisade_edge_http3_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name: `palisade_edge_http3_${name}`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  gauge('healthy', '1: HTTP/3 is listened for, and offered to clients', () => {
    return front.state.isHealthy ? 1 : 0;
  });
  counter('restarts_total', 'HTTP/3 fronts that ended unasked', () => front.state.restarts);
  for (const [count, { name, help }] of Object.entries(GAUGES))
    gauge(name, help, () => front.count(count as keyof Http3Counts, false));
  for (const [count, { name, help }] of Object.entries(COUNTERS))
    counter(name, help, () => front.count(count as keyof Http3Counts, true));
}
