import { create } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { caching, counting, response, stopCaching } from '../../test-support/caching-edge.ts';
import { eventually } from '../../test-support/raw-client.ts';

const FRESH = 'Cache-Control: max-age=600';

afterEach(stopCaching);

describe('the cache, when something has changed,', () => {
  it('forgets what a successful unsafe request may have changed, and keeps it after a failed one', async () => {
    let status = '500 Broken';
    const answer = counting(FRESH);
    const { get, send } = await caching((request) =>
      request.head.startsWith('POST')
        ? `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nLocation: /list\r\n\r\n`
        : answer(request),
    );
    await get('/item');
    await get('/list');
    await send('POST', '/item', 'Content-Length: 0');
    expect((await get('/item')).body).toBe('answer 1');
    status = '201 Created';
    await send('POST', '/item', 'Content-Length: 0');
    expect((await get('/item')).body).toBe('answer 3');
    expect((await get('/list')).body).toBe('answer 4');
  });

  it('purges everything, by prefix and by tag, also what is just arriving', async () => {
    const answer = counting(FRESH, 'Cache-Tag: shoes, red', 'Surrogate-Key: sale');
    const { get, edge } = await caching(answer);
    const cache = edge.worker.cache!;
    const first = await get('/shop/a');
    expect(first.headers['cache-tag']).toBeUndefined();
    await get('/about');
    cache.purge({ siteId: 'site-1', kind: 'prefix', value: '/shop/' });
    expect((await get('/shop/a')).body).toBe('answer 3');
    expect((await get('/about')).body).toBe('answer 2');
    cache.purge({ siteId: 'site-1', kind: 'tag', value: 'sale' });
    expect((await get('/about')).body).toBe('answer 4');
    cache.purge({ siteId: 'site-2', kind: 'all' });
    expect((await get('/about')).body).toBe('answer 4');
    cache.purge({ siteId: 'site-1', kind: 'all' });
    expect((await get('/about')).body).toBe('answer 5');
  });

  it('does not store what was purged while it was on its way', async () => {
    let finish: () => void = () => undefined;
    const { get, edge, origin } = await caching((_request, socket) => {
      finish = () => socket.write(response('old', FRESH));
      return null;
    });
    const asked = get('/');
    await eventually(() => origin.requests.length === 1);
    edge.worker.cache!.purge({ siteId: 'site-1', kind: 'all' });
    finish();
    expect((await asked).body).toBe('old');
    const again = get('/');
    await eventually(() => origin.requests.length === 2);
    finish();
    await again;
  });

  it('forgets a site when its origin changes or its caching ends', async () => {
    const { get, edge } = await caching(counting(FRESH));
    await get('/');
    edge.configure((config) => {
      config.policy!.caching = false;
    });
    expect((await get('/')).body).toBe('answer 2');
    edge.configure(() => undefined);
    expect((await get('/')).body).toBe('answer 3');
  });

  it('keeps what it has when the certificate for the origin is renewed, and not when there is one or none', async () => {
    const { get, edge } = await caching(counting(FRESH));
    const presenting = (certificateChainPem: string) => (config: edgeV1.SiteConfig) => {
      config.policy!.caching = true;
      config.originClient = create(edgeV1.TlsMaterialSchema, {
        certificateChainPem: `-----BEGIN CERTIFICATE-----${certificateChainPem}`,
        sealedPrivateKey: Uint8Array.of(certificateChainPem.length),
      });
    };
    edge.configure(presenting('first'));
    await get('/');
    edge.configure(presenting('of the next quarter'));
    expect((await get('/')).body).toBe('answer 1');
    edge.configure((config) => {
      config.policy!.caching = true;
    });
    expect((await get('/')).body).toBe('answer 2');
  });
});
