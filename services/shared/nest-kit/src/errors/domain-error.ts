/** What kind of refusal an error is. Each kind has one HTTP status and one gRPC status. */
export const ERROR_KINDS = {
  invalid: { http: 400, grpc: 3 },
  unauthenticated: { http: 401, grpc: 16 },
  payment_required: { http: 402, grpc: 9 },
  forbidden: { http: 403, grpc: 7 },
  not_found: { http: 404, grpc: 5 },
  conflict: { http: 409, grpc: 6 },
  too_large: { http: 413, grpc: 11 },
  unprocessable: { http: 422, grpc: 3 },
  /** The caller has used up its own share; `too_many_…`. */
  too_many: { http: 429, grpc: 8 },
  upstream: { http: 502, grpc: 14 },
  /** Unavailable for every caller: no capacity is left (`…_busy`), or a dependency is unavailable. */
  unavailable: { http: 503, grpc: 14 },
} as const satisfies Record<string, { http: number; grpc: number }>;

export type ErrorKind = keyof typeof ERROR_KINDS;

const GRPC_INTERNAL = 13;

export interface DomainErrorOptions {
  cause?: unknown;
  /** Seconds after which a client may try again. */
  retryAfter?: number;
  /** One entry per bad field, for forms. */
  fields?: readonly FieldError[];
}

export interface FieldError {
  /** Dotted path within the body. */
  path: string;
  message: string;
}

/**
 * The only error that services throw on purpose. `code` is stable and for programs; `detail` is the text that
 * screens show. A filter turns it into application/problem+json; nobody throws HTTP exceptions.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly kind: ErrorKind,
    readonly code: string,
    readonly detail: string,
    readonly options: DomainErrorOptions = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
  }
}

/** gRPC status of an error; unexpected errors are internal. */
export const grpcStatusOf = (error: unknown): number =>
  error instanceof DomainError ? ERROR_KINDS[error.kind].grpc : GRPC_INTERNAL;
