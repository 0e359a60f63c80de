import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JsonLogger } from './json-logger.ts';

/** Asked every few seconds by those who watch. */
const WATCHED = new Set(['/livez', '/readyz', '/metrics']);
export const isWatched = ({ routeOptions }: FastifyRequest): boolean => WATCHED.has(routeOptions.url ?? '');

/**
 * One line for each request that was answered: the route as it is declared, never the address, which holds what callers
 * write into it, and never who has called.
 */
export function logRequests(server: FastifyInstance, logger: JsonLogger, level: 'log' | 'debug'): void {
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    if (!isWatched(request)) {
      logger[level](
        {
          method: request.method,
          route,
          status: reply.statusCode,
          duration_ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
        'AccessLog',
      );
    }
    done();
  });
}
