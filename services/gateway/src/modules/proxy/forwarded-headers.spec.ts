import { headersForClient, headersForService } from './forwarded-headers.ts';

const hop = {
  upstream: 'auth',
  host: '127.0.0.1:1',
  identity: 'minted',
  requestId: 'id-1',
  bodyLength: null,
  traceparent: undefined,
} as const;

describe('headersForService', () => {
  it('lets no identity and no address in that a stranger wrote', () => {
    const passed = headersForService(
      {
        'x-palisade-identity': 'forged',
        'x-forwarded-for': '127.0.0.1',
        forwarded: 'for=127.0.0.1',
        'x-real-ip': '127.0.0.1',
        'x-request-id': 'forged',
        authorization: 'Bearer t',
        connection: 'x-palisade-identity',
        'transfer-encoding': 'chunked',
        accept: 'application/json',
      },
      hop,
    );
    expect(passed).toEqual({
      accept: 'application/json',
      host: '127.0.0.1:1',
      'x-palisade-identity': 'minted',
      'x-request-id': 'id-1',
    });
  });

  it.each([
    ['cookie', 'a=b'],
    ['origin', 'https://palisade.test'],
  ])('shows %s to the auth service only', (name, value) => {
    expect(headersForService({ [name]: value }, hop)).toHaveProperty(name, value);
    expect(headersForService({ [name]: value }, { ...hop, upstream: 'logs' })).not.toHaveProperty(name);
  });
});

describe('headersForClient', () => {
  it('keeps the hop to itself and answers out of caches', () => {
    expect(headersForClient({ connection: 'close', server: 'x', etag: '"1"' })).toEqual({
      etag: '"1"',
      'cache-control': 'no-store',
    });
    expect(headersForClient({ 'cache-control': 'max-age=60' })).toEqual({ 'cache-control': 'max-age=60' });
  });
});
