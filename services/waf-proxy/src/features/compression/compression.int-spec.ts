import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { brotliDecompressSync, createGunzip, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type CachingEdge, response, startCachingEdge } from '../../test-support/caching-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';

const TEXT = 'A line that repeats itself. '.repeat(400);
const HTML = 'Content-Type: text/html';
const decode = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: (body: Buffer) => body,
};
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function compressing(...[answer, change]: Parameters<typeof startCachingEdge>): Promise<CachingEdge> {
  const started = await startCachingEdge(answer, (config) => {
    config.delivery!.compression = true;
    config.policy!.caching = false;
    change?.(config);
  });
  stops.push(started.stop);
  return started;
}

function dechunk(body: string): string {
  let text = '';
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, lineEnd), 16);
    if (!(size > 0)) return text;
    text += body.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}

function plainOf(answer: { headers: Record<string, string>; body: string }): string {
  const coding = (answer.headers['content-encoding'] ?? 'identity') as keyof typeof decode;
  const body = answer.headers['transfer-encoding'] === 'chunked' ? dechunk(answer.body) : answer.body;
  return decode[coding](Buffer.from(body, 'latin1')).toString('latin1');
}

describe('compression', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *;q=0.1', 'zstd'],
    ['identity, gzip;q=0.5', undefined],
    ['deflate', undefined],
  ])('for "%s" is %s', async (accepted, coding) => {
    const { get } = await compressing(() => response(TEXT, HTML, 'ETag: "v1"', 'Accept-Ranges: bytes'));
    const answer = await get('/', `Accept-Encoding: ${accepted}`);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(plainOf(answer)).toBe(TEXT);
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers.etag).toBe(coding === undefined ? '"v1"' : 'W/"v1"');
    if (coding !== undefined) expect(Number(answer.headers['content-length'])).toBeLessThan(TEXT.length / 10);
  });

  it.each([
    ['coded already', [HTML, 'Content-Encoding: gzip']],
    ['not to be transformed', [HTML, 'Cache-Control: no-transform']],
    ['pictures', ['Content-Type: image/png']],
    ['events', ['Content-Type: text/event-stream']],
  ])('leaves alone what is %s', async (_name, headers) => {
    const { get } = await compressing(() => response(TEXT, ...headers));
    const answer = await get('/', 'Accept-Encoding: gzip, br');
    expect(answer.body).toBe(TEXT);
  });

  it('leaves alone what is small, a part, or asked for by HEAD', async () => {
    const { get, send } = await compressing(({ head }) =>
      head.startsWith('HEAD')
        ? `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${TEXT.length}\r\n\r\n`
        : head.includes('/part')
          ? `HTTP/1.1 206 Partial Content\r\n${HTML}\r\nContent-Range: bytes 0-${TEXT.length - 1}/99999\r\nContent-Length: ${TEXT.length}\r\n\r\n${TEXT}`
          : response('short', HTML),
    );
    expect((await get('/', 'Accept-Encoding: gzip')).body).toBe('short');
    expect((await get('/part', 'Accept-Encoding: gzip', 'Range: bytes=0-')).body).toBe(TEXT);
    expect((await send('HEAD', '/', 'Accept-Encoding: gzip')).headers['content-encoding']).toBeUndefined();
  });

  it('keeps nothing back while the origin takes its time', async () => {
    let finish: () => void = () => undefined;
    const { edge } = await compressing((_request, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n`);
      finish = () => socket.write('6\r\nsecond\r\n0\r\n\r\n');
      return null;
    });
    const client = connect(edge.port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: gzip\r\n\r\n');
    let received = '';
    client.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    const shown = () => {
      const body = Buffer.from(openChunks(received.slice(received.indexOf('\r\n\r\n') + 4)), 'latin1');
      return inflatePart(createGunzip(), body);
    };
    await untilText(shown, 'first');
    finish();
    await untilText(shown, 'firstsecond');
    client.destroy();
  });

  it('lets its place go when the client leaves in the middle', async () => {
    const { edge } = await compressing((_request, socket) => {
      const noise = randomBytes(3_000_000).toString('base64');
      socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${noise.length}\r\n\r\n${noise}`);
      return null;
    });
    const client = connect(edge.port, '127.0.0.1');
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: gzip\r\n\r\n');
    await eventually(() => edge.worker.edge.pools.compressors.state.used === 1);
    // Long enough for the origin to be done, or stuck behind a client that does not read.
    await new Promise((resolve) => setTimeout(resolve, 200));
    client.destroy();
    await eventually(() => edge.worker.edge.pools.compressors.state.used === 0);
  });

  it('does not measure secrets for foreign pages', async () => {
    const { get } = await compressing(() => response(TEXT, HTML));
    const asked = ['Accept-Encoding: gzip', 'Cookie: session=1', 'Sec-Fetch-Site: cross-site'];
    expect((await get('/', ...asked)).headers['content-encoding']).toBeUndefined();
    expect((await get('/', ...asked, 'Sec-Fetch-User: ?1')).headers['content-encoding']).toBe('gzip');
    expect((await get('/', asked[0]!, asked[1]!)).headers['content-encoding']).toBe('gzip');
  });

  it('of a stored response is done once, from one plain copy for all clients', async () => {
    const { get, origin, edge } = await compressing(
      () => response(TEXT, HTML, 'Cache-Control: max-age=600', 'ETag: "v1"', 'Vary: Accept-Encoding'),
      (config) => {
        config.policy!.caching = true;
      },
    );
    await get('/', 'Accept-Encoding: identity');
    const before = edge.worker.cache!.bytes.memory;
    for (const coding of ['br', 'gzip', 'zstd', 'br', 'identity']) {
      const answer = await get('/', `Accept-Encoding: ${coding}`);
      expect(answer.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(plainOf(answer)).toBe(TEXT);
    }
    expect(origin.requests).toHaveLength(1);
    expect(origin.requests[0]!.head).toContain('Accept-Encoding: identity');
    const [entry] = edge.worker.cache!.slot('site-1\nhttp://shop.example/')!.variants.values();
    const unasked = () => null;
    const copy = entry!.coded!.get('br', unasked);
    expect(copy).toBeInstanceOf(Buffer);
    expect(entry!.coded!.get('br', unasked)).toBe(copy);
    expect(edge.worker.cache!.bytes.memory - before).toBe(entry!.coded!.bytes);
    const unchanged = await get('/', 'Accept-Encoding: br', 'If-None-Match: W/"v1"');
    expect(unchanged).toMatchObject({ status: 304, headers: { etag: 'W/"v1"', vary: 'Accept-Encoding' } });
    expect(unchanged.headers['content-encoding']).toBeUndefined();
    expect(await get('/', 'Accept-Encoding: br', 'Range: bytes=0-6')).toMatchObject({
      status: 206,
      body: TEXT.slice(0, 7),
    });
    await eventually(() => edge.records.length === 8);
  });
});

/** The data of chunks as far as they have come. */
function openChunks(body: string): string {
  return dechunk(`${body}0\r\n\r\n`);
}

function inflatePart(stream: import('node:zlib').Gunzip, body: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    stream.on('error', () => resolve(text));
    stream.write(body, () => setImmediate(() => resolve(text)));
  });
}

async function untilText(read: () => Promise<string>, wanted: string): Promise<void> {
  const deadline = Date.now() + 10_000;
  while ((await read()) !== wanted) {
    if (Date.now() > deadline) throw new Error(`did not read "${wanted}"`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
