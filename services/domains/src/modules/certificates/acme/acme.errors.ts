const ACME_ERRORS = 'urn:ietf:params:acme:error:';

/** What went wrong, for programs and for the owner. `owner`: something that only they can mend. */
export interface IssuanceFault {
  code: string;
  message: string;
  mendedBy: 'owner' | 'time';
  /** Seconds that the authority asked us to wait; 0 if it did not. */
  retryAfter: number;
  /** Names that it is about, if it is not about the whole order. */
  names?: readonly string[];
}

/** A refusal by the certificate authority (RFC 8555, 6.7), or by us before it was asked. */
export class IssuanceError extends Error {
  override readonly name = 'IssuanceError';

  constructor(
    readonly fault: IssuanceFault,
    options?: ErrorOptions,
  ) {
    super(`${fault.code}: ${fault.message}`, options);
  }
}

/** An error document of the authority (RFC 8555, 6.7), or of one challenge. */
export interface AcmeErrorDocument {
  type?: string;
  detail?: string;
  subproblems?: readonly AcmeErrorDocument[];
  /** Of a part: what it is about. */
  identifier?: { value?: string };
}

const FAULTS: Readonly<Record<string, { code: string; says: string; mendedBy: IssuanceFault['mendedBy'] }>> =
  {
    rateLimited: {
      code: 'rate_limited',
      says: 'The certificate authority takes no further requests for now.',
      mendedBy: 'time',
    },
    accountDoesNotExist: {
      code: 'account_unknown',
      says: 'The certificate authority does not know us any more. We introduce ourselves again.',
      mendedBy: 'time',
    },
    caa: {
      code: 'caa',
      says: 'A CAA record of the domain does not allow our certificate authority.',
      mendedBy: 'owner',
    },
    dns: {
      code: 'dns',
      says: 'The certificate authority got no usable answer from the domain’s DNS servers.',
      mendedBy: 'owner',
    },
    connection: {
      code: 'validation_failed',
      says: 'The certificate authority could not reach the site through us.',
      mendedBy: 'owner',
    },
    unauthorized: {
      code: 'validation_failed',
      says: 'The certificate authority did not get our answer from the site; most often a DNS record leads elsewhere.',
      mendedBy: 'owner',
    },
    incorrectResponse: {
      code: 'validation_failed',
      says: 'The certificate authority did not get our answer from the site; most often a DNS record leads elsewhere.',
      mendedBy: 'owner',
    },
    rejectedIdentifier: {
      code: 'name_rejected',
      says: 'The certificate authority does not issue certificates for this name.',
      mendedBy: 'owner',
    },
  };

/** @param retryAfter the header of that name; absent: not asked to wait */
export function acmeFault(document: AcmeErrorDocument, retryAfter?: string): IssuanceFault {
  const type = document.type?.startsWith(ACME_ERRORS) ? document.type.slice(ACME_ERRORS.length) : '';
  // What a compound error is about stands in its parts.
  const parts = document.subproblems ?? [];
  const names = parts.flatMap(({ identifier }) =>
    identifier?.value === undefined ? [] : [identifier.value],
  );
  const inner = parts.find((part) => part.type?.slice(ACME_ERRORS.length) !== type);
  if (FAULTS[type] === undefined && inner !== undefined) return { ...acmeFault(inner, retryAfter), names };
  const known = FAULTS[type] ?? {
    code: 'authority_refused',
    says: 'The certificate authority refused the request.',
    mendedBy: 'time' as const,
  };
  const detail = plainText(document.detail ?? '');
  return {
    code: known.code,
    message: detail === '' ? known.says : `${known.says} It says: ${detail}`,
    mendedBy: known.mendedBy,
    retryAfter: secondsOf(retryAfter),
    names,
  };
}

/** Whatever an attempt ended with, as a fault. What nobody foresaw is time's to mend, and says nothing of internals. */
export function faultOf(error: unknown): IssuanceFault {
  if (error instanceof IssuanceError) return error.fault;
  return {
    code: 'authority_unavailable',
    message: 'The certificate authority could not be reached, or did not answer as it should.',
    mendedBy: 'time',
    retryAfter: 0,
  };
}

export const isAcmeError = (type: unknown): type is string =>
  typeof type === 'string' && type.startsWith(ACME_ERRORS);
export const isBadNonce = (type: string): boolean => type === `${ACME_ERRORS}badNonce`;

/** Seconds, or a date (RFC 9110, 10.2.3); a day at most. */
function secondsOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : 0;
}

/** A stranger's text on our screens and in our mails: one line, of a length. */
function plainText(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 300);
}
