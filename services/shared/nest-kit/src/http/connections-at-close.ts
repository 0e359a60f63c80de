import type { FastifyInstance } from 'fastify';

/** Time for responses in progress before a shutdown continues without them. Containers are killed after ten seconds. */
const TIMEOUT_MS = 5_000;

/**
 * Lets a service shut down whatever its clients do. A closing server waits for its connections: those that become idle
 * later stay for the whole keep-alive time, and those of clients that do not read their download, for ever.
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
