import { DomainError } from '@palisade/nest-kit';
import { refuseOwnPort } from './own-ports.rules.ts';

const OWN = '8080-8084,8443,18000-18013';

const refusal = (host: string, port: number, refused = OWN) => {
  try {
    refuseOwnPort({ host, port }, refused, 'originConfig.additional_origins.0.port');
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, path: error.options.fields?.[0]?.path };
  }
};

describe('origins on the machine of the installation', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'localhost',
    'a.localhost',
    '10.0.0.1',
  ])('%s may not have its own ports, and any other', (host) => {
    for (const port of [8080, 8443, 18_000, 18_013]) {
      expect(refusal(host, port)).toEqual({
        code: 'origin_is_own_port',
        path: 'originConfig.additional_origins.0.port',
      });
    }
    expect([80, 3000, 18_014].map((port) => refusal(host, port))).toEqual([null, null, null]);
  });

  it.each(['198.52.0.1', '2606:4700::1111', 'origin.example.net'])('%s may have any', (host) => {
    expect(refusal(host, 8080)).toBeNull();
  });

  it('may have any where the setting names none', () => {
    expect(refusal('127.0.0.1', 8080, '')).toBeNull();
  });
});
