import { asOriginError, ORIGIN_ERROR_STATUS } from './origin-error.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('what connecting to an origin runs into', () => {
  it.each(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS'])(
    '%s is ours, and no fault of the origin',
    (code) => {
      for (const useTls of [false, true]) {
        const { code: known } = asOriginError(failing(code), { useTls });
        expect([known, ORIGIN_ERROR_STATUS[known]]).toEqual(['no_connection_free', 503]);
      }
    },
  );

  it('is the origin’s otherwise', () => {
    expect(asOriginError(failing('ECONNREFUSED'), { useTls: true }).code).toBe('connect_failed');
    expect(asOriginError(failing('ERR_TLS_CERT_ALTNAME_INVALID'), { useTls: true }).code).toBe('tls_failed');
  });
});
