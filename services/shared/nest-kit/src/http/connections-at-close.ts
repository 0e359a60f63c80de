import type { FastifyInstance } from 'fastify';

/** What is still being answered has so long; then a stop goes on without it. Containers are killed after ten seconds. */
const TIMEOUT_MS = 5_000;

/**
 * Lets a service end whatever its clients do. A closing server waits for its connections: those that fall idle later are
 * told nothing and stay for the whole keep-alive time, and those that somebody downloads from without reading, for ever.
 */
export function endConnectionsAtClose(instance: FastifyInstance, timeoutMs = TIMEOUT_MS): void {
  const { server } = instance;
  let isClosing = false;
  instance.addHook('preClose', (done) => {
    isClosing = true;
    const giveUp = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.once('close', () => clearTimeout(giveUp));
    done();
  });
  server.on('request', (_request, response) => {
    response.once('close', () => {
      // Node itself makes the connection idle after the response's own listeners.
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
}
