import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { type EdgeHarness, startEdge } from '../../test-support/edge-harness.ts';
import { sendRaw } from '../../test-support/raw-client.ts';
import { type RecordingOrigin, startRecordingOrigin } from '../../test-support/recording-origin.ts';

describe('from HTTP to HTTPS', () => {
  let origin: RecordingOrigin;
  let edge: EdgeHarness;
  beforeAll(async () => {
    origin = await startRecordingOrigin();
    edge = await startEdge(origin.port, { trustedProxies: ['127.0.0.1'], sealKey: null }, (config) => {
      config.delivery!.httpsRedirect = true;
      config.tls = create(edgeV1.TlsMaterialSchema, { certificateChainPem: 'a certificate' });
    });
  });
  afterAll(async () => {
    await edge?.stop();
    await origin?.close();
  });

  const ask = (line: string, ...headers: string[]) =>
    sendRaw(
      edge.port,
      [`${line} HTTP/1.1`, 'Host: shop.example', 'Connection: close', ...headers, '', ''].join('\r\n'),
      20_000,
    );

  it('sends GET with 301 and other methods with 308, to the very same address', async () => {
    const get = await ask('GET /a?b=c');
    expect(get).toMatchObject({ status: 301 });
    expect(get.headers.location).toBe('https://shop.example/a?b=c');
    expect(get.headers['cache-control']).toBe('no-store');
    expect((await ask('POST /a', 'Content-Length: 0')).status).toBe(308);
    expect(origin.requests).toHaveLength(0);
  });

  it('leaves alone challenges of authorities, and visitors whose proxy already speaks HTTPS', async () => {
    expect((await ask('GET /.well-known/acme-challenge/x')).status).toBe(200);
    expect((await ask('GET /', 'X-Forwarded-Proto: https')).status).toBe(200);
    expect((await ask('GET /', 'Forwarded: for=192.0.2.1;proto=https')).status).toBe(200);
    expect((await ask('GET /', 'X-Forwarded-Proto: http')).status).toBe(301);
  });

  it('names the port on which the edge listens to who names one in clear text', async () => {
    const text = 'GET / HTTP/1.1\r\nHost: shop.example:8080\r\nConnection: close\r\n\r\n';
    const { headers } = await sendRaw(edge.port, text, 20_000);
    expect(headers.location).toBe(`https://shop.example:${edge.httpsPort}/`);
  });

  it('does nothing without a certificate', async () => {
    edge.configure((config) => {
      config.tls = undefined;
    });
    expect((await ask('GET /')).status).toBe(200);
  });
});
