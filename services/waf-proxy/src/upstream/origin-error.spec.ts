import { asOriginError, brokenConnection, ORIGIN_ERROR_STATUS } from './origin-error.ts';

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

  // As OpenSSL 3.0 and 3.5 name them.
  it.each([
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
  ])('%s is about our certificate, in the handshake and behind it', (code) => {
    expect(asOriginError(failing(code), { useTls: true }).code).toBe('certificate_refused');
    expect(brokenConnection(failing(code), 'it broke').code).toBe('certificate_refused');
  });

  it('is no refusal of our certificate where the origin does not say so', () => {
    for (const code of ['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'ERR_SSL_WRONG_VERSION_NUMBER'])
      expect(asOriginError(failing(code), { useTls: true }).code).toBe('tls_failed');
    expect(brokenConnection(failing('ECONNRESET'), 'it broke').code).toBe('reset');
  });
});
