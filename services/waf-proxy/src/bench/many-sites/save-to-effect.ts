import type { Socket } from 'node:net';
import type { EdgeConfigPublisher } from '@palisade/edge-state';
import { exchange, open } from '../../test-support/steady-load.ts';
import { hostOf, siteOf } from './sites.ts';

/** Enough that every worker has some of them. */
const CONNECTIONS = 8;
const GIVE_UP_MS = 30_000;

/**
 * Milliseconds from the call that publishes a site's change to the first answer by it, the slowest of all connections, so
 * of all workers.
 */
export async function saveToEffect(
  publisher: EdgeConfigPublisher,
  site: { index: number; version: bigint; originPort: number },
  port: number,
): Promise<number> {
  const request = `GET / HTTP/1.1\r\nHost: ${hostOf(site.index)}\r\n\r\n`;
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => open(port)));
  await untilStatus(sockets, request, 200, GIVE_UP_MS);
  const begunAt = performance.now();
  const effect = untilStatus(sockets, request, 403, GIVE_UP_MS);
  await publisher.publish(siteOf(site.index, site.version, site.originPort, true));
  await effect;
  const took = performance.now() - begunAt;
  for (const socket of sockets) socket.destroy();
  return took;
}

/** Asks on every connection until it is answered so. */
async function untilStatus(
  sockets: readonly Socket[],
  request: string,
  status: number,
  limitMs: number,
): Promise<void> {
  const deadline = performance.now() + limitMs;
  await Promise.all(
    sockets.map(async (socket) => {
      for (;;) {
        const { text } = await exchange(socket, request);
        if (text.startsWith(`HTTP/1.1 ${status} `)) return;
        if (performance.now() > deadline)
          throw new Error(`no answer with ${status}, but ${text.slice(0, 60)}`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }),
  );
}
