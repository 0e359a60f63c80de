import { createServer, type Server } from 'node:http';
import type { Problem } from '../errors/problem.ts';

/** Lets the service itself listen. */
export type StopStartupServer = () => Promise<void>;

const STARTING: Problem = {
  type: 'about:blank',
  title: 'Service Unavailable',
  status: 503,
  detail: 'The service is starting; try again in a moment',
  code: 'service_unavailable',
  request_id: '',
};

/**
 * Answers on the service's port from its first moment on: it lives, and it is not ready. A start waits for the database, for
 * another instance's migrations, and for its own, which take as long as a table has rows. Whoever ends processes that do
 * not answer would end it each time before it is done.
 */
export async function startupServer(port: number, bind: string): Promise<StopStartupServer> {
  const server = createServer((request, response) => {
    const lives = request.url?.split('?')[0] === '/livez';
    response.writeHead(lives ? 200 : 503, {
      'content-type': lives ? 'application/json' : 'application/problem+json',
      'cache-control': 'no-store',
      'retry-after': '2',
      connection: 'close',
    });
    response.end(JSON.stringify(lives ? { status: 'starting' } : STARTING));
  });
  server.maxConnections = 100;
  server.headersTimeout = server.requestTimeout = 5_000;
  server.maxHeadersCount = 100;
  await listening(server, port, bind);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

const listening = (server: Server, port: number, bind: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, bind, () => {
      server.off('error', reject);
      resolve();
    });
  });
