import { exchange, open } from '../../test-support/steady-load.ts';
import { hostOf } from './sites.ts';

/** As if a visitor of its own asked for each site: one who asks for thousands is refused. */
const requestTo = (index: number) =>
  `GET / HTTP/1.1\r\nHost: ${hostOf(index)}\r\nX-Forwarded-For: 10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}\r\n\r\n`;

/**
 * Milliseconds of one request to each of these sites, one after another, in ascending order. Every fourth goes over a new
 * connection, so that all workers are asked.
 */
export async function firstRequests(port: number, indexes: readonly number[]): Promise<number[]> {
  const times: number[] = [];
  let socket = await open(port);
  for (const [nth, index] of indexes.entries()) {
    if (nth % 4 === 3) {
      socket.destroy();
      socket = await open(port);
    }
    const begunAt = performance.now();
    const { text } = await exchange(socket, requestTo(index));
    times.push(performance.now() - begunAt);
    if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`site ${index}: ${text.slice(0, 60)}`);
  }
  socket.destroy();
  return times.sort((a, b) => a - b);
}

/** Asks for all of these sites on all workers, over several connections at once. */
export async function heat(port: number, indexes: readonly number[], connections = 8): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, async (_, own) => {
      const socket = await open(port);
      // Half of the connections ask for each site: which of them a worker has, nobody can choose.
      for (const [nth, index] of indexes.entries()) {
        if (nth % 2 !== own % 2) continue;
        const { text } = await exchange(socket, requestTo(index));
        if (!text.startsWith('HTTP/1.1 200 ')) throw new Error(`site ${index}: ${text.slice(0, 60)}`);
      }
      socket.destroy();
    }),
  );
}
