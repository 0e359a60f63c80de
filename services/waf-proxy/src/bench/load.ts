import { connect } from 'node:net';

export interface LoadResult {
  requests: number;
  errors: number;
  seconds: number;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/**
 * Sends one request over and over, one at a time on each of `connections` keep-alive connections, for `seconds`. Reads
 * only what it must: status and Content-Length.
 */
export function runLoad(
  port: number,
  request: Buffer,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let requests = 0;
  let errors = 0;
  const one = () =>
    new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let pending: Buffer | null = null;
      socket.on('data', (chunk) => {
        const data = pending === null ? chunk : Buffer.concat([pending, chunk]);
        const end = responseEnd(data);
        if (end < 0) {
          pending = data;
          return;
        }
        pending = null;
        requests += 1;
        if (data[9] !== 0x32) errors += 1;
        if (performance.now() >= until) socket.destroy();
        else socket.write(request);
      });
      socket.on('error', () => {
        errors += 1;
      });
      socket.on('close', () => resolve());
      socket.write(request);
    });
  return Promise.all(Array.from({ length: connections }, one)).then(() => ({
    requests,
    errors,
    seconds: (performance.now() - began) / 1_000,
  }));
}

/** Where the response ends, or -1 while it is incomplete. */
function responseEnd(data: Buffer): number {
  const head = data.indexOf(END_OF_HEAD);
  if (head < 0) return -1;
  const length = /content-length: (\d+)/i.exec(data.toString('latin1', 0, head));
  const end = head + 4 + (length === null ? 0 : Number(length[1]));
  return data.length >= end ? end : -1;
}
