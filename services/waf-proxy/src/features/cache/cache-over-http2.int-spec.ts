import { type ClientHttp2Session, connect } from 'node:http2';
import { brotliDecompressSync } from 'node:zlib';
import { generate } from 'selfsigned';
import { type CachingEdge, response, startCachingEdge } from '../../test-support/caching-edge.ts';

const TEXT = 'A line that repeats itself. '.repeat(400);
const LARGE = 'x'.repeat(1_500_000);

describe('the cache over HTTP/2', () => {
  let caching: CachingEdge;
  let session: ClientHttp2Session;
  beforeAll(async () => {
    const pems = await generate([{ name: 'commonName', value: 'shop.example' }], {
      keyType: 'ec',
      curve: 'P-256',
    });
    caching = await startCachingEdge(
      ({ head }) =>
        head.startsWith('GET /large')
          ? response(LARGE, 'Cache-Control: max-age=600', 'Content-Type: image/png')
          : response(TEXT, 'Cache-Control: max-age=600', 'Content-Type: text/html', 'ETag: "v1"'),
      (config) => {
        config.delivery!.compression = true;
      },
      { selfSigned: { cert: pems.cert, key: pems.private } },
    );
    session = connect(`https://127.0.0.1:${caching.edge.httpsPort}`, {
      servername: 'shop.example',
      rejectUnauthorized: false,
    });
  });
  afterAll(async () => {
    session?.close();
    await caching?.stop();
  });

  function ask(path: string, headers: Record<string, string> = {}) {
    return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const stream = session.request({ ':path': path, ':authority': 'shop.example', ...headers });
      const pieces: Buffer[] = [];
      let answered: Record<string, unknown> = {};
      stream.on('response', (received) => {
        answered = received;
      });
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => resolve({ headers: answered, body: Buffer.concat(pieces) }));
      stream.on('error', reject);
      stream.end();
    });
  }

  it('serves hits in the client’s coding, conditions and ranges', async () => {
    const first = await ask('/', { 'accept-encoding': 'br' });
    const second = await ask('/', { 'accept-encoding': 'br' });
    for (const { headers, body } of [first, second]) {
      expect(headers).toMatchObject({ ':status': 200, 'content-encoding': 'br', etag: 'W/"v1"' });
      expect(brotliDecompressSync(body).toString()).toBe(TEXT);
    }
    expect(second.headers['cache-status']).toContain('hit');
    expect((await ask('/', { 'if-none-match': '"v1"' })).headers[':status']).toBe(304);
    const part = await ask('/', { range: 'bytes=0-5' });
    expect(part.headers[':status']).toBe(206);
    expect(part.body.toString()).toBe(TEXT.slice(0, 6));
    expect(caching.origin.requests.filter(({ head }) => head.startsWith('GET / '))).toHaveLength(1);
  });

  it('serves large files from disk to many streams at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => ask('/large')));
    for (const { body } of all) expect(body.toString()).toBe(LARGE);
    expect(caching.origin.requests.filter(({ head }) => head.startsWith('GET /large'))).toHaveLength(1);
  });
});
