import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { traceOf } from '../tracing/trace-scope.ts';
import { durationsOf } from './durations.ts';

/** Measures each request of a server. What no route was found for is one route: addresses are the caller's. */
export function watchRequests(server: FastifyInstance, registry: Registry): void {
  const durations = durationsOf(registry, 'http');
  server.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      {
        http_request_method: request.method,
        http_route: request.routeOptions.url ?? '',
        http_response_status_code: String(reply.statusCode),
      },
      reply.elapsedTime,
      // An answer ends outside of the scope of its request.
      traceOf(request),
    );
    done();
  });
}
