export type OriginErrorCode =
  | 'address_refused'
  | 'unresolvable'
  | 'connect_failed'
  | 'connect_timeout'
  | 'tls_failed'
  | 'certificate_refused'
  | 'no_connection_free'
  | 'reset'
  | 'response_timeout'
  | 'idle_timeout'
  | 'malformed_response'
  | 'head_too_large'
  | 'truncated_response';

/** Why an origin failed. `code` is logged and decides between 502, 503 and 504. */
export class OriginError extends Error {
  override readonly name = 'OriginError';

  readonly code: OriginErrorCode;

  constructor(code: OriginErrorCode, detail: string, cause?: unknown) {
    super(detail, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

export const ORIGIN_ERROR_STATUS: Readonly<Record<OriginErrorCode, 502 | 503 | 504>> = {
  address_refused: 502,
  unresolvable: 502,
  connect_failed: 502,
  connect_timeout: 504,
  tls_failed: 502,
  certificate_refused: 502,
  no_connection_free: 503,
  reset: 502,
  response_timeout: 504,
  idle_timeout: 504,
  malformed_response: 502,
  head_too_large: 502,
  truncated_response: 502,
};

/** This machine is out of sockets, ports or memory for them. */
const OWN_LACK: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EADDRNOTAVAIL', 'ENOBUFS', 'ENOMEM']);

/** TLS alerts about the certificate that the edge presented, or did not (RFC 8446, 6.2), at the end of OpenSSL's codes. */
const CERTIFICATE_ALERT =
  /_ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_REVOKED|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED)$/;

/** Null: the error is another one. In TLS 1.3 it comes after the handshake, as the first thing that is read. */
export function certificateRefusal(cause: unknown): OriginError | null {
  const code = codeOf(cause);
  return CERTIFICATE_ALERT.test(code)
    ? new OriginError('certificate_refused', `the origin refused the edge's certificate (${code})`, cause)
    : null;
}

/** Converts the error of a connection that was open. @param detail for errors that say nothing themselves */
export const brokenConnection = (cause: unknown, detail: string): OriginError =>
  certificateRefusal(cause) ?? new OriginError('reset', detail, cause);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Converts Node's error of connecting to `endpoint`. */
export function asOriginError(error: unknown, endpoint: { useTls: boolean }): OriginError {
  if (error instanceof OriginError) return error;
  const code = codeOf(error);
  if (OWN_LACK.has(code)) {
    return new OriginError('no_connection_free', `no socket could be had for the origin (${code})`, error);
  }
  const fromSystem = code.startsWith('E') && !code.startsWith('ERR_');
  if (endpoint.useTls && !fromSystem) {
    const refusal = certificateRefusal(error);
    if (refusal !== null) return refusal;
    return new OriginError('tls_failed', `the TLS handshake with the origin failed (${code})`, error);
  }
  if (error instanceof AggregateError) {
    const refusedInside = error.errors.find((inner) => inner instanceof OriginError);
    if (refusedInside instanceof OriginError) return refusedInside;
  }
  return new OriginError('connect_failed', `the origin refused the connection (${code})`, error);
}
