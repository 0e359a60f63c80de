import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type CachingEdge, response, startCachingEdge } from '../../test-support/caching-edge.ts';
import type { RawAnswer } from '../../test-support/raw-client.ts';

const HTML = 'Content-Type: text/html';
const DECODE = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
/** One that is compressed on the worker's thread with every coding, one that goes to other threads with some. */
const PAGES = [4_096, 30_000].map((bytes) =>
  '<p>An article of the shop, number 17.</p>\n'.repeat(800).slice(0, bytes),
);
const [PAGE] = PAGES as [string, string];

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function compressing(answer: Parameters<typeof startCachingEdge>[0]): Promise<CachingEdge> {
  const started = await startCachingEdge(answer, (config) => {
    config.delivery!.compression = true;
    config.policy!.caching = false;
  });
  stops.push(started.stop);
  return started;
}

/** Coded, with a length that is right, and nothing in it that names the origin's bytes. */
function expectCoded(answer: RawAnswer, coding: keyof typeof DECODE, page: string): void {
  expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding' });
  expect(answer.headers['transfer-encoding']).toBeUndefined();
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  expect(answer.body.length).toBeLessThan(page.length / 4);
  expect(DECODE[coding](Buffer.from(answer.body, 'latin1')).toString('latin1')).toBe(page);
}

const chunked = (pieces: readonly string[], trailers = '') =>
  `HTTP/1.1 200 OK\r\n${HTML}\r\nTransfer-Encoding: chunked\r\n\r\n${pieces
    .map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)
    .join('')}0\r\n${trailers}\r\n`;

describe('a small page', () => {
  it.each(['br', 'zstd', 'gzip'] as const)('is one %s answer with its length', async (coding) => {
    const { get, edge } = await compressing(({ head }) =>
      response(PAGES[head.includes('/long') ? 1 : 0]!, HTML, 'ETag: "v1"', 'Content-MD5: x'),
    );
    for (const [path, page] of [
      ['/short', PAGES[0]!],
      ['/long', PAGES[1]!],
    ] as const) {
      const answer = await get(path, `Accept-Encoding: ${coding}`);
      expectCoded(answer, coding, page);
      expect(answer.headers.etag).toBe('W/"v1"');
      expect(answer.headers['content-md5']).toBeUndefined();
    }
    expect(edge.worker.edge.pools.compressors.state.used).toBe(0);
  });

  it('is so too where the origin sends it in chunks, or its parts one after the other', async () => {
    const { get } = await compressing(({ head }, socket) => {
      if (head.includes('/chunks')) return chunked([PAGE.slice(0, 1_000), PAGE.slice(1_000)]);
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${PAGE.length}\r\n\r\n`);
      setTimeout(() => socket.write(PAGE.slice(0, 1_000)), 20);
      setTimeout(() => socket.write(PAGE.slice(1_000)), 40);
      return null;
    });
    for (const path of ['/chunks', '/parts']) {
      expectCoded(await get(path, 'Accept-Encoding: zstd'), 'zstd', PAGE);
    }
  });

  it('is an error rather than half a page where the origin breaks off', async () => {
    const { get } = await compressing((_request, socket) => {
      socket.end(
        `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE.slice(0, 1_000)}`,
      );
      return null;
    });
    const answer = await get('/', 'Accept-Encoding: gzip');
    expect(answer.status).toBe(502);
    expect(answer.body).not.toContain(PAGE.slice(0, 100));
  });

  it('keeps its trailers', async () => {
    const { get } = await compressing(() => chunked([PAGE], 'X-Sum: 5\r\n'));
    const answer = await get('/', 'Accept-Encoding: gzip');
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' });
    expect(answer.headers['content-length']).toBeUndefined();
    expect(answer.body).toMatch(/\r\n0\r\nX-Sum: 5\r\n\r\n$/);
  });

  it('stays as it is where coding does not make it smaller, or is forbidden', async () => {
    const noise = randomBytes(2_000).toString('latin1');
    const { get } = await compressing(({ head }) => {
      if (head.includes('/noise')) {
        return `HTTP/1.1 200 OK\r\n${HTML}\r\nETag: "v1"\r\nContent-Length: ${noise.length}\r\n\r\n${noise}`;
      }
      if (head.includes('/part')) {
        return `HTTP/1.1 206 Partial Content\r\n${HTML}\r\nContent-Range: bytes 0-${PAGE.length - 1}/99999\r\nContent-Length: ${PAGE.length}\r\n\r\n${PAGE}`;
      }
      return head.includes('/events')
        ? response(PAGE, 'Content-Type: text/event-stream')
        : response(PAGE, HTML, 'Cache-Control: no-transform');
    });
    for (const path of ['/part', '/events', '/as-it-is', '/noise']) {
      const answer = await get(path, 'Accept-Encoding: gzip, br, zstd');
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
      expect(answer.body).toBe(path === '/noise' ? noise : PAGE);
      if (path === '/noise') expect(answer.headers).toMatchObject({ etag: '"v1"', vary: 'Accept-Encoding' });
    }
  });
});
